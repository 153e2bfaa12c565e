package speechtext

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"

	"parlando/app/markup"
)

// letters adds the spoken form of a text without markup.
func (w *wordReader) letters(text []byte, start, end int) {
	for i := start; i < end; {
		r, size := utf8.DecodeRune(text[i:end])
		w.letter(r, i, size)
		i += size
	}
}

func (w *wordReader) letter(r rune, at, size int) {
	switch {
	case unicode.IsSpace(r), isSign(r):
		w.out.blank(w.from(at), w.to(at+size))
	case r == utf8.RuneError && size == 1, silent(r):
	case r == 0x200d || r == 0x200c:
		// A joiner stays where it joins letters.
		if last, _ := utf8.DecodeLastRune(w.out.text); unicode.In(last, unicode.L, unicode.M) {
			w.out.add(string(r), w.from(at), w.to(at+size))
		}
	default:
		w.out.add(string(r), w.from(at), w.to(at+size))
	}
}

// plain adds a text that may contain escapes, entities, addresses and emphasis marks.
func (w *wordReader) plain(text []byte, start, end int) {
	for i := start; i < end; {
		r, size := utf8.DecodeRune(text[i:end])
		switch r {
		case '\\':
			if i+1 == len(text) {
				w.hold(w.at + i)
			}
			if i+1 < end && util.IsPunct(text[i+1]) {
				if text[i+1] == '(' || text[i+1] == '[' {
					w.holdFormula(i)
				}
				w.out.add(string(text[i+1:i+2]), w.from(i), w.to(i+2))
				i += 2
				continue
			}
		case '&':
			if shown, n := markup.Entity(text[i:end]); n > 0 {
				w.entity(shown, i, i+n)
				i += n
				continue
			}
			if len(bytes.TrimLeftFunc(text[i+1:], func(r rune) bool { return r == '#' || spoken(r) })) == 0 {
				w.hold(w.at + i)
			}
		case '*', '_', '~', '`', '=':
			n := 1
			for i+n < len(text) && text[i+n] == byte(r) {
				n++
			}
			if r == '`' || i+n == len(text) {
				w.hold(w.at + i)
			}
			if n = min(n, end-i); keeps(r, n, text, i) {
				w.out.add(string(text[i:i+n]), w.from(i), w.to(i+n))
			}
			i += n
			continue
		case 'h', 'H', 'w', 'W':
			if w.begins(text, i) && mayBeAddress(text[i:]) {
				w.hold(w.at + i)
			}
			if n := addressLength(text[i:end]); n > 0 && w.begins(text, i) {
				w.address(string(text[i:i+n]), w.from(i), w.to(i+n))
				i += n
				continue
			}
		case '【', citationStart:
			n, open := citationLength(text[i:])
			if open {
				w.hold(w.at + i)
			}
			if n > 0 && i+n <= end {
				i += n
				continue
			}
		case '[':
			w.hold(w.at + i)
		case '!':
			if i+1 == len(text) || text[i+1] == '[' {
				w.hold(w.at + i)
			}
		case '<':
			if i+1 == len(text) || bytes.IndexByte([]byte("/!?"), text[i+1]) >= 0 || unicode.IsLetter(rune(text[i+1])) {
				w.hold(w.at + i)
			}
		case '$':
			if i+1 == len(text) || !isSpace(text[i+1]) && (text[i+1] == '$' || bytes.IndexByte(text[i:], '\n') < 0) {
				w.holdFormula(i)
			}
		}
		w.letter(r, i, size)
		i += size
	}
}

// holdFormula calls hold for the possible beginning of a formula.
func (w *wordReader) holdFormula(at int) {
	if len(w.leaf.text)-w.at-at < markup.MaxInlineFormula {
		w.hold(w.at + at)
	}
}

// keeps reports whether a run of n marks is spoken, such as the star in "2 * 3" and the underscore
// in a name like a_b.
func keeps(mark rune, n int, text []byte, at int) bool {
	before, _ := utf8.DecodeLastRune(text[:at])
	after, _ := utf8.DecodeRune(text[min(at+n, len(text)):])
	if at == 0 {
		before = ' '
	}
	if at+n >= len(text) {
		after = ' '
	}
	switch mark {
	case '*':
		return at > 0 && unicode.IsSpace(before) && unicode.IsSpace(after) || unicode.IsDigit(before) && unicode.IsDigit(after)
	case '_':
		return spoken(before) && spoken(after)
	case '~':
		return n == 1
	case '=': // == highlights a text, more of them underline a heading
		return n == 1 || n < 4 && at > 0 && at+n < len(text) &&
			(unicode.IsSpace(before) && unicode.IsSpace(after) || spoken(before) && spoken(after) && !wide(before) && !wide(after))
	}
	return false
}

const (
	// citationStart and citationEnd enclose the names of sources in replies of ChatGPT.
	citationStart, citationEnd = '\ue200', '\ue201'
	// longestCitation bounds a citation, in bytes.
	longestCitation = 300
)

// citationLength returns the length in bytes of a citation at the start of a text, such as
// 【3†source】, 0 if there is none. open reports that later text may still make it a citation.
func citationLength(text []byte) (length int, open bool) {
	line, _, ended := bytes.Cut(text[:min(len(text), longestCitation)], []byte("\n"))
	first, _ := utf8.DecodeRune(line)
	last, needed := string(citationEnd), ""
	switch first {
	case '【':
		last, needed = "】", "†"
	case citationStart:
	default:
		return 0, false
	}
	within, _, closed := bytes.Cut(line, []byte(last))
	if closed && bytes.Contains(within, []byte(needed)) {
		return len(within) + len(last), false
	}
	return 0, !closed && !ended && len(text) < longestCitation
}

// entity adds a character that the source writes as an entity.
func (w *wordReader) entity(shown string, start, end int) {
	r, size := utf8.DecodeRuneInString(shown)
	if size < len(shown) {
		w.out.add(shown, w.from(start), w.to(end))
		return
	}
	switch {
	case unicode.IsSpace(r), isSign(r):
		w.out.blank(w.from(start), w.to(end))
	case r != utf8.RuneError && !silent(r):
		w.out.add(shown, w.from(start), w.to(end))
	}
}
