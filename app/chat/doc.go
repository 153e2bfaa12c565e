// Package chat is the vocabulary of a conversation: values only, no behavior that needs a disk,
// a network or a window. Every other package of app speaks in these types.
package chat
