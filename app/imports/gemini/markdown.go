package gemini

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"parlando/app/imports/foreign"
)

const (
	// maxContainers bounds the lists and quotations in each other, maxSpans the emphasis.
	maxContainers = 8
	maxSpans      = 8
)

// markdown converts the HTML of an answer. It loads nothing, and drops pictures and scripts.
func markdown(source string) string {
	w := &writer{}
	tokens := html.NewTokenizer(strings.NewReader(source))
	for {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			w.endCode()
			w.endTable()
			w.endSpans()
			return strings.TrimSpace(w.out.String())
		case html.TextToken:
			w.text(string(tokens.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			w.start(token)
			if token.DataAtom == atom.Script || token.DataAtom == atom.Style {
				w.skipRaw = kind == html.StartTagToken
			}
		case html.EndTagToken:
			w.end(tokens.Token().DataAtom)
		}
	}
}

// writer writes Markdown.
type writer struct {
	out strings.Builder
	// breaks is the number of line breaks before the next text.
	breaks int
	// containers are the beginnings of a line in the open lists and quotations; marker is that of
	// the current item, until its first text.
	containers []container
	marker     string
	// spans are the open emphasis, links and code.
	spans []*span
	// code is the text of the current block of code if inCode is set.
	code     strings.Builder
	inCode   bool
	language string
	skipRaw  bool
	// rows is the current table if inTable is set, cell the text of its last cell if inCell is set.
	rows            [][]string
	cell            strings.Builder
	inTable, inCell bool
}

// container is an open list or quotation.
type container struct {
	tag atom.Atom
	// indent begins each line.
	indent string
	// number is that of the next item of a numbered list.
	number int
}

// span is inline text with marks around it.
type span struct {
	tag  atom.Atom
	href string
	text strings.Builder
}

// oneSpace replaces the white space between words by single spaces.
func oneSpace(text string) string {
	var b strings.Builder
	inSpace := false
	for _, c := range []byte(text) {
		isSpace := strings.IndexByte(" \t\r\n\f", c) >= 0
		switch {
		case !isSpace:
			b.WriteByte(c)
		case !inSpace:
			b.WriteByte(' ')
		}
		inSpace = isSpace
	}
	return b.String()
}

// escaper escapes the signs that would begin an element or emphasis.
var escaper = strings.NewReplacer("*", `\*`, "`", "\\`", "<", `\<`)

func (w *writer) text(text string) {
	switch {
	case w.skipRaw:
		return
	case w.inCode:
		w.code.WriteString(text)
		return
	}
	text = oneSpace(text)
	if !w.inSpan(atom.Code) && strings.ContainsAny(text, "*`<") {
		text = escaper.Replace(text)
	}
	w.inline(text)
}

func (w *writer) inSpan(tag atom.Atom) bool {
	return len(w.spans) > 0 && w.spans[len(w.spans)-1].tag == tag
}

// inline writes into the current span, cell or line.
func (w *writer) inline(text string) {
	switch {
	case len(w.spans) > 0:
		w.spans[len(w.spans)-1].text.WriteString(text)
	case w.inTable:
		w.cell.WriteString(strings.ReplaceAll(text, "|", `\|`))
	default:
		w.line(text)
	}
}

// line writes text of the current line, which contains no line break.
func (w *writer) line(text string) {
	atStart := w.breaks > 0 || w.out.Len() == 0 || w.marker != ""
	if atStart {
		text = strings.TrimLeft(text, " ")
	}
	if text == "" {
		return
	}
	if w.out.Len() > 0 {
		for i := range w.breaks {
			w.out.WriteString("\n")
			if i < w.breaks-1 {
				w.out.WriteString(strings.TrimRight(w.indent(), " "))
			}
		}
	}
	if atStart {
		indent := w.indent()
		if w.marker != "" {
			indent = strings.TrimSuffix(indent, w.top().indent) + w.marker
		}
		w.out.WriteString(indent)
	}
	w.breaks, w.marker = 0, ""
	w.out.WriteString(text)
}

func (w *writer) indent() (all string) {
	for _, c := range w.containers {
		all += c.indent
	}
	return all
}

func (w *writer) top() *container {
	if len(w.containers) == 0 {
		return &container{}
	}
	return &w.containers[len(w.containers)-1]
}

// block begins a new line after so many line breaks.
func (w *writer) block(breaks int) {
	w.endSpans()
	switch {
	case w.inTable:
		w.inline(" ")
	case w.marker == "":
		w.breaks = max(w.breaks, breaks)
	}
}

func (w *writer) start(t html.Token) {
	switch t.DataAtom {
	case atom.B, atom.Strong, atom.I, atom.Em, atom.Del, atom.S, atom.A:
		w.openSpan(t)
	case atom.Code:
		if w.inCode {
			w.language = languageOf(t)
		} else {
			w.openSpan(t)
		}
	case atom.Pre:
		w.block(2)
		w.inCode = true
		w.language = languageOf(t)
	case atom.Ul, atom.Ol, atom.Blockquote:
		w.open(t)
	case atom.Li:
		w.item()
	case atom.Table:
		w.block(2)
		w.inTable = true
	case atom.Tr:
		if w.endCell(); w.inTable {
			w.rows = append(w.rows, nil)
		}
	case atom.Td, atom.Th:
		w.endCell()
		w.inCell = w.inTable
	case atom.Br:
		w.lineBreak()
	default:
		w.startBlock(t.DataAtom)
	}
}

// startBlock begins a heading, a rule or another block.
func (w *writer) startBlock(tag atom.Atom) {
	if level := headingLevel(tag); level > 0 {
		w.block(2)
		w.inline(strings.Repeat("#", level) + " ")
		return
	}
	switch tag {
	case atom.Hr:
		w.block(2)
		w.inline("---")
		w.block(2)
	case atom.P, atom.Div, atom.Section:
		w.block(2)
	}
}

func headingLevel(tag atom.Atom) int {
	switch tag {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return int(tag.String()[1] - '0')
	}
	return 0
}

func (w *writer) lineBreak() {
	switch {
	case w.inCode:
		w.code.WriteString("\n")
	case len(w.spans) > 0 || w.inTable:
		w.inline(" ")
	case w.breaks == 0:
		w.line("  ")
		w.breaks = 1
	}
}

func (w *writer) end(tag atom.Atom) {
	switch tag {
	case atom.Script, atom.Style:
		w.skipRaw = false
	case atom.B, atom.Strong, atom.I, atom.Em, atom.Del, atom.S, atom.A, atom.Code:
		if w.inSpan(tag) {
			w.endSpan()
		}
	case atom.Pre:
		w.endCode()
	case atom.Ul, atom.Ol, atom.Blockquote:
		w.block(2)
		if w.top().tag == tag {
			w.containers = w.containers[:len(w.containers)-1]
			w.marker = ""
		}
	case atom.Li:
		w.block(1)
	case atom.Td, atom.Th:
		w.endCell()
	case atom.Table:
		w.endTable()
	default:
		if tag == atom.P || tag == atom.Div || tag == atom.Section || headingLevel(tag) > 0 {
			w.block(2)
		}
	}
}

func languageOf(t html.Token) string {
	for _, a := range t.Attr {
		if a.Key == "class" {
			for class := range strings.FieldsSeq(a.Val) {
				if language, found := strings.CutPrefix(class, "language-"); found {
					return language
				}
			}
		}
	}
	return ""
}

func (w *writer) openSpan(t html.Token) {
	if len(w.spans) == maxSpans || w.inCode || w.inSpan(atom.Code) {
		return
	}
	s := &span{tag: t.DataAtom}
	for _, a := range t.Attr {
		if a.Key == "href" && (strings.HasPrefix(a.Val, "https://") || strings.HasPrefix(a.Val, "http://")) {
			s.href = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "\n", "").Replace(a.Val)
		}
	}
	w.spans = append(w.spans, s)
}

