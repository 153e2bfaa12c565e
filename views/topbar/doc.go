// Package topbar implements the bar above the conversation: the model, the parameters button, and
// the menu of the chat.
package topbar
