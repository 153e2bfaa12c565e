// Package voicechat runs a voice chat: it listens, transcribes, sends the text together with the
// chat's draft, reads the reply aloud, and listens again, until the user ends it, nobody speaks for
// a minute, or an error occurs. It needs no window.
//
// Nothing that was said is lost: it is kept as a recording until it is part of a message or of the
// chat's draft. The microphone is closed while a reply is being read.
package voicechat
