package chat

import "unicode"

// TextTokens is about how many tokens a text has, rather more than less; no tokenizer is right for all models (GATEWAY.md 2.5). A word of eight
// letters is one or two, and a character of most other scripts than the Latin one is one.
func TextTokens(text string) int {
	n := 0.0
	for _, r := range text {
		n += tokensOf(r)
	}
	return int(n) + 1
}

// FirstTokens returns the beginning of a text that has about so many tokens, up to the end of a line or a word.
func FirstTokens(text string, most int) string {
	n, line, word := 0.0, 0, 0
	for i, r := range text {
		if n += tokensOf(r); n > float64(most) {
			switch {
			case line > i/2:
				return text[:line]
			case word > i/2:
				return text[:word]
			}
			return text[:i]
		}
		switch {
		case r == '\n':
			line = i
		case unicode.IsSpace(r):
			word = i
		}
	}
	return text
}

// tokensOf returns how much of a token a character counts for.
func tokensOf(r rune) float64 {
	switch {
	case r < 0x250:
		return 0.3
	case unicode.Is(unicode.Cyrillic, r), unicode.Is(unicode.Greek, r):
		return 0.5
	}
	return 1
}
