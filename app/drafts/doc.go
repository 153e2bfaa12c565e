// Package drafts is the one owner of everything unsent: the words and attachments in each message
// box, the edit under way, what was set aside for it, what is on its way out, and what waits for a
// reply.
//
// What joins a draft while a message box shows it (a dictation behind it, a refused message in
// front of it) joins what is typed before the box has looked, at the same place. What is typed on
// words that are not there any more is put behind those that are. So no words are compared and none
// are dropped.
//
// What is on disk is at most half a second behind, or a write's length more. A disk that refuses is
// asked again until it takes it; Flush returns an error if something is still not written. A stored
// draft that cannot be read is never overwritten: what is written is stored beside it, and joins it
// once Read succeeds.
package drafts
