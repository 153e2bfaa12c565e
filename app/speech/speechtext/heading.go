package speechtext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Heading is a heading that is read aloud.
type Heading struct {
	// Title is the spoken title, without the full stop added for reading.
	Title string
	// Start and End are byte offsets in the source.
	Start, End int
}

// Headings returns the headings of a complete text in order, without empty ones.
func Headings(source string, words Words) []Heading {
	var all []Heading
	for i, page := 0, read(source, 0, words); i < len(page.blocks); i++ {
		if b := &page.blocks[i]; b.heading {
			all = appendHeading(all, &b.flow)
		}
	}
	return all
}

// longestHeading is the maximum length in characters of a line of plain text that may be a heading.
const longestHeading = 60

// PlainHeadings returns the apparent headings of a text without Markdown: a short line between
// blank lines, such as "Chapter 3", that begins with a capital or a number and does not end like a
// sentence.
func PlainHeadings(source string) []Heading {
	var all []Heading
	empty := true // the previous line is empty
	for start := 0; start < len(source); {
		end := len(source)
		if n := strings.IndexByte(source[start:], '\n'); n >= 0 {
			end = start + n
		}
		next := min(end+1, len(source))
		line := strings.TrimSpace(source[start:end])
		if empty && looksLikeHeading(line) && next < len(source) && strings.TrimSpace(firstLine(source[next:])) == "" {
			w := wordReader{leaf: leaf{text: []byte(source[start:end]), spans: []span{{0, start}}}}
			w.verbatim()
			all = appendHeading(all, &w.out.flow)
		}
		empty, start = line == "", next
	}
	return all
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func looksLikeHeading(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(line)
	return line != "" && utf8.RuneCountInString(line) <= longestHeading && strings.ContainsFunc(line, spoken) &&
		!unicode.IsLower(first) && (unicode.IsLetter(first) || unicode.IsNumber(first)) && (spoken(last) || unicode.Is(unicode.Pe, last))
}

func appendHeading(all []Heading, f *flow) []Heading {
	s, ok := f.sentence(0, len(f.text))
	if !ok {
		return all
	}
	return append(all, Heading{strings.TrimRight(s.Text, " "), s.Start, s.End})
}
