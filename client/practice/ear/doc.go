// Package ear recognizes speech that was made here before. It understands nothing: it compares a
// recording with the sound of every utterance it was shown, as music recognition does with songs,
// and knows the words from there. Of any other sound it measures length, pauses and loudness, and
// says that this is all it did (docs/gateway.md 4.3).
//
// It knows no network and no file formats: samples come in, a Transcript goes out.
package ear
