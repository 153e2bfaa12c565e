package markdown

import (
	"regexp"
	"strings"

	"parlando/app/markup"
)

// The end of a text that is still being written may be half a mark. A last line whose meaning is
// undecided, such as "-", "##" or a table header, is hidden until more follows (this file). In the
// last words, open marks are shown as if they were closed (openmarks.go).

// longestLine is the maximum length of an undecided line, in bytes.
const longestLine = 2000

// undecidedLine matches a line that has only markup: markers of lists and quotes, a heading, a
// rule, a fence with its language, a table row, a number that may become a list marker, a task box,
// a tag, or a "$$" or "\[" that opens a formula or a bracket.
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
		// such a line decides whether the line before is a table header
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

// lineBefore returns the line before the one that starts at the offset at, and its start.
func lineBefore(text string, at int) (line string, start int) {
	if at == 0 {
		return "", 0
	}
	start = strings.LastIndexByte(text[:at-1], '\n') + 1
	return text[start : at-1], start
}

// rowBar returns the offset in a line from which it may be a table row: 0 if it begins with "|",
// otherwise the first " |". It returns -1 if the line cannot be a row, or if so much text follows
// that it is probably a sentence.
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
