package foreign

import "strings"

// CodeBlock returns a block of code in Markdown. Its fence is longer than any in the code. It ends
// without a line break.
func CodeBlock(language, code string) string {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	language = strings.Map(func(r rune) rune {
		if r <= ' ' || r == '`' {
			return -1
		}
		return r
	}, language)
	return fence + language + "\n" + strings.TrimSuffix(code, "\n") + "\n" + fence
}
