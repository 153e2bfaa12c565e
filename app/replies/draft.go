package replies

import (
	"slices"
	"strings"

	"parley/app/chat"
)

// joined puts b after a, so that neither is lost.
func joined(a, b chat.Draft) chat.Draft { return a.Then(b) }

// without takes first off the front of d, where joined has put it; d itself when it is not there.
func without(d, first chat.Draft) chat.Draft {
	if d.Text == first.Text && len(d.Parts) == len(first.Parts) && startsWith(d.Parts, first.Parts) {
		return chat.Draft{}
	}
	text, ok := strings.CutPrefix(d.Text, first.Text)
	if !ok || !startsWith(d.Parts, first.Parts) {
		return d
	}
	if first.Text != "" && text != "" {
		if text, ok = strings.CutPrefix(text, chat.DraftGap); !ok {
			return d
		}
	}
	rest := chat.Draft{Text: text, Parts: d.Parts[len(first.Parts):]}
	if d.Edits != first.Edits {
		rest.Edits = d.Edits
	}
	return rest
}

// holds reports whether first stands at the front of d.
func holds(d, first chat.Draft) bool {
	return strings.HasPrefix(d.Text, first.Text) && startsWith(d.Parts, first.Parts)
}

func startsWith(all, first []chat.Part) bool {
	return len(all) >= len(first) && slices.EqualFunc(all[:len(first)], first, samePart)
}

func samePart(a, b chat.Part) bool {
	return a.Kind == b.Kind && a.Text == b.Text && a.Name == b.Name && a.Transcript == b.Transcript &&
		a.AsIs == b.AsIs && a.Pages == b.Pages && sameBlob(a.Blob, b.Blob) && sameBlob(a.Original, b.Original)
}

func sameBlob(a, b *chat.Blob) bool { return a == b || a != nil && b != nil && *a == *b }

// blank reports whether there is nothing in d that could be sent.
func blank(d chat.Draft) bool { return strings.TrimSpace(d.Text) == "" && len(d.Parts) == 0 }

// messageParts are the parts of the user's message: what the words are about, then the words.
func messageParts(d chat.Draft) []chat.Part {
	parts := slices.Clone(d.Parts)
	for i, p := range parts {
		if p.Kind == chat.PartImage && !p.AsIs {
			parts[i].Original = nil // what was not sent is not kept
		}
	}
	if strings.TrimSpace(d.Text) != "" {
		parts = append(parts, chat.Part{Kind: chat.PartText, Text: d.Text})
	}
	return parts
}
