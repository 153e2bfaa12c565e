package rows

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/markdown"
	"parley/views/textview/textflow"
	"parley/views/theme"
)

const (
	codeHeader = 30
	codePad    = 12
	codeAbove  = 10 // between the edge of the card and the first line
	cardRadius = 12
	barRoom    = 12 // for the scroll bar of a wide block
)

// code sets a block of code: a card with the language and Copy, and lines that are never wrapped.
func (s *Setter) code(set *Setting, block markdown.Block, old *Setting, left float32) {
	set.code = block.Text
	lines := strings.Split(block.Text, "\n")
	width := s.Width - left
	style := textflow.Style{Size: CodeSize, Mono: true}
	set.scroll, set.whole = &Scroll{}, new(string)
	var spans [][]markdown.Span
	if !block.Open {
		spans = s.Colours(block.Lang, block.Text)
	}
	if old != nil && old.scroll != nil {
		set.scroll, set.whole = old.scroll, old.whole
	}
	*set.whole = block.Text
	advance := s.Ruler.Width("0", style)
	content := float32(0)
	for _, l := range lines {
		// Counting is enough to find the widest line; letters of two columns are rare in code.
		content = max(content, advance*float32(columns(l)))
	}
	content += 2 * codePad
	wide := content > width
	set.wide, set.scroll.Content = wide, content
	for from := 0; from < len(lines); from += MaxLines {
		to := min(from+MaxLines, len(lines))
		last := to == len(lines)
		if n := from / MaxLines; !last && old != nil && old.wide == wide && spans == nil && n < len(old.Rows)-1 && strings.HasPrefix(block.Text, old.code) {
			set.Rows = append(set.Rows, old.Rows[n])
			continue
		}
		row := &Row{}
		top := float32(0)
		if from == 0 {
			top = codeHeader + codeAbove
		}
		bottom := float32(0)
		if last {
			bottom = codeAbove
			if wide {
				bottom = barRoom
			}
		}
		row.Height = top + float32(to-from)*CodeLineHeight + bottom
		s.card(row, left, width, from == 0, last)
		if from == 0 {
			s.codeHeader(row, block, set.whole, left, width)
		}
		if wide {
			row.Wide = &Wide{Area: Area{left + 1, top, width - 2, row.Height - top}, Scroll: set.scroll, Bar: last}
			row.Wide.Move(0)
		}
		for i := from; i < to; i++ {
			at := Text{
				Style: style, X: left + codePad, Start: lineStart(block, i) + s.Base, LineTop: top + float32(i-from)*CodeLineHeight,
				LineHeight: CodeLineHeight, Wide: wide, Color: fynetheme.ColorNameForeground,
			}
			if i > 0 {
				at.Before = "\n"
			}
			var line []markdown.Span
			if i < len(spans) {
				line = spans[i]
			}
			s.codeLine(row, at, lines[i], line)
		}
		set.Rows = append(set.Rows, row)
	}
}

// lineStart is where line i of a piece of code stands in the source.
func lineStart(block markdown.Block, i int) int {
	if i < len(block.Lines) {
		return block.Lines[i]
	}
	return block.End
}

// columns is how many columns a line of code takes.
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

// card draws the ground of a row of code: a rounded cap for the head, one for the foot, and straight pieces between.
// Rounded boxes cost half as much again to paint where there is no graphics card, so they are kept low.
func (s *Setter) card(row *Row, left, width float32, first, last bool) {
	top, bottom := float32(0), row.Height
	if last {
		bottom -= cardRadius
		row.Boxes = append(row.Boxes, Box{
			Area: Area{left, bottom - 2, width, cardRadius + 2}, Fill: theme.ColorCode, Line: theme.ColorLine, Bottom: cardRadius,
		})
	}
	if first {
		top = codeHeader
		row.Boxes = append(row.Boxes, Box{Area: Area{left, 0, width, codeHeader}, Fill: theme.ColorCode, Line: theme.ColorLine, Top: cardRadius})
	}
	row.Boxes = append(row.Boxes,
		Box{Area: Area{left, top, width, bottom - top}, Fill: theme.ColorCode},
		Box{Area: Area{left, top, 1, bottom - top}, Fill: theme.ColorLine},
		Box{Area: Area{left + width - 1, top, 1, bottom - top}, Fill: theme.ColorLine})
}

func (s *Setter) codeHeader(row *Row, block markdown.Block, whole *string, left, width float32) {
	s.label(row, Language(block.Lang), left+codePad, 0, codeHeader, theme.ColorMuted, false)
	word := lang.L("Copy")
	w := s.Ruler.Width(word, textflow.Style{Size: SmallSize})
	x := left + width - codePad - w
	s.label(row, word, x, 0, codeHeader, theme.ColorMuted, false)
	row.Icons = append(row.Icons, Icon{X: x - 18, Y: 8, Size: 14, Name: "copy", Color: theme.ColorMuted})
	onCopy, name := s.OnCopy, lang.L("Copy code")
	if block.Lang == markdown.FormulaLang {
		name = lang.L("Copy formula")
	}
	row.Spots = append(row.Spots, Spot{
		Area: Area{x - 24, 3, w + 30, codeHeader - 6}, Name: name, Radius: 6,
		Do: func() { onCopy(*whole) },
	})
}

// label places a small word of the program.
func (s *Setter) label(row *Row, word string, x, top, height float32, colour fyne.ThemeColorName, bold bool) {
	style := textflow.Style{Size: SmallSize, Bold: bold}
	font := s.Ruler.Font(style)
	row.Texts = append(row.Texts, Text{
		Style: style, Text: word, X: x, Y: top + (height-font.Height)/2, W: s.Ruler.Width(word, style), H: font.Height,
		Color: colour, Chrome: true,
	})
}

// codeLine places one line of code, in the colours of its spans if they are known.
func (s *Setter) codeLine(row *Row, at Text, line string, spans []markdown.Span) {
	font := s.Ruler.Font(at.Style)
	stand := at.LineTop + (at.LineHeight-font.Height)/2 + font.Baseline
	if len(spans) == 0 || joined(spans) != line { // an empty line has no colours, and is copied all the same
		spans = []markdown.Span{{Text: line}}
	}
	advance := s.Ruler.Width("0", at.Style)
	column := 0
	for _, span := range spans {
		if span.Text == "" && len(spans) > 1 {
			continue
		}
		for rest := span.Text; ; {
			piece := rest[:textflow.Alike(rest)]
			rest = rest[len(piece):]
			t := at
			t.Style = at.Style.For(piece)
			own := s.Ruler.Font(t.Style)
			t.Y, t.H = stand-own.Baseline, own.Height
			t.Text = untab(piece, &column)
			t.End = t.Start + len(piece)
			if s.Base < 0 {
				t.Start, t.End = 0, 0
			}
			t.W = s.Ruler.Exact(t.Text, t.Style)
			if plain(t.Text) {
				t.W = advance * float32(len(t.Text))
			}
			t.Color = tokenColour(span.Token)
			row.Texts = append(row.Texts, t)
			at.X += t.W
			at.Start += len(piece)
			at.Before = ""
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
	for i := 0; i < len(text); i++ {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// untab draws tabs as spaces up to the next column of four.
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

// Language is how a language word of a fence is shown.
func Language(word string) string {
	switch strings.ToLower(word) {
	case "":
		return lang.L("Code")
	case markdown.FormulaLang:
		return lang.L("Formula")
	case "sh", "bash", "shell", "zsh", "console":
		return lang.L("Shell")
	case "text", "txt", "plaintext":
		return lang.L("Text")
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
