// Package stretch plays a sound faster or slower at unchanged pitch.
//
// It implements WSOLA (waveform similarity overlap-add, Verhelst and Roelands 1993): blocks of 15
// ms are taken from the sound at the desired speed, each shifted by at most 10 ms to the position
// where it best continues the previous block, and crossfaded. It exists because no maintained Go
// library does this without C.
package stretch
