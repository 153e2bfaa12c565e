package markdown

import (
	"regexp"
	"strings"

	"parlando/app/markup"
)

// The end of a text that is still being written may be half a mark. A line of which nobody can tell
// yet what it is, such as "-", "##" or the head of a table, waits in the source until it is decided
// (this file); of the last words, marks that have begun are read as if they had ended
// (openmarks.go).

// longestLine is the maximum length of an undecided line, in bytes.
const longestLine = 2000

// undecidedLine matches a line of markup only: of lists and quotes, a heading, a rule, a fence with
// its language, a table row, a number that may become an item's, a task box, a tag, or a "$$" or
// "\[" that opens a formula or a bracket.
var undecidedLine = regexp.MustCompile("^[ \t>]*(?:(?:[-+*]|[0-9]{1,2}[.)])[ \t>]+)*" +
	"(?:[0-9]{1,2}[.)]?|\\[[ xX]?\\]?|\\\\(?:\\[[ \t]*\\pL?)?|[-+*=_#~`|:> \t]*|\\$\\$?|(?:```+|~~~+)[^`]*|</?[a-zA-Z]+>?)[ \t\r]*$")

// decided returns the length of the text that can be shown while more is being written.
func (d *Document) decided(text string) int {
	from := max(0, len(text)-longestLine)
	at := from + strings.LastIndexByte(text[from:], '\n') + 1
	if at == from && from > 0 {
		return len(text)
	}
	line := text[at:]
	if d.fence.open && !d.fence.closes(text) {
		if strings.Trim(line, " \t"+string(d.fence.char)) == "" {
			return at
		}
		return len(text)
	}
	marks, bar := undecidedLine.MatchString(line), rowBar(line)
	if marks || bar >= 0 {
		before, start := lineBefore(text, at)
		twoBefore, _ := lineBefore(text, start)
		switch head := rowBar(before); {
		// these marks decide whether the line before is the head of a table
		case marks && head >= 0 && rowBar(twoBefore) < 0:
			return start + head
		case marks:
			return at
		case head < 0:
			return at + bar
		}
	}
	if bar >= 0 {
		if open := markup.OpenBar([]byte(line)); open >= 0 {
			return at + open
		}
	}
	return len(text)
}

// lineBefore returns the line before the one that starts at at, and its start.
func lineBefore(text string, at int) (line string, start int) {
	if at == 0 {
		return "", 0
	}
	start = strings.LastIndexByte(text[:at-1], '\n') + 1
	return text[start : at-1], start
}

// rowBar returns from where on a line is a table row, if it is one: from its start if it begins
// with "|", otherwise from the first " |" on. It returns -1 if it cannot be one, or if so much
// follows that it rather is a sentence.
func rowBar(line string) int {
	switch start := strings.TrimLeft(line, " \t>"); {
	case strings.HasPrefix(start, "|"):
		return 0
	case strings.IndexByte(start, '|') < 0:
		return -1
	case strings.Trim(start, "-:| \t\r") == "":
		return 0
	}
	bar := markup.FirstBar([]byte(line))
	if bar < 1 || line[bar-1] != ' ' || len(line)-bar > longestUndecided {
		return -1
	}
	return bar
}
