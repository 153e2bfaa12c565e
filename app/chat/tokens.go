package chat

import "unicode"

// TextTokens is about how many tokens a text has, rather more than less; no tokenizer is right for all models (GATEWAY.md 2.5). A word of eight
// letters is one or two, and a character of most other scripts than the Latin one is one.
func TextTokens(text string) int {
	n := 0.0
	for _, r := range text {
		switch {
		case r < 0x250:
			n += 0.3
		case unicode.Is(unicode.Cyrillic, r), unicode.Is(unicode.Greek, r):
			n += 0.5
		default:
			n++
		}
	}
	return int(n) + 1
}
