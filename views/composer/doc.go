// Package composer implements the message editor: the text and its attachments, notices about them,
// and the buttons to send and to stop. Sending does not clear the composer: the caller replaces the
// content with SetDraft once the message is stored.
package composer
