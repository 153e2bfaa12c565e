// Package recordings records from the microphone and owns the stored recordings.
//
// Sound is on disk within a second, in a file that can be played at any time: a WAV whose header
// never declares more than the file contains. However a recording ends (Stop, Cancel, an unplugged
// microphone, a full disk, the end of the program, a kill), its sound stays in the list. Dictated
// and canceled recordings are deleted after a day, all others by the user.
//
// Each recording has a folder <data>/recordings/<id>: sound.wav has the sound, recording.json
// describes it, and speech.wav is the sound without the silence at both ends, made on first use.
// See docs/recording.md.
package recordings
