// Package chat is the controller of the page of a chat: it opens chats, sends messages, and reads
// what came of them. It is built twice, for the main window and compact for the quick window.
package chat
