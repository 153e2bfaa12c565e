// Package capture opens the microphones of this computer, with miniaudio. It is apart from package
// microphone so that what only listens, and its tests, need no C compiler.
//
// Each opening makes the sound system ready anew: that takes some 50 ms, and a sound server that
// was restarted in between is no problem.
package capture
