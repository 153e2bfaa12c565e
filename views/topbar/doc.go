// Package topbar implements the bar above the conversation: the model, the button of the
// parameters, and the menu of the chat.
package topbar
