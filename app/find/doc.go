// Package find finds words in the text of messages as the window shows it: without the marks of
// Markdown, whatever their case and accents.
package find
