// Package stretch plays a sound faster or slower at unchanged pitch.
//
// It is WSOLA (waveform similarity overlap-add, Verhelst and Roelands 1993): blocks of 15 ms are
// taken out of the sound at the wanted speed, each moved by at most 10 ms to where it continues the
// block before it best, and faded into it. It is our own since no maintained Go library does this
// without C.
package stretch
