// Package recordings records from the microphone and owns the recordings that are kept.
//
// Sound is on disk within a second, in a file that can be played at any moment: a WAV whose header
// never declares more than is there. Whatever ends a recording (Stop, Cancel, a microphone that is
// unplugged, a full disk, the end of the program, a kill) leaves its sound in the list. Dictated
// and canceled recordings go after a day; all others stay until they are deleted.
//
// A recording is a folder of its own, <data>/recordings/<id>: sound.wav has the sound,
// recording.json describes it, and speech.wav is the same without the silence at both ends, made at
// the first request. See docs/recording.md.
package recordings
