// Package composer is the place where a message is written: the text with its attachments, what is
// to be said about them, and the buttons to send and to stop. It keeps every word it is given until
// it is told that they are kept elsewhere.
package composer