// endSpan writes the innermost span with its marks. Spaces at its ends remain outside.
func (w *writer) endSpan() {
	s := w.spans[len(w.spans)-1]
	w.spans = w.spans[:len(w.spans)-1]
	text := s.text.String()
	words := strings.Trim(text, " ")
	if words == "" {
		w.inline(text)
		return
	}
	before, after, _ := strings.Cut(text, words)
	w.inline(before + s.marked(words) + after)
}

func (s *span) marked(words string) string {
	switch s.tag {
	case atom.B, atom.Strong:
		return "**" + words + "**"
	case atom.I, atom.Em:
		return "*" + words + "*"
	case atom.Del, atom.S:
		return "~~" + words + "~~"
	case atom.A:
		if s.href == "" || s.href == words {
			return words
		}
		return "[" + words + "](" + s.href + ")"
	}
	fence := foreign.Backticks(words, 1)
	if len(fence) > 1 {
		words = " " + words + " "
	}
	return fence + words + fence
}

func (w *writer) endSpans() {
	for len(w.spans) > 0 {
		w.endSpan()
	}
}

// open opens a list or a quotation.
func (w *writer) open(t html.Token) {
	breaks := 2
	if t.DataAtom != atom.Blockquote && w.top().tag != 0 && w.top().tag != atom.Blockquote {
		breaks = 1
	}
	w.block(breaks)
	if len(w.containers) == maxContainers {
		return
	}
	c := container{tag: t.DataAtom, indent: "> ", number: 1}
	switch t.DataAtom {
	case atom.Ul:
		c.indent = "  "
	case atom.Ol:
		c.indent = "   "
		for _, a := range t.Attr {
			if n, err := strconv.Atoi(a.Val); a.Key == "start" && err == nil && n >= 0 && n < 1e8 {
				c.number = n
			}
		}
	}
	w.containers = append(w.containers, c)
}

