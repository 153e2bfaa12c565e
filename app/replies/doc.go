// Package replies owns the replies in flight. It stores a question before the request leaves, reads
// the answer in a goroutine of its own, brings it to the disk at most half a second behind the
// screen, and hands the ended reply over to package history. What goes wrong becomes part of the
// reply, never a lost word.
//
// All methods of Replies are safe from any goroutine. Snapshot, Active and Stop only touch
// memory; the others write to the disk and do not belong on the window's thread.
package replies
