// Package microphone records from the microphones of this computer: 16,000 Hz, mono, 16 bits, as
// transcription services expect.
//
// The sound library is loaded on first use and costs nothing before.
package microphone
