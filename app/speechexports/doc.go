// Package speechexports makes sound files of long texts: part by part, in order, one request at a
// time. Finished files stay in the library to be played and saved again.
//
// Nothing that was paid for is requested twice: each part is on disk before the next is requested,
// and survives a failure, Cancel, the end of the program and a kill. Resume requests only missing
// parts. The exception is the part being requested at that moment, for which a service may charge
// twice; Problem.MayHaveArrived reports it. Nothing resumes by itself at the next start.
//
// Each speech export has a folder <data>/narrations/<id>: narration.json holds its state,
// parts.jsonl the spoken text, and 00001.mp3 and so on the parts, which are deleted once sound.mp3
// is complete. A long text needs memory only while it is split into parts.
package speechexports
