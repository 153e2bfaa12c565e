package attachments

import (
	"strings"

	"parlando/app/chat"
	"parlando/client/tokens"
)

// Tokens estimates what an attached text or a stored picture costs: the truth is known only
// afterwards (docs/gateway.md 2.5). Other parts count nothing.
func Tokens(p chat.Part) tokens.Count {
	switch {
	case p.IsAttachedText():
		return tokens.Text(p.Text)
	case p.Kind == chat.PartImage && p.Blob != nil:
		return tokens.Picture(p.Blob.Width, p.Blob.Height)
	}
	return tokens.Count{}
}

// Shorten returns an attached text with its beginning alone, at most that many tokens of it, and a
// line that tells the model so.
func Shorten(p chat.Part, most int) chat.Part {
	p.Text = strings.TrimSpace(tokens.First(p.Text, most)) + "\n\n[Only the first part of this text was sent.]"
	return p
}
