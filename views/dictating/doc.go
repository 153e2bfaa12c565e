// Package dictating shows a dictation, or a conversation by voice, while it goes on: how long it
// has been, how loud it is, what is being done, and how to end it.
package dictating
