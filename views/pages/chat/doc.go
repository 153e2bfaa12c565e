// Package chat is the controller of the chat page: it opens chats, sends messages, and shows the
// replies. The main window and the quick window (compact) each have one page.
package chat
