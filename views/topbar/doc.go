// Package topbar is the bar above the conversation: which model answers, whether the parameters are
// open, and what else can be done with the chat.
package topbar
