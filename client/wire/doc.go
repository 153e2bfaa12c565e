// Package wire reads what services send, byte by byte up to JSON values: lines, the values in an
// event stream or in what came instead of one, JSON that is damaged or of other types than it
// should be. It knows nothing of what the values mean but whether one reports an error.
package wire
