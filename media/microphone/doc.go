// Package microphone records from the microphones of this computer: 16,000 samples a second, one
// channel, 16 bits, as services for transcription expect.
//
// The sound library behind it is loaded at the first use, and costs nothing before.
package microphone
