// Package markdown turns the text of a reply into blocks that the conversation lays out one by one.
package markdown
