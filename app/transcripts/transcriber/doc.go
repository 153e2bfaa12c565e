// Package transcriber transcribes one audio file of any length over a connection.
//
// The file is read in place and never held in memory. If the service accepts it, it is sent
// unchanged; a file beyond the limits is split (media/split) or compressed
// ([audio.TranscodeToMP3]), and the texts of the parts are merged (seam.go), with times of the
// whole file. Each transcribed part is stored in a folder before the next is requested and never
// paid for twice, unless its response is thin (thin.go). See docs/transcribing.md.
package transcriber
