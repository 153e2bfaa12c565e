package markup

import "regexp"

// marks are the characters that mean something anywhere in a line of Markdown.
var marks = regexp.MustCompile("[\\\\`*_\\[\\]<>#|~&$!]")

// begins matches marks at the beginning of a line: a list, a rule, a heading underlined.
var begins = regexp.MustCompile(`^([-+=]|[0-9]{1,9}[.)])`)

// Escape is a line of text as Markdown that shows it as it is.
func Escape(s string) string {
	s = marks.ReplaceAllString(s, `\$0`)
	if m := begins.FindString(s); m != "" {
		s = s[:len(m)-1] + `\` + s[len(m)-1:]
	}
	return s
}
