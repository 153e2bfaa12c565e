package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

const (
	// longestUndecided is the maximum length in bytes of an unfinished link text, tag or entity
	// that is hidden.
	longestUndecided = 100
	// longestHalfAddress is the maximum length in bytes of an unfinished link address that is
	// hidden.
	longestHalfAddress = 2000
)

// withoutUndecided removes trailing characters that following ones may turn into markup: "*", "`"
// and "\", or the beginning of an entity, a tag or a picture.
func withoutUndecided(text []byte) []byte {
	for {
		text = bytes.TrimRightFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("*_~`\\", r) })
		at := bytes.LastIndexAny(text, " \t\n") + 1
		if string(text[at:]) != "!" {
			at = max(at, len(text)-longestUndecided)
			for at < len(text) && !begins(text[at:]) {
				at++
			}
		}
		if at == len(text) {
			return text
		}
		text = text[:at]
	}
}

// withoutLastMark removes the mark at the end of a truncated text if it closes an open mark, or
// begins to do so, because open marks are closed anyway.
func withoutLastMark(text []byte, ctx *context) []byte {
	rest := bytes.TrimRight(text, "*_~`")
	if len(rest) == len(text) {
		return text
	}
	r := reader{text: rest, sequel: cutOff}
	r.parse(ctx)
	if bytes.HasPrefix(r.text[r.shown:], text[len(rest):]) {
		return rest
	}
	return text
}

// begins reports whether a text is an unfinished entity or tag.
func begins(text []byte) bool {
	return text[0] == '&' && bytes.IndexByte(text, ';') < 0 || text[0] == '<' && bytes.IndexByte(text, '>') < 0
}

// openCode returns the delimiter of unclosed inline code, nil if there is none.
func openCode(text []byte) []byte {
	for i := 0; i < len(text); {
		next := bytes.IndexAny(text[i:], "`\\")
		if next < 0 {
			return nil
		}
		i += next
		if text[i] == '\\' {
			i += 2
			continue
		}
		mark := text[i : i+alike(text[i:])]
		for i += len(mark); ; {
			next := bytes.IndexByte(text[i:], '`')
			if next < 0 {
				return mark
			}
			i += next
			size := alike(text[i:])
			i += size
			if size == len(mark) {
				break
			}
		}
	}
	return nil
}

// alike returns the number of bytes at the start of text that are equal to the first one.
func alike(text []byte) int {
	n := 1
	for n < len(text) && text[n] == text[0] {
		n++
	}
	return n
}

// closeMarks closes open markup at the end of the text or before an unfinished link. It reports
// whether the text must be parsed again.
func (r *reader) closeMarks(root ast.Node) bool {
	if root.LastChild() == nil {
		return false
	}
	shown, rest := r.shown, r.text[r.shown:]
	var open [][2]int // start and end of each open mark
	// Only text nodes can contain open marks: closed marks and code are other nodes.
search:
	for n := root.LastChild().FirstChild(); n != nil; n = n.NextSibling() {
		words, ok := n.(*ast.Text)
		if !ok {
			continue
		}
		stop := min(words.Segment.Stop, r.shown)
		for i := words.Segment.Start; i < stop; {
			switch r.text[i] {
			case '\\':
				i += 2
			case '*', '_', '~':
				end := i + alike(r.text[i:stop])
				if r.opens(i, end) {
					open = append(open, [2]int{i, end})
				}
				i = end
			case '[':
				length, half := halfLink(r.text[i:r.shown])
				if !half || r.sequel == cutOff {
					i++
					continue
				}
				shown, rest = i, nil
				switch {
				case i > 0 && r.text[i-1] == '!': // a picture is hidden until it is complete
					if i == 1 || isSpace(r.text[i-2]) {
						shown--
					}
				case length > 0:
					// to show the text as a link
					shown, rest = i+length, []byte("()")
				}
				break search
			default:
				i++
			}
		}
	}
	if shown == r.shown && len(open) == 0 {
		return false
	}
	for {
		shown = len(bytes.TrimRightFunc(r.text[:shown], unicode.IsSpace))
		last := len(open) - 1
		if last < 0 || open[last][1] < shown {
			break
		}
		shown, open = open[last][0], open[:last] // drop a mark without visible text
	}
	closed := slices.Concat(r.text[:shown], rest)
	for _, mark := range slices.Backward(open) {
		closed = append(closed, r.text[mark[0]:mark[1]]...)
	}
	r.text, r.shown = closed, shown
	return true
}

// opens reports whether the delimiter from start to end opens markup. It is stricter than goldmark:
// "2*3", "(a)*(b)" and a single "~" are shown as typed until they are closed.
func (r *reader) opens(start, end int) bool {
	char := r.text[start]
	for start > 0 && r.text[start-1] == char {
		start--
	}
	for end < r.shown && r.text[end] == char {
		end++
	}
	before, after := ' ', ' '
	if start > 0 {
		before, _ = utf8.DecodeLastRune(r.text[:start])
	}
	if end < r.shown {
		after, _ = utf8.DecodeRune(r.text[end:])
	}
	separated := util.IsSpaceRune(before) || util.IsPunctRune(before)
	switch left, _ := flanking(before, after); {
	case !left:
		return false
	case char == '_':
		return separated
	case char == '~':
		return end-start == 2
	}
	return before >= utf8.RuneSelf || separated && !strings.ContainsRune(")]}", before)
}

// halfLink reports whether a text that begins with "[" may still become a link. Once the address
// has begun, words is the length of the bracketed text.
func halfLink(text []byte) (words int, half bool) {
	depth, end := 0, -1
	for i, c := range text[:min(len(text), longestUndecided)] {
		switch c {
		case '[':
			depth++
		case ']':
			depth--
		}
		if depth == 0 {
			end = i + 1
			break
		}
	}
	if end < 0 {
		return 0, len(text) <= longestUndecided
	}
	rest := text[end:]
	if len(rest) == 0 {
		return 0, true
	}
	switch rest[0] {
	case '[':
		return 0, bytes.IndexByte(rest, ']') < 0 && len(rest) <= longestUndecided
	case ':':
		return 0, len(rest) == 1
	case '(':
		if len(rest) > longestHalfAddress || bytes.Count(rest, []byte{'('}) <= bytes.Count(rest, []byte{')'}) {
			return 0, false
		}
		gap := bytes.IndexAny(rest, " \n") + 1 // after a space only a title is valid
		return end, gap == 0 || rest[gap] == '"' || rest[gap] == '\''
	}
	return 0, false
}
