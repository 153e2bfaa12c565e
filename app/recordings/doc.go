// Package recordings is the owner of what the microphone hears, and of the recordings that are
// kept.
//
// What is heard is on disk within a second, in a file that can be played at any moment: a WAV whose
// header never says more than is there. Whatever ends a recording (Stop, Cancel, a microphone that
// is unplugged, a full disk, the end of the program, a kill) leaves what was heard in the list.
// What was dictated and what was canceled goes after a day; everything else stays until it is
// deleted.
//
// A recording is a folder of its own, <data>/recordings/<id>: sound.wav is what was heard,
// recording.json tells about it, and speech.wav is the same without the silence at both ends, once
// somebody has asked for that. docs/recording.md tells the whole way.
package recordings
