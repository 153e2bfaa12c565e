// Package speech is the owner of what is being read aloud: one thing at a time, a reply, a text of
// the user's own or a sound file, through one player.
//
// A text becomes sentences and parts (package speechtext), each part one request for speech
// (GATEWAY.md 4.2) or one clip of the cache (package clips), and the parts the clips of one sound
// on the speaker. At most one part is asked for ahead of the one that is heard, and none while it
// is paused: a request may cost money.
package speech
