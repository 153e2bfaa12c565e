// Package dictating shows a dictation or voice chat in progress: elapsed time, input level, current
// step, and the buttons to end it.
package dictating
