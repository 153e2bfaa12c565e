// Package tools is what is seen of the tools besides the conversation: the list in which they are
// switched on, and the form of a tool of the user's own.
package tools
