package attachments

import (
	"strings"

	"parlando/app/chat"
	"parlando/client/tokens"
)

// EstimateTokens estimates the tokens of an attached text or a stored picture; the service reports
// the exact number with its response (docs/gateway.md 2.5). Other parts have none.
func EstimateTokens(p chat.Part) tokens.Estimate {
	switch {
	case p.IsAttachedText():
		return textEstimates.of(p.Text)
	case p.Kind == chat.PartImage && p.Blob != nil:
		return tokens.EstimatePicture(p.Blob.Width, p.Blob.Height)
	}
	return tokens.Estimate{}
}

// TruncateText truncates an attached text to at most most tokens, and appends a line that tells the
// model about it.
func TruncateText(p chat.Part, most int) chat.Part {
	p.Text = strings.TrimSpace(tokens.Truncate(p.Text, most)) + "\n\n[Only the first part of this text was sent.]"
	return p
}
