// Package messages reads chats that are plain JSON: messages with a role and a content, in the form
// of the OpenAI API, with a title or without.
package messages
