package markup

import "regexp"

// marks are the characters that have a meaning anywhere in a line of Markdown.
var marks = regexp.MustCompile("[\\\\`*_\\[\\]<>#|~&$!]")

// begins matches markup at the beginning of a line: a list, a rule, a heading underline.
var begins = regexp.MustCompile(`^([-+=]|[0-9]{1,9}[.)])`)

// Escape returns a line of text as Markdown that displays it unchanged.
func Escape(s string) string {
	s = marks.ReplaceAllString(s, `\$0`)
	if m := begins.FindString(s); m != "" {
		s = s[:len(m)-1] + `\` + s[len(m)-1:]
	}
	return s
}
