// Package find finds words in messages as the window displays them: without Markdown markup,
// ignoring case and accents.
package find
