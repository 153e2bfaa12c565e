// Package conversation is the reading column: the messages of one conversation, of which only the
// visible ones have canvas objects. It guarantees that text does not move while the user reads,
// except at the end; that finished text is laid out and painted only once; and that nothing is
// painted while nothing changes.
package conversation
