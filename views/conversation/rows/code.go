package rows

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/markdown"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

const (
	codeHeader = 30
	codePad    = 12
	codeAbove  = 10 // between the top edge of the card and the first line
	cardRadius = 12
	barRoom    = 12 // below a wide block, for its scroll bar
)

// code lays out a code block: a card with the language and Copy, and lines that never wrap. While
// the block grows, all rows but the last are reused.
func (s *Typesetter) code(set *BlockLayout, block markdown.Block, old *BlockLayout, left float32) {
	c := codeSetting{Typesetter: s, set: set, block: block, left: left, width: s.Width - left}
	if !block.Open {
		c.spans = s.Colors(block.Lang, block.Text)
	}
	set.code, set.scroll, set.whole = block.Text, &ScrollOffset{}, new(string)
	if old != nil && old.scroll != nil {
		set.scroll, set.whole = old.scroll, old.whole
	}
	*set.whole = block.Text
	if grows := old != nil && c.spans == nil && len(old.Rows) > 0 && strings.HasPrefix(block.Text, old.code); grows {
		set.longest = old.longest
		c.kept = len(old.Rows) - 1
		c.start = old.starts[c.kept]
	}
	c.lines = strings.Split(block.Text[c.start:], "\n")
	for _, l := range c.lines {
		// Counting columns is exact enough: characters of two columns are rare in code.
		set.longest = max(set.longest, columns(shownCode(l)))
	}
	set.scroll.Content = s.Ruler.Width("0", codeStyle)*float32(set.longest) + 2*codePad
	set.wide = set.scroll.Content > c.width
	if c.kept > 0 && old.wide != set.wide {
		c.kept, c.start, c.lines = 0, 0, strings.Split(block.Text, "\n")
	}
	if c.kept > 0 {
		set.Rows, set.starts = slices.Clip(old.Rows[:c.kept]), slices.Clip(old.starts[:c.kept])
	}
	start := c.start
	for from := 0; from < len(c.lines); from += MaxLines {
		to := min(from+MaxLines, len(c.lines))
		set.Rows, set.starts = append(set.Rows, c.row(from, to)), append(set.starts, start)
		for _, l := range c.lines[from:to] {
			start += len(l) + 1
		}
	}
}

var codeStyle = textflow.Style{Size: CodeSize, Mono: true}

// codeSetting is the layout of one code block.
type codeSetting struct {
	*Typesetter
	set   *BlockLayout
	block markdown.Block
	// lines are the lines after the first kept rows, which are reused from the previous layout;
	// start is the byte offset of lines in the code.
	lines       []string
	kept, start int
	spans       [][]markdown.Span
	left, width float32
}

// row returns a row with the lines [from, to) of c.lines. In the first row of the block, the texts
// are placed at once; in other rows, when the row becomes visible.
func (c *codeSetting) row(from, to int) *Row {
	skipped := c.kept * MaxLines
	first, last := from+skipped == 0, to == len(c.lines)
	top, bottom := float32(0), float32(0)
	if first {
		top = codeHeader + codeAbove
	}
	switch {
	case last && c.set.wide:
		bottom = barRoom
	case last:
		bottom = codeAbove
	}
	row := &Row{Height: top + float32(to-from)*CodeLineHeight + bottom}
	c.card(row, c.left, c.width, first, last)
	if first {
		c.codeHeader(row, c.block, c.set.whole, c.left, c.width)
	}
	if c.set.wide {
		row.Viewport = &HorizontalViewport{Area: Area{c.left + 1, top, c.width - 2, row.Height - top}, Scroll: c.set.scroll, Bar: last}
		row.Viewport.ScrollBy(0)
	}
	lines := c.lines[from:to]
	place := func(r *Row) { c.place(r, lines, from+skipped, top) }
	if first {
		place(row)
		return row
	}
	if c.SourceOffset >= 0 {
		row.From, row.To = lineStart(c.block, from+skipped)+c.SourceOffset, lineStart(c.block, to+skipped)+c.SourceOffset
	}
	row.pending = place
	return row
}

