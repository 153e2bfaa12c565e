// Package speech reads aloud, one thing at a time: a reply, a text of the user or a sound file, all
// through one player.
//
// Package speechtext splits a text into sentences and parts. The sound of each part comes from one
// request for speech (GATEWAY.md 4.2) or from the cache (package clips), and the parts are played
// as the clips of one sound. Because requests may cost money, at most one part is requested ahead
// of the one being heard, and none during a pause.
package speech
