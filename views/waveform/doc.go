// Package waveform is the player at the foot of a transcript: its sound as a picture in which one
// can go to any place.
package waveform
