// Package conversation is the reading column: the messages of one conversation, of which only the
// visible ones have canvas objects. It guarantees that the text does not move while the user reads,
// except at the end, that finished text is never laid out or painted again, and that nothing is
// painted while nothing changes.
package conversation
