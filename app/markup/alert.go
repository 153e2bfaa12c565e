package markup

import (
	"bytes"
	"regexp"
)

// alertMark matches the first line of a GitHub alert.
var alertMark = regexp.MustCompile(`(?i)^\[!(note|tip|important|warning|caution)\][ \t]*(\r?\n|$)`)

// Alert returns the name of the alert, such as "Note", whose mark is at the start of a quoted
// paragraph, and the length of the mark without and with the rest of its line. Without a mark the
// lengths are 0.
func Alert(text []byte) (name string, mark, line int) {
	m := alertMark.FindSubmatchIndex(text)
	if m == nil {
		return "", 0, 0
	}
	word := text[m[2]:m[3]]
	return string(bytes.ToUpper(word[:1])) + string(bytes.ToLower(word[1:])), m[3] + 1, m[1]
}
