package documents

import (
	"regexp"
	"strings"
)

// heading is plain text as the words of a heading.
func heading(text string) string {
	text = escape(strings.Join(strings.Fields(text), " "))
	if strings.HasSuffix(text, "#") {
		text = text[:len(text)-1] + `\#`
	}
	return text
}

// paragraph is plain text as a paragraph that keeps its lines.
func paragraph(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if b.Len() > 0 {
			if line == "" { // a verse ends
				b.WriteString("\n\n")
				continue
			}
			if !strings.HasSuffix(b.String(), "\n") {
				b.WriteString("  \n")
			}
		}
		b.WriteString(escapeStart(escape(line)))
	}
	return b.String()
}

// cell is plain text in a cell of a table.
func cell(text string) string {
	return strings.ReplaceAll(escape(strings.Join(strings.Fields(text), " ")), "|", `\|`)
}

// escape keeps Markdown from reading marks into words.
func escape(text string) string {
	if strings.Contains(text, noteStart) {
		return notes.Replace(escapeWords(text))
	}
	return escapeWords(text)
}

// notes writes the numbers of notes.
var notes = strings.NewReplacer(noteStart, "[^", noteEnd, "]")

func escapeWords(text string) string {
	if !strings.ContainsAny(text, "\\*_`]<&~$") {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		next, before := byte(' '), byte(' ')
		if i+1 < len(text) {
			next = text[i+1]
		}
		if i > 0 {
			before = text[i-1]
		}
		switch c {
		case '*', '`', '$':
			b.WriteByte('\\')
		case ']': // and not '[', as "\\[" begins a formula
			if next == '(' || next == '[' || next == ':' || i == 2 && text[0] == '[' { // the last is a box to tick
				b.WriteByte('\\')
			}
		case '^':
			if before == '[' {
				b.WriteByte('\\')
			}
		case '\\':
			if isPunctuation(next) || next == ' ' {
				b.WriteByte('\\')
			}
		case '_':
			if !isWord(before) || !isWord(next) {
				b.WriteByte('\\')
			}
		case '<':
			if isWord(next) || next == '/' || next == '!' || next == '?' {
				b.WriteByte('\\')
			}
		case '&':
			if isWord(next) || next == '#' {
				b.WriteByte('\\')
			}
		case '~':
			if next == '~' || before != ' ' { // one alone strikes words out too, where it can end after a word
				b.WriteByte('\\')
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// blockMark matches what would make of a line something else than words.
var blockMark = regexp.MustCompile(`^(#{1,6}|[-+]|=+|>|\|)(\s|$)|^(>|:?-+\s*\|)|^\d{1,9}([.)])(\s|$)|^[-|:\s]+$|^:`)

func escapeStart(line string) string {
	if line == "" || isWord(line[0]) && (line[0] < '0' || line[0] > '9') || !blockMark.MatchString(line) {
		return line // no mark begins with a letter, and the expression looks at the whole line
	}
	i := 0
	for i < len(line) && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	return line[:i] + `\` + line[i:]
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isPunctuation(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
