package sources

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/client/lazyregexp"
)

// mark matches a mark in the text that leads to sources: [1], [1, 2], [[1]], [^1], [doc1], [ref_1],
// ^[1]^, 【1】, 【4:1†source】, and the private characters of OpenAI's models.
var mark = lazyregexp.New(markPattern)

const markPattern = `\^?\[\[?\^?(?:doc|ref_)?\d{1,3}(?:, ?\d{1,3})*\]?\]\^?|【(?:\d{1,3}:)?\d{1,3}(?:†[^】\n]{0,60})?】|` +
	`\x{E200}[^\x{E201}\n]{0,300}\x{E201}`

var (
	leadingMark = lazyregexp.New(`^(?:` + markPattern + `)`)

	digits   = lazyregexp.New(`\d{1,3}`)
	oldMark  = lazyregexp.New(`^【(?:\d{1,3}:)?(\d{1,3})`)
	turnMark = lazyregexp.New(`turn\d{1,4}[a-z]+(\d{1,3})`)
)

// numbersIn returns the numbers in a mark. Marks in private characters count from 0, and so do
// those with a colon.
func numbersIn(mark string) (numbers []int) {
	add := func(digits string, more int) {
		if n, err := strconv.Atoi(digits); err == nil {
			numbers = append(numbers, n+more)
		}
	}
	switch {
	case strings.HasPrefix(mark, "\ue200"):
		for _, m := range turnMark().FindAllStringSubmatch(mark, -1) {
			add(m[1], 1)
		}
	case strings.HasPrefix(mark, "【"):
		more := 0
		if strings.Contains(mark, ":") {
			more = 1
		}
		if m := oldMark().FindStringSubmatch(mark); m != nil {
			add(m[1], more)
		}
	default:
		for _, d := range digits().FindAllString(mark, -1) {
			add(d, 0)
		}
	}
	return numbers
}

// isPrivate reports whether a mark consists of private characters, which nobody can read.
func isPrivate(mark string) bool { return strings.HasPrefix(mark, "\ue200") }

// markdownLink matches the beginning of a link in Markdown, with its text if that is a number.
var markdownLink = lazyregexp.New(`(?:\[(\d{1,3})\]?)?\]\((https?://[^\s<>"]+)`)

// fromSearch matches an address of which a service says that its search found it.
var fromSearch = lazyregexp.New(`[?&]utm_source=(?:openai|chatgpt\.com)\b`)

// citedLinks returns the sources that a text names by links: those whose text is a number, and
// those whose address says that it is from a search.
func citedLinks(text string) (cited []chat.CitedSource) {
	if !strings.Contains(text, "](http") {
		return nil
	}
	for _, m := range markdownLink().FindAllStringSubmatch(text, 1000) {
		address, ok := inParentheses(m[2])
		if n, _ := strconv.Atoi(m[1]); ok && (n > 0 || fromSearch().MatchString(address)) {
			cited = append(cited, chat.CitedSource{Address: address, Number: n})
		}
	}
	return cited
}

// inParentheses returns the text before the parenthesis that closes the one before it.
func inParentheses(text string) (string, bool) {
	open := 1
	for i := range len(text) {
		switch text[i] {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 {
			return text[:i], true
		}
	}
	return "", false
}

// longestMark is more than the bytes of a mark.
const longestMark = 1300

// marksIn yields at most 1000 marks in a text, without the ^ before one. A reply that streams is
// searched for each picture, so it is twenty times as fast as the regular expression alone.
func marksIn(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		n := 0
		for i := 0; i < len(text) && n < 1000; i++ {
			if b := text[i]; b != '[' && b != "【"[0] && b != "\ue200"[0] {
				continue
			}
			if m := leadingMark().FindString(text[i:min(i+longestMark, len(text))]); m != "" {
				if n++; !yield(m) {
					return
				}
				i += len(m) - 1
			}
		}
	}
}

// find finds out whether the text of the request has marks, and converts the places of the sources
// to byte offsets in text otherwise.
func (r *request) find(text string) {
	own := text[min(r.from, len(text)):]
	for m := range marksIn(own) {
		if slices.ContainsFunc(numbersIn(m), func(n int) bool { return r.source(n) > 0 }) {
			r.marked = true
			return
		}
	}
	ends := offsets(own, r.cited)
	for i := range r.cited {
		r.cited[i].End = -1
		if ends != nil && ends[i] > 0 {
			end := endOfWord(own, ends[i])
			r.cited[i].End = r.from + len(strings.TrimRight(own[:end], " \t\r\n"))
		}
	}
}

// source returns the number in Sources.List of number n in the text; 0 for none. Where the service
// numbers none, the sources are counted in their order.
func (r *request) source(n int) int {
	if len(r.byNumber) > 0 {
		return r.byNumber[n]
	}
	if n > 0 && n <= len(r.distinct) {
		return r.distinct[n-1]
	}
	return 0
}

// offsets returns the ends of the sources in bytes of the text, 0 for those without one; nil if
// they fit in no unit. Services count bytes, runes or UTF-16 units: the unit in which most ends are
// the end of a word is right.
func offsets(text string, cited []chat.CitedSource) []int {
	if !slices.ContainsFunc(cited, func(c chat.CitedSource) bool { return c.End > 0 }) {
		return nil
	}
	var best []int
	most := 0
	for _, size := range []func(rune, int) int{
		func(rune, int) int { return 1 },
		func(r rune, _ int) int { return utf16.RuneLen(r) },
		func(_ rune, bytes int) int { return bytes },
	} {
		ends, fit := offsetsIn(text, cited, size)
		if fit > most {
			best, most = ends, fit
		}
	}
	return best
}

// offsetsIn converts the ends of sources, in a unit, to bytes of the text. size returns the length
// of a rune in that unit. fit is larger if fewer ends divide a word, and 0 if one is beyond the
// text.
func offsetsIn(text string, cited []chat.CitedSource, size func(r rune, bytes int) int) (ends []int, fit int) {
	want := map[int][]int{}
	for i, c := range cited {
		if c.End > 0 {
			want[c.End] = append(want[c.End], i)
		}
	}
	ends = make([]int, len(cited))
	found := 0
	units := 0
	for at, r := range text {
		bytes := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, bytes = utf8.DecodeRuneInString(text[at:])
		}
		units += max(size(r, bytes), 1)
		for _, i := range want[units] {
			ends[i] = at + bytes
			if found++; endOfWord(text, at+bytes) == at+bytes {
				fit++
			}
		}
	}
	for end := range want {
		if end > units {
			return nil, 0
		}
	}
	return ends, 2*fit + found
}

// longestWord bounds how far a mark moves to the end of a word, in bytes.
const longestWord = 60

// endOfWord returns the first offset from at on that is not inside a word, so that a mark divides
// none.
func endOfWord(text string, at int) int {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	if !inWord(before) {
		return at
	}
	for i, r := range text[at:] {
		switch {
		case !inWord(r):
			return at + i
		case i > longestWord:
			return at
		}
	}
	return len(text)
}

// inWord reports whether a word must not be divided at a rune. Ideographs are words of their own.
func inWord(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}
