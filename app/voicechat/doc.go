// Package voicechat runs a voice chat: it listens, transcribes, sends the text, reads the reply
// aloud, and listens again, until the user ends it, nobody speaks for a minute, or an error occurs.
// The draft of the chat is not sent along. It does not depend on a window.
//
// No speech is lost: it is kept as a recording until its text is part of a message or of the chat's
// draft. The microphone is closed while a reply is being read.
package voicechat
