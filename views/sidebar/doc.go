// Package sidebar is the left edge of the window: new chat, search, and every conversation by date.
package sidebar
