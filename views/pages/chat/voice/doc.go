// Package voice shows a conversation by voice in a large view in place of the chat.
package voice
