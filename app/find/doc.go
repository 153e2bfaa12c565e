// Package find finds words in messages as the window shows them: without Markdown markup, ignoring
// case and accents.
package find
