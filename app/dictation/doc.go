// Package dictation is the owner of what is spoken into a message, and of the conversation by voice.
//
// A dictation listens until the person ends it, has what was said written down by the service of the chat (GATEWAY.md 2.8), repairs it by the person's own words
// (wordlist), and hands the text to whoever began it. A conversation by voice does the same at each pause, waits until the reply was read aloud, and
// listens again.
//
// Nothing that was said is lost: what is heard is a recording on disk (package recordings) before it is anything else, it stays there whatever
// fails, and it is asked for again with the same file. Where nobody speaks nothing is sent: services invent text from silence.
package dictation
