// Package speaker plays sounds on this computer, one at a time.
//
// A [Speaker] plays a [Sound]: a sequence of clips, each decoded about half a second ahead of
// playback, so that clips follow each other without a gap. Everything is converted to 48,000 Hz
// stereo. Pausing, seeking and the loss of the output lose no samples: whatever the output has not
// played is sent again.
//
// # The output is a separate process
//
// oto allows a single context per process for its whole lifetime, even after that context has
// failed or its device is gone, and its error after the loss of a sound server cannot be read
// without a data race in the library it uses (jfreymuth/pulse 0.1.3, PlaybackStream.Error). Within
// the program itself, a headset plugged in later would stay silent until the next start. So oto
// runs in a child process: this program started again with [OutputFlag], which only calls
// [ServeOutput]. When an output is lost its child exits, and a new child has a new context. A crash
// in a driver ends only the child, never the program. While nothing is to be played there is no
// child, so it uses no memory and causes no wakeups.
//
// The child requests as many samples as its device can take and receives at most those, so that
// nothing accumulates in a pipe. If it receives fewer because the rest is still being decoded, it
// plays them and asks again. An output counts as lost when its process exits, fails to open, or
// requests nothing for two seconds although it is alive: oto does not report the removal of a
// device.
//
// # Pausing
//
// The sound server buffers another 200 ms after the child, which oto can neither stop nor empty. So
// a pause, a seek or another sound takes effect after 200 ms. The samples that wait in the child
// are dropped and counted, so that playback resumes with the very next sample. Stop ends the child
// and takes effect at once.
package speaker
