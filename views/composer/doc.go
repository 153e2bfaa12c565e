// Package composer implements the message editor: the text and its attachments, notices about them,
// and the buttons to send and to stop. It keeps its content until the caller replaces it after
// storing it elsewhere.
package composer
