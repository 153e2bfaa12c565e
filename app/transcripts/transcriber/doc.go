// Package transcriber transcribes one audio file of any length over a connection.
//
// The file is read from where it lies and never held in memory. What the service takes is sent as
// it is, what is longer than its limit is cut (media/split) or made small ([audio.Shrink]), and the
// texts of the parts are joined (seam.go), with the times of the whole. A part that
// was transcribed is kept in a folder before the next one is asked for: it is never paid for
// twice, unless its answer is thin (thin.go). docs/transcribing.md tells the rules.
package transcriber
