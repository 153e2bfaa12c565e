package documents

import (
	"regexp"
	"strings"
)

// heading escapes plain text for a heading.
func heading(text string) string {
	text = escape(strings.Join(strings.Fields(text), " "))
	if strings.HasSuffix(text, "#") {
		text = text[:len(text)-1] + `\#`
	}
	return text
}

// paragraph escapes plain text for a paragraph; its line breaks become hard line breaks.
func paragraph(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if b.Len() > 0 {
			if line == "" { // an empty line ends a verse
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

// cell escapes plain text for a table cell that keeps its lines.
func cell(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.ReplaceAll(escape(strings.Join(words, " ")), "|", `\|`))
		}
	}
	return strings.Join(lines, "<br>")
}

// escape escapes text so that it contains no Markdown markup.
func escape(text string) string {
	if strings.Contains(text, noteStart) {
		return notes.Replace(escapeWords(text))
	}
	return escapeWords(text)
}

// notes converts the internal marks of note numbers.
var notes = strings.NewReplacer(noteStart, "[^", noteEnd, "]")

// isMark reports for each possible markup character whether it is markup between two others. Both
// ends of a text count as spaces.
var isMark = map[byte]func(before, next byte) bool{
	'*': always, '`': always, '$': always,
	// '[' is not escaped, because "\\[" would begin a formula; ']' is enough.
	']':  func(_, next byte) bool { return next == '(' || next == '[' || next == ':' },
	'^':  func(before, _ byte) bool { return before == '[' },
	'\\': func(_, next byte) bool { return isPunctuation(next) || next == ' ' },
	'_':  func(before, next byte) bool { return !isWord(before) || !isWord(next) },
	'<':  func(_, next byte) bool { return isWord(next) || next == '/' || next == '!' || next == '?' },
	'&':  func(_, next byte) bool { return isWord(next) || next == '#' },
	// A single '~' may strike out words, too, unless a space precedes it.
	'~': func(before, next byte) bool { return next == '~' || before != ' ' },
}

func always(_, _ byte) bool { return true }

func escapeWords(text string) string {
	if !strings.ContainsAny(text, "\\*_`]<&~$") {
		return text
	}
	var b strings.Builder
	padded := " " + text + " "
	for i := range len(text) {
		mark := isMark[text[i]]
		isBox := i == 2 && text[0] == '[' && text[i] == ']' // a task list box
		if isBox || mark != nil && mark(padded[i], padded[i+2]) {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// blockMark matches the beginning of a line that would be block markup.
var blockMark = regexp.MustCompile(`^(#{1,6}|[-+]|=+|>|\|)(\s|$)|^(>|:?-+\s*\|)|^\d{1,9}([.)])(\s|$)|^[-|:\s]+$|^:`)

func escapeStart(line string) string {
	if line == "" || isWord(line[0]) && (line[0] < '0' || line[0] > '9') || !blockMark.MatchString(line) {
		return line // no block markup begins with a letter: skip the expression
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
