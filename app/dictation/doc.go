// Package dictation is the owner of what is spoken into a message.
//
// A dictation listens until the user ends it, has what was said transcribed by the service of the
// chat (package utterance), has it tidied up by the chat's model if the user wants that, and hands
// the text to whoever began it.
package dictation
