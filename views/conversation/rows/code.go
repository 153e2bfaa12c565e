package rows

import (
	"cmp"
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
	codeAbove  = 10 // between the edge of the card and the first line
	cardRadius = 12
	barRoom    = 12 // for the scroll bar of a wide block
)

// code lays out a code block: a card with the language and Copy, and lines that never wrap.
func (s *Typesetter) code(set *BlockLayout, block markdown.Block, old *BlockLayout, left float32) {
	c := codeSetting{Typesetter: s, set: set, block: block, lines: strings.Split(block.Text, "\n"), left: left, width: s.Width - left}
	if !block.Open {
		c.spans = s.Colors(block.Lang, block.Text)
	}
	set.code, set.scroll, set.whole = block.Text, &ScrollOffset{}, new(string)
	if old != nil && old.scroll != nil {
		set.scroll, set.whole = old.scroll, old.whole
	}
	*set.whole = block.Text
	longest := 0
	for _, l := range c.lines {
		// Counting is enough to find the widest line; letters of two columns are rare in code.
		longest = max(longest, columns(l))
	}
	set.scroll.Content = s.Ruler.Width("0", codeStyle)*float32(longest) + 2*codePad
	set.wide = set.scroll.Content > c.width
	grows := old != nil && old.wide == set.wide && c.spans == nil && strings.HasPrefix(block.Text, old.code)
	for from := 0; from < len(c.lines); from += MaxLines {
		to := min(from+MaxLines, len(c.lines))
		if n := from / MaxLines; grows && to < len(c.lines) && n < len(old.Rows)-1 {
			set.Rows = append(set.Rows, old.Rows[n])
		} else {
			set.Rows = append(set.Rows, c.row(from, to))
		}
	}
}

var codeStyle = textflow.Style{Size: CodeSize, Mono: true}

// codeSetting is the layout of one code block.
type codeSetting struct {
	*Typesetter
	set         *BlockLayout
	block       markdown.Block
	lines       []string
	spans       [][]markdown.Span
	left, width float32
}

// row lays out the lines [from, to).
func (c *codeSetting) row(from, to int) *Row {
	first, last := from == 0, to == len(c.lines)
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
	for i := from; i < to; i++ {
		at := Text{
			Style: codeStyle, X: c.left + codePad, Start: lineStart(c.block, i) + c.SourceOffset, LineTop: top + float32(i-from)*CodeLineHeight,
			LineHeight: CodeLineHeight, ScrollsSideways: c.set.wide, Color: fynetheme.ColorNameForeground,
		}
		if i > 0 {
			at.Separator = "\n"
		}
		var spans []markdown.Span
		if i < len(c.spans) {
			spans = c.spans[i]
		}
		c.codeLine(row, at, c.lines[i], spans)
	}
	return row
}

// lineStart returns the byte offset of line i of a code block in the source.
func lineStart(block markdown.Block, i int) int {
	if i < len(block.Lines) {
		return block.Lines[i]
	}
	return block.End
}

// columns returns the width of a line of code in columns.
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

// card draws the background of a row of code: a rounded cap at the top, one at the bottom, and
// straight pieces between. Without a graphics card, rounded boxes take half as long again to paint,
// so the caps are kept low.
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
	row.Texts = append(row.Texts, Text{
		Style: style, Text: word, X: x, Y: top + (height-font.Height)/2, W: s.Ruler.Width(word, style), H: font.Height,
		Color: color, Chrome: true,
	})
}

// codeLine places one line of code, in the colors of its spans if they are known.
func (s *Typesetter) codeLine(row *Row, at Text, line string, spans []markdown.Span) {
	font := s.Ruler.Font(at.Style)
	stand := at.LineTop + (at.LineHeight-font.Height)/2 + font.Baseline
	// an empty line has no colors, and is copied all the same
	if len(spans) == 0 || joined(spans) != line {
		spans = []markdown.Span{{Text: line}}
	}
	advance := s.Ruler.Width("0", at.Style)
	column := 0
	for _, span := range spans {
		if span.Text == "" && len(spans) > 1 {
			continue
		}
		for rest := span.Text; ; {
			run := rest[:textflow.UniformPrefix(rest)]
			rest = rest[len(run):]
			t := at
			t.Style = at.Style.ForText(run)
			own := s.Ruler.Font(t.Style)
			t.Y, t.H = stand-own.Baseline, own.Height
			t.Text = untab(run, &column)
			t.End = t.Start + len(run)
			if s.SourceOffset < 0 {
				t.Start, t.End = 0, 0
			}
			t.W = s.Ruler.MeasureOnce(t.Text, t.Style)
			if plain(t.Text) {
				t.W = advance * float32(len(t.Text))
			}
			t.Color = cmp.Or(tokenColors[span.Token], fynetheme.ColorNameForeground)
			row.Texts = append(row.Texts, t)
			at.X += t.W
			at.Start += len(run)
			at.Separator = ""
			if rest == "" {
				break
			}
		}
	}
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

// untab replaces tabs with spaces up to the next multiple of four columns.
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

// LanguageLabel returns the displayed form of a fence's language.
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
