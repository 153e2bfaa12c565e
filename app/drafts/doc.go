// Package drafts is the one owner of everything unsent: the words and attachments in each message
// box, the edit under way, what was set aside for it, what is on its way out, and what waits for a
// reply.
//
// Every change of a draft makes a new revision, and every edit names the revision it was made on.
// What joined the draft since then (a dictation behind it, a refused message in front of it) is
// joined to the edit at the same place; an edit made on anything else that is out of date is put
// behind what is there. So no words are compared and none are dropped.
//
// What is on disk is at most half a second behind, or a write's length more. A disk that refuses is
// asked again until it takes it; Flush says what it has not taken. A stored draft that cannot be
// read is never overwritten: what is written is stored beside it, and joins it once Read succeeds.
package drafts
