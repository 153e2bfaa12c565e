// Package topbar is the bar above the conversation: which model answers, whether the dials are
// open, and what else can be done with the chat.
package topbar
