// Package waveform implements the player at the bottom of a transcript: the waveform of its audio,
// in which the user can seek.
package waveform
