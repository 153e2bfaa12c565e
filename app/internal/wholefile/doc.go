// Package wholefile writes files atomically: a file gets its name only once it is complete on disk,
// and it survives a power failure.
package wholefile
