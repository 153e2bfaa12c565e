package speechtext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// PlainSentences returns the sentences of a text without Markdown, such as pasted text or the text
// of a file: no character is markup. It uses only the field Link of words. A paragraph ends at a
// blank line, and at a line too short to have been wrapped.
func PlainSentences(source string, words Words) []Sentence {
	var all []Sentence
	for start := 0; start < len(source); {
		end := paragraphEnd(source, start)
		w := wordReader{leaf: leaf{text: []byte(source[start:end]), spans: []span{{0, start}}}, words: words}
		w.verbatim()
		w.out.finish()
		from, fresh := 0, true
		for _, at := range w.out.boundaries(len(w.out.text)) {
			if s, ok := w.out.sentence(from, at.end); ok {
				s.Break, fresh = fresh, false
				all = append(all, s)
			}
			from = at.end
		}
		start = end
	}
	return all
}

// fullLine is the minimum number of characters in a line that counts as wrapped.
const fullLine = 45

// paragraphEnd returns the end of the paragraph that begins at start.
func paragraphEnd(source string, start int) int {
	for at := start; ; {
		n := strings.IndexByte(source[at:], '\n')
		if n < 0 {
			return len(source)
		}
		line, next := source[at:at+n], at+n+1
		if !continues(line, source[next:]) {
			return next
		}
		at = next
	}
}

// continues reports whether the paragraph continues after a line.
func continues(line, rest string) bool {
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	rest = strings.TrimSpace(rest)
	first, _ := utf8.DecodeRuneInString(rest)
	if strings.TrimSpace(line) == "" || !spoken(first) && !unicode.In(first, unicode.Ps, unicode.Pi) && first != '"' && first != '\'' {
		return false
	}
	return unicode.IsLower(first) || utf8.RuneCountInString(line) >= fullLine || wide(first) && utf8.RuneCountInString(line) >= fullLine/2
}

// verbatim reads a paragraph without markup.
func (w *wordReader) verbatim() {
	text := w.leaf.text
	for i := 0; i < len(text); {
		if text[i] == '\n' {
			w.softBreak(text, i)
			i++
			continue
		}
		if n := addressLength(text[i:]); n > 0 && w.begins(text, i) {
			w.address(string(text[i:i+n]), w.from(i), w.to(i+n))
			i += n
			continue
		}
		if n, _ := citationLength(text[i:]); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		w.letter(r, i, size)
		i += size
	}
}
