package attachments

import (
	"strings"

	"parlando/app/chat"
	"parlando/client/tokens"
)

// Tokens estimates the tokens of an attached text or a stored picture; the exact number is known
// only afterwards (docs/gateway.md 2.5). Other parts have none.
func Tokens(p chat.Part) tokens.Count {
	switch {
	case p.IsAttachedText():
		return tokens.Text(p.Text)
	case p.Kind == chat.PartImage && p.Blob != nil:
		return tokens.Picture(p.Blob.Width, p.Blob.Height)
	}
	return tokens.Count{}
}

// Shorten truncates an attached text to at most most tokens, and adds a line that tells the model
// so.
func Shorten(p chat.Part, most int) chat.Part {
	p.Text = strings.TrimSpace(tokens.First(p.Text, most)) + "\n\n[Only the first part of this text was sent.]"
	return p
}
