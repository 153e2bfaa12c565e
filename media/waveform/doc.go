// Package waveform measures the loudness of a sound over time, for drawing a waveform.
//
// A long sound is first sampled with one short stretch per column, so that a preview is available
// within moments, and then decoded completely. A long MP3 is not decoded, because decoding would
// cost ten times as much: its peaks are estimated from its coefficients ([mp3]) and mostly correct
// within 3 dB. All work happens in the caller's goroutine, which sleeps for a third of the time to
// leave the processor to others.
package waveform
