// Package conversation is the reading column: the messages of one conversation, however many, of
// which only what is seen exists as objects of the window. It promises that nothing moves under the
// reader's eyes unless the reader is at the end, that finished text is never laid out or painted
// anew, and that nothing is painted while nothing changes.
package conversation
