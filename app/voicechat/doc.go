// Package voicechat is the owner of the conversation by voice: it listens, has what was said
// transcribed, sends it with what else stands unsent in the chat, has the reply read aloud, and
// listens again, until the user ends it, nobody speaks for a minute, or something fails. It needs
// no window.
//
// Nothing that was said is lost: it is a recording until it is a message, or stands in the draft of
// its chat. While a reply is read the microphone is closed.
package voicechat
