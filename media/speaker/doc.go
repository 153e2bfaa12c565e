// Package speaker plays sounds on this computer, one at a time.
//
// A [Speaker] plays a [Sound]: a sequence of clips, each decoded about half a second ahead of what
// is heard, so that one follows the other without a gap. Everything becomes 48,000 samples a second
// in two channels. Pausing, seeking and an output that goes away lose nothing: what the output has
// not taken, or has lost, is given again.
//
// # The output is a process of its own
//
// oto allows one context in a process for ever, even after that one has failed or its device is
// gone, and what it knows of a sound server that went away cannot be asked without a data race in
// the library below it (jfreymuth/pulse 0.1.3, PlaybackStream.Error). In the program itself a
// headset plugged in later would be heard after the next start only. So oto lives in a child: this
// program once more, started with [OutputFlag], which does nothing but [ServeOutput]. An output
// that is lost ends its child, and a new child is a new context. A crash in a driver ends a child
// too, and never the program. While nothing is to be heard there is no child, no memory and no
// wakeup of it.
//
// The child asks over its output for as many frames as its device can take, and gets at most those,
// so that nothing waits in a pipe; where it gets fewer, because more are on their way, it plays
// them and asks again. An output counts as lost when its process ends, says that it cannot open, or
// asks for nothing for two seconds though it lives: oto is silent about a device that was taken
// away.
//
// # Pausing
//
// Behind the child stands the sound server's buffer of 200 ms, which oto can neither stop nor
// empty. So a pause, a seek and another sound are heard after 200 ms; what waited in the child is
// dropped and counted, so that the pause goes on with the very next sample. Stop ends the child,
// and is heard at once.
package speaker
