package conversation

import (
	"strings"
	"unicode/utf8"

	"parlando/app/speech/speechtext"
)

// maxSpoken is the maximum number of characters that are spoken at once to users who do not see the
// window, unless a single sentence is longer.
const maxSpoken = 300

// spokenPlace is a place in texts that are spoken to users who do not see the window: a paragraph,
// and of a long one some of its sentences. Its zero value is the beginning of the first text.
type spokenPlace struct {
	// text is the index of the text, piece that of the sentences in it.
	text, piece int
}

// step moves to the next piece (+1) or to the previous one (-1), and reports whether there is one.
// Texts without words are skipped. Before step, the place may lie outside of the texts.
func (p *spokenPlace) step(by, texts int, text func(i int) string) bool {
	if p.text >= 0 && p.text < texts {
		if next := p.piece + by; next >= 0 && next < len(spokenPieces(text(p.text))) {
			p.piece = next
			return true
		}
	}
	for i := min(p.text, texts) + by; i >= 0 && i < texts; i += by {
		if n := len(spokenPieces(text(i))); n > 0 {
			*p = spokenPlace{text: i}
			if by < 0 {
				p.piece = n - 1
			}
			return true
		}
	}
	return false
}

// spokenAt returns what is spoken at a place, and the number of pieces of its text; "" if the place
// has no words.
func spokenAt(p spokenPlace, texts int, text func(i int) string) (words string, pieces int) {
	if p.text < 0 || p.text >= texts {
		return "", 0
	}
	all := spokenPieces(text(p.text))
	if len(all) == 0 {
		return "", 0
	}
	return all[min(p.piece, len(all)-1)], len(all)
}

// spokenPieces divides a text at the ends of sentences into pieces that are spoken at once.
func spokenPieces(text string) (pieces []string) {
	if utf8.RuneCountInString(text) > maxSpoken {
		from, to := 0, 0
		for _, s := range speechtext.PlainSentences(text, speechtext.Words{}) {
			if to > from && utf8.RuneCountInString(text[from:s.End]) > maxSpoken {
				pieces = append(pieces, strings.TrimSpace(text[from:to]))
				from = to
			}
			to = s.End
		}
		text = text[from:]
	}
	if text = strings.TrimSpace(text); text != "" {
		pieces = append(pieces, text)
	}
	return pieces
}