// place adds the texts of lines to row; from is the index of the first of them in the block.
func (c *codeSetting) place(row *Row, lines []string, from int, top float32) {
	for n, line := range lines {
		i := from + n
		at := Text{
			Style: codeStyle, X: c.left + codePad, Start: lineStart(c.block, i) + c.SourceOffset, LineTop: top + float32(n)*CodeLineHeight,
			LineHeight: CodeLineHeight, ScrollsSideways: c.set.wide, Color: fynetheme.ColorNameForeground,
		}
		if i > 0 {
			at.Separator = "\n"
		}
		var spans []markdown.Span
		if i < len(c.spans) {
			spans = c.spans[i]
		}
		c.codeLine(row, at, line, spans)
	}
}

// lineStart returns the byte offset of line i of a code block in the source.
func lineStart(block markdown.Block, i int) int {
	if i < len(block.Lines) {
		return block.Lines[i]
	}
	return block.End
}

// columns returns the width of a line of code in columns, with tabs to multiples of four.
func columns(line string) int {
	n := 0
	for _, r := range line {
		switch {
		case r == '\t':
			n += 4 - n%4
		case r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xffef || r >= 0x1f300):
			n += 2
		default:
			n++
		}
	}
	return n
}

// card draws the background of a row of code: a rounded cap in the first and in the last row, and
// plain boxes between. Without a graphics card, painting a rounded box takes half as long again, so
// the caps are low.
func (s *Typesetter) card(row *Row, left, width float32, first, last bool) {
	top, bottom := float32(0), row.Height
	if last {
		bottom -= cardRadius
		row.Boxes = append(row.Boxes, Box{
			Area: Area{left, bottom - 2, width, cardRadius + 2}, Fill: theme.ColorCode, Border: theme.ColorLine, Bottom: cardRadius,
		})
	}
	if first {
		top = codeHeader
		row.Boxes = append(row.Boxes, Box{Area: Area{left, 0, width, codeHeader}, Fill: theme.ColorCode, Border: theme.ColorLine, Top: cardRadius})
	}
	row.Boxes = append(row.Boxes,
		Box{Area: Area{left, top, width, bottom - top}, Fill: theme.ColorCode},
		Box{Area: Area{left, top, 1, bottom - top}, Fill: theme.ColorLine},
		Box{Area: Area{left + width - 1, top, 1, bottom - top}, Fill: theme.ColorLine})
}

func (s *Typesetter) codeHeader(row *Row, block markdown.Block, whole *string, left, width float32) {
	small := textflow.Style{Size: SmallSize}
	s.label(row, LanguageLabel(block.Lang), left+codePad, 0, codeHeader, small, theme.ColorMuted)
	word := i18n.Text("Copy")
	w := s.Ruler.Width(word, small)
	x := left + width - codePad - w
	s.label(row, word, x, 0, codeHeader, small, theme.ColorMuted)
	row.Icons = append(row.Icons, Icon{X: x - 18, Y: 8, Size: 14, Name: "copy", Color: theme.ColorMuted})
	onCopy, name := s.OnCopy, i18n.Text("Copy code")
	if block.Lang == markdown.FormulaLang {
		name = i18n.Text("Copy formula")
	}
	row.ClickAreas = append(row.ClickAreas, ClickArea{
		Area: Area{x - 24, 3, w + 30, codeHeader - 6}, Name: name, Radius: 6,
		Do: func() { onCopy(*whole) },
	})
}

// label places a label, centered vertically in the given height.
func (s *Typesetter) label(row *Row, word string, x, top, height float32, style textflow.Style, color fyne.ThemeColorName) {
	font := s.Ruler.Font(style)
	s.oneLine(row, word, x, top+(height-font.Height)/2+font.Baseline, style, color)
}

// longestCodeLine is the number of bytes after which a line of code is truncated on screen. Copying
// includes the whole line.
const longestCodeLine = 5000

// shownCode returns the part of a line of code that is shown.
func shownCode(line string) string { return textflow.Prefix(line, longestCodeLine) }

