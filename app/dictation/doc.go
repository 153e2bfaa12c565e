// Package dictation turns the user's speech into the text of a message.
//
// A dictation listens until the user ends it, transcribes the recording with the service of the
// chat (package utterance), optionally has the chat's model tidy up the transcript, and returns the
// text to its caller.
package dictation
