// Package sidebar implements the left side of the window: new chat, search, and all conversations
// by date.
package sidebar