// codeLine places one line of code, in the colors of spans if there are any.
func (s *Typesetter) codeLine(row *Row, at Text, line string, spans []markdown.Span) {
	// An empty line has no spans, but needs a text so that it is copied.
	if len(line) > longestCodeLine || len(spans) == 0 || joined(spans) != line {
		spans = []markdown.Span{{Text: shownCode(line)}}
	}
	p := codePlacer{Typesetter: s, row: row, at: at, levels: textflow.CodeLevels(shownCode(line))}
	first := len(row.Texts)
	for _, span := range spans {
		if span.Text != "" || len(spans) == 1 {
			p.span(span)
		}
	}
	if rest := line[len(shownCode(line)):]; rest != "" {
		p.place("…", len(rest), theme.ColorMuted)
		row.Texts[len(row.Texts)-1].Source = rest
	}
	for _, i := range textflow.VisualOrder(p.placed) {
		t := &row.Texts[first+i]
		t.X = at.X
		at.X += t.W
	}
}

// codePlacer places the parts of a line of code from left to right.
type codePlacer struct {
	*Typesetter
	row *Row
	// at has the style and the position of the next part, column is the column of that part.
	at     Text
	column int
	// levels has the embedding levels of the bytes that are not placed yet, nil if all are 0;
	// placed has the level of each placed text.
	levels, placed []textflow.Level
}

// span places text of one color. It splits the text so that each part has one font and direction
// and fits into one image.
func (p *codePlacer) span(span markdown.Span) {
	for rest := span.Text; ; {
		part := textflow.Part(rest)
		part = part[:textflow.UniformPrefix(part)]
		if n := min(len(part), len(p.levels)); n > 0 {
			part = part[:textflow.DrawnTogether(part[:n], p.levels, theme.Fonts(p.at.Style.ForText(part).FyneStyle()))]
		}
		p.place(part, len(part), cmp.Or(tokenColors[span.Token], fynetheme.ColorNameForeground))
		if rest = rest[len(part):]; rest == "" {
			return
		}
	}
}

// place places a text that represents the given number of bytes of the source.
func (p *codePlacer) place(text string, bytes int, color fyne.ThemeColorName) {
	base, t := p.Ruler.Font(p.at.Style), p.at
	stand := t.LineTop + (t.LineHeight-base.Height)/2 + base.Baseline
	t.Style = t.Style.ForText(text)
	if p.levels != nil {
		level := textflow.Level(0)
		if bytes <= len(p.levels) && bytes > 0 {
			level = p.levels[0]
			p.levels = p.levels[bytes:]
		}
		t.Style.RightToLeft = textflow.IsRightToLeft(level)
		p.placed = append(p.placed, level)
	}
	own := p.Ruler.Font(t.Style)
	t.Y, t.H, t.Color = stand-own.Baseline, own.Height, color
	t.Text = untab(text, &p.column)
	t.End = t.Start + bytes
	if p.SourceOffset < 0 {
		t.Start, t.End = 0, 0
	}
	if plain(t.Text) {
		t.W = p.Ruler.Width("0", p.at.Style) * float32(len(t.Text))
	} else {
		t.W = p.Ruler.MeasureOnce(t.Text, t.Style)
	}
	p.row.Texts = append(p.row.Texts, t)
	p.at.X += t.W
	p.at.Start += bytes
	p.at.Separator = ""
}

func joined(spans []markdown.Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

func plain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// untab replaces tabs by spaces up to the next multiple of four columns, and advances column.
func untab(text string, column *int) string {
	if !strings.Contains(text, "\t") {
		*column += columns(text)
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if r != '\t' {
			b.WriteRune(r)
			*column++
			continue
		}
		n := 4 - *column%4
		b.WriteString(strings.Repeat(" ", n))
		*column += n
	}
	return b.String()
}

// LanguageLabel returns the displayed name of the language given at a code fence.
func LanguageLabel(word string) string {
	switch strings.ToLower(word) {
	case "":
		return i18n.Text("Code")
	case markdown.FormulaLang:
		return i18n.Text("Formula")
	case "sh", "bash", "shell", "zsh", "console":
		return i18n.Text("Shell")
	case "text", "txt", "plaintext":
		return i18n.Text("Text")
	case "csv":
		return strings.ToUpper(word)
	case "md":
		return "Markdown"
	}
	if name := markdown.DisplayName(word); name != word {
		return name
	}
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}
