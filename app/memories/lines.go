package memories

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/speech/speechtext"
)

// Candidate is a line of a text that may be remembered, as one memory.
type Candidate struct {
	Text string
	// IsHeading reports that the line only names what follows it.
	IsHeading bool
}

// TooLong reports whether the text cannot be remembered before it is shortened.
func (c Candidate) TooLong() bool { return utf8.RuneCountInString(c.Text) > MaxRunes }

var (
	// listMark matches what a line of a list begins with: a bullet or a number, a tick box, a date.
	listMark = regexp.MustCompile(`^(?:[-*+•‣·–—]\s+|\d{1,4}[.)](?:\s+|$))?(?:\[[ xX]\]\s+)?(?:\[\d{4}-\d\d-\d\d\][.:]?\s*(?:[-–—]\s+)?|\d{4}-\d\d-\d\d[.:]\s+)?`)
	heading  = regexp.MustCompile(`^(?:#{1,6}\s+(.*?)[\s#]*|(?:\*\*|__)([^*_]+)(?:\*\*|__)(:?))$`)
	// rule matches a line that only separates others.
	rule = regexp.MustCompile(`^[-*_=#\s]*$`)
)

// Split splits the memory of another program, or a list, into lines that may be remembered: each
// line of the text without the mark of a list and its date, and one that is too long by sentences.
// Each text is there once. A sentence that is still too long stays whole.
func Split(text string) (all []Candidate) {
	seen := map[string]bool{}
	add := func(c Candidate) {
		if c.Text = chat.OneLine(c.Text); c.Text != "" && !seen[c.Text] {
			seen[c.Text] = true
			all = append(all, c)
		}
	}
	for line := range strings.Lines(text) {
		line = chat.OneLine(line)
		line = line[len(listMark.FindString(line)):]
		if rule.MatchString(line) {
			continue
		}
		if m := heading.FindStringSubmatch(line); m != nil {
			add(Candidate{m[1] + m[2] + m[3], true})
			continue
		}
		whole := Candidate{Text: strings.ReplaceAll(line, "**", "")}
		if !whole.TooLong() {
			add(whole)
			continue
		}
		for _, sentence := range sentences(whole.Text) {
			add(Candidate{Text: sentence})
		}
	}
	return all
}

// sentences splits a line at the ends of its sentences.
func sentences(line string) (all []string) {
	from := 0
	for i, s := range speechtext.PlainSentences(line, speechtext.Words{}) {
		if i > 0 {
			all, from = append(all, line[from:s.Start]), s.Start
		}
	}
	return append(all, line[from:])
}
