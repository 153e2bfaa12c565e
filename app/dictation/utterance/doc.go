// Package utterance records and transcribes what the user says, for dictation and voice chat.
//
// No speech is lost: it is recorded to disk first (package recordings), the recording survives any
// failure, and a retry transcribes the same file. If nobody speaks, nothing is sent, because
// services invent text from silence.
package utterance
