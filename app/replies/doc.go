// Package replies owns the replies in flight. It stores a question before the request is sent,
// reads the response in a goroutine, writes it to disk at most half a second behind the screen, and
// hands the finished reply to package history. An error becomes part of the reply; no text is lost.
//
// All methods of Replies are safe for concurrent use. Snapshot, Active and Stop only read memory;
// the others write to disk and must not run on the window's thread.
package replies
