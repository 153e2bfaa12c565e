// Package deleted shows what was deleted and can come back: chats, messages, transcripts,
// recordings and sound files, to look into, put back or delete at once.
package deleted
