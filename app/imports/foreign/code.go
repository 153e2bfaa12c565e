package foreign

import "strings"

// CodeBlock returns a block of code in Markdown. Its fence is longer than any in the code. It ends
// without a line break.
func CodeBlock(language, code string) string {
	fence := Backticks(code, 3)
	language = strings.Map(func(r rune) rune {
		if r <= ' ' || r == '`' {
			return -1
		}
		return r
	}, language)
	return fence + language + "\n" + strings.TrimSuffix(code, "\n") + "\n" + fence
}

// Backticks returns at least so many backticks, and more than are together anywhere in the code.
func Backticks(code string, least int) string {
	run := 0
	for _, b := range []byte(code) {
		if run++; b != '`' {
			run = 0
		}
		least = max(least, run+1)
	}
	return strings.Repeat("`", least)
}
