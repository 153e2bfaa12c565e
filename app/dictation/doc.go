// Package dictation is the owner of dictated messages.
//
// A dictation listens until the user ends it, transcribes the recording with the service of the
// chat (package utterance), optionally has the chat's model tidy it up, and returns the text to its
// caller.
package dictation
