// Package waveform measures the loudness of a sound over time, for drawing a waveform.
//
// A long sound is first sampled with one short stretch per column, so that a preview is available
// within moments, and then decoded completely. An MP3 of more than three hours is not decoded
// completely, because that would take minutes of CPU time; instead several stretches of each column
// are decoded, those that seem the loudest according to their frame headers. The result is up to a
// tenth too low, and [Wave] reports that. All work happens in the caller's goroutine, which sleeps
// for a third of the time to leave the processor to others.
package waveform
