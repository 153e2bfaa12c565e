package practice

import (
	"unicode"

	"parlando/client/tokens"
)

// pieces splits a reply into tokens, the units of streaming and max_tokens. A token is up to eight
// letters of a word with the space before them, a punctuation mark, or a character of a script
// without spaces. Concatenated, the tokens equal the text.
func pieces(text string) []string {
	var all []string
	start, letters := 0, 0
	runes := []rune(text)
	cut := func(i int) {
		if i > start {
			all = append(all, string(runes[start:i]))
			start, letters = i, 0
		}
	}
	for i, r := range runes {
		switch {
		case unicode.IsSpace(r):
			if letters > 0 || i > start && r == '\n' && runes[i-1] != '\n' {
				cut(i)
			}
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai):
			if letters > 0 {
				cut(i)
			}
			letters++
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if letters >= 8 {
				cut(i)
			}
			letters++
		default:
			if letters > 0 && !unicode.IsSymbol(r) && !unicode.In(r, unicode.Cf) {
				cut(i)
			}
			letters++
		}
	}
	cut(len(runes))
	return all
}

// promptTokens counts the prompt tokens (docs/gateway.md 10): three per message, its text and tool
// calls; the definitions of the tools, the schema, pictures and files.
func promptTokens(q question, looked []picture) int {
	n := 0
	add := func(text string) { n += tokens.EstimateText(text).Likely }
	for _, m := range q.messages {
		n += 3
		add(m.text)
		for _, c := range m.calls {
			add(c.name)
			add(c.arguments)
		}
	}
	for _, t := range q.tools {
		add(string(t.raw))
	}
	if q.format.schema != nil {
		add(string(q.format.schema.raw))
	}
	for _, p := range looked {
		n += p.tokens()
	}
	return n
}
