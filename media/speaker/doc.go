// Package speaker plays sounds on this computer, one at a time.
//
// A [Speaker] has one output for the life of the program: oto allows one context in a process, of one rate, so that
// everything becomes 48,000 samples a second in two channels. The output is opened when the first sound is played, and
// takes silence from then on whenever nothing plays.
//
// oto reads on a goroutine of its own, where a panic would end the program and a wait would stop the output. So each
// sound is decoded on a goroutine that survives panics, about half a second ahead, and oto is only given what is ready.
//
// A second context fails even after the first has failed, and what oto knows of a sound server that went away cannot be
// asked without a data race in the library below it (jfreymuth/pulse 0.1.3, PlaybackStream.Error). The Speaker therefore takes an output that has asked for nothing for some seconds as lost. It goes on by itself if the
// output asks again; if not, sound is back once Parley is started again, which is what [ErrLost] and [ErrNoDevice] say.
package speaker