// item begins an item of the current list.
func (w *writer) item() {
	w.marker = ""
	w.block(1)
	switch c := w.top(); c.tag {
	case atom.Ul:
		w.marker = "- "
	case atom.Ol:
		w.marker = strconv.Itoa(c.number) + ". "
		c.indent = strings.Repeat(" ", len(w.marker))
		c.number++
	}
}

func (w *writer) endCode() {
	if !w.inCode {
		return
	}
	w.inCode = false
	code := foreign.CodeBlock(w.language, w.code.String())
	w.code.Reset()
	for line := range strings.Lines(code) {
		w.breaks = max(w.breaks, 1)
		line = strings.TrimSuffix(line, "\n")
		w.codeLine(line)
	}
	w.block(2)
}

// codeLine writes a line as it is.
func (w *writer) codeLine(line string) {
	if words := strings.TrimLeft(line, " "); words != "" {
		space := line[:len(line)-len(words)]
		if space == "" {
			w.line(words)
			return
		}
	}
	if w.out.Len() > 0 {
		w.out.WriteString(strings.Repeat("\n", w.breaks) + w.indent())
	}
	w.breaks = 0
	w.out.WriteString(line)
}

// endCell adds the current cell to its row. Text outside of cells becomes one of its own.
func (w *writer) endCell() {
	w.endSpans()
	cell := strings.TrimSpace(oneSpace(w.cell.String()))
	w.cell.Reset()
	if w.inTable && (w.inCell || cell != "") {
		if len(w.rows) == 0 {
			w.rows = append(w.rows, nil)
		}
		last := &w.rows[len(w.rows)-1]
		*last = append(*last, cell)
	}
	w.inCell = false
}

func (w *writer) endTable() {
	w.endCell()
	if !w.inTable {
		return
	}
	w.inTable = false
	rows := w.rows
	w.rows = nil
	for i, row := range rows {
		w.breaks = max(w.breaks, 1)
		w.line("| " + strings.Join(row, " | ") + " |")
		if i == 0 {
			w.breaks = 1
			w.line("|" + strings.Repeat(" --- |", max(len(row), 1)))
		}
	}
	w.block(2)
}
