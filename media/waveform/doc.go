// Package waveform measures how loud a sound is from its beginning to its end, for a picture of it.
//
// A long sound is first looked at in one short stretch of each column, so that there is a picture
// within moments, and then decoded once. An MP3 of more than three hours is not decoded once, as
// that would take minutes of a processor: some stretches of each column have to do, those that seem
// the loudest by the headers of their frames. That shows it up to a tenth lower than it is, and
// [Wave] says so. All is done in the goroutine that asks, which rests for a third of the time so
// that others are not kept waiting.
package waveform
