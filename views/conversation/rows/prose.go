package rows

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/markdown"
	"parlando/app/sources"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	wording "parlando/views/words"
)

// scale returns the text size and line height of a block.
func scale(block markdown.Block) (size, line float32) {
	if block.Kind != markdown.Heading {
		return TextSize, LineHeight
	}
	switch block.Level {
	case 1:
		return 26, 34
	case 2:
		return 20, 28
	case 3:
		return 16, 24
	}
	return TextSize, LineHeight
}

// prose lays out a paragraph or a heading.
func (s *Typesetter) prose(set *BlockLayout, block markdown.Block, old *BlockLayout, left float32, open bool) {
	size, lineHeight := scale(block)
	runs := Runs(s.linked(block.Runs, block.End), size, block.Kind == markdown.Heading)
	var oldFlow *textflow.Flow
	if old != nil {
		oldFlow = old.flow
	}
	set.flow = textflow.LayOut(oldFlow, runs, s.Width-left, s.Ruler)
	base := textflow.Style{Size: size, Bold: block.Kind == markdown.Heading}
	lines, start := set.flow.Lines, left
	if set.flow.RightToLeft() {
		start = s.Indent // the indentation of lists and quotes is at the right
	}
	for from := 0; from < len(lines); from += MaxLines {
		to := min(from+MaxLines, len(lines))
		// Reuse a full row if its lines are the same. The last two lines may still change.
		if n := from / MaxLines; old != nil && n < len(old.Rows) && to+2 < len(lines) && sameLines(old.flow, set.flow, from, to) {
			set.Rows = append(set.Rows, old.Rows[n])
			continue
		}
		row := &Row{}
		if from == 0 {
			s.marker(row, block, left, set.flow.RightToLeft())
			if set.flow.RightToLeft() {
				row.mirror(s.Indent, s.Width)
			}
			if up, _ := s.growth(set.flow, 0, lineHeight, base); up > 0 {
				row.Shift(0, up)
			}
		}
		count := 0
		for _, l := range lines[from:to] {
			count += len(l.Fragments)
		}
		row.Texts = slices.Grow(row.Texts, count)
		last := float32(0) // the top of the last line
		for i := from; i < to; i++ {
			last = row.Height
			row.Height += s.line(row, set.flow, i, start+set.flow.Left(i, s.Width-left), last, lineHeight, base, fynetheme.ColorNameForeground)
		}
		if open && to == len(lines) {
			loosen(row, s.Ruler, last)
		}
		set.Rows = append(set.Rows, row)
	}
}

// sameLines reports whether b reuses the lines [from, to) of a.
func sameLines(a, b *textflow.Flow, from, to int) bool {
	if a == nil || len(a.Lines) < to+2 {
		return false
	}
	for i := from; i < to; i++ {
		x, y := a.Lines[i].Fragments, b.Lines[i].Fragments
		if len(x) != len(y) || len(x) > 0 && &x[0] != &y[0] {
			return false
		}
	}
	return true
}

// growth returns how much space line i of a flow needs above and below the given height, so that
// tall letters are not clipped.
func (s *Typesetter) growth(flow *textflow.Flow, i int, height float32, base textflow.Style) (up, down float32) {
	stand := baseline(0, height, s.Ruler.Font(base))
	return flow.Growth(i, stand, height-stand, s.Ruler)
}

// line places line i of a flow with its left edge at left. It returns the height of the line, which
// is larger than height if the letters need more.
func (s *Typesetter) line(row *Row, flow *textflow.Flow, i int, left, top, height float32, base textflow.Style, color fyne.ThemeColorName) float32 {
	font := s.Ruler.Font(base)
	up, down := s.growth(flow, i, height, base)
	stand := baseline(top+up, height, font)
	height += up + down
	shaded, ground := -1, 0 // the last run of inline code, and the index of its background
	for _, p := range flow.Lines[i].Fragments {
		run := flow.Runs[p.Run]
		own := font
		if p.Style != base {
			own = s.Ruler.Font(p.Style)
		}
		t := Text{
			Style: p.Style, Text: p.Text, X: left + p.X, Y: stand - own.Baseline, W: p.W, H: own.Height,
			Color: s.color(color), Separator: p.Separator, Start: p.Start + s.SourceOffset, End: p.End + s.SourceOffset, LineTop: top, LineHeight: height,
		}
		if s.SourceOffset < 0 {
			t.Start, t.End = 0, 0
		}
		if run.Code {
			if shaded == p.Run {
				box := &row.Boxes[ground]
				right := max(box.X+box.W, t.X+t.W+2)
				box.X = min(box.X, t.X-2)
				box.W = right - box.X
			} else {
				shaded, ground = p.Run, len(row.Boxes)
				row.Boxes = append(row.Boxes, codeGround(t, stand, s.Ruler.Font(run.Style)))
			}
		}
		n, toSource := sources.Number(run.Link)
		switch {
		case toSource:
			s.sourceChip(row, &t, run, n)
		case run.Formula != "":
			s.formula(row, &t, run)
		}
		if run.Link != "" && !toSource {
			t.Color = theme.ColorAccent
			name, do := s.lead(run.Link)
			row.ClickAreas = append(row.ClickAreas, ClickArea{Area: Area{t.X, top, t.W, height}, Name: name, Radius: -1, Do: do})
		}
		row.Texts = append(row.Texts, t)
	}
	return height
}

// lead returns the name and the action of the clickable area of a link.
func (s *Typesetter) lead(link string) (name string, do func()) {
	if at, ok := markdown.LinkedTime(link); ok {
		play := s.OnTime
		return i18n.Text("Play from {{.Time}}", map[string]any{"Time": wording.PositionTime(at)}), func() { play(at) }
	}
	open := s.OnLink
	return link, func() { open(link) }
}

// codeGround returns the background of inline code whose first text is t.
func codeGround(t Text, stand float32, font textflow.Font) Box {
	return Box{Area: Area{t.X - 2, stand - font.Baseline - 1, t.W + 4, font.Height + 2}, Fill: theme.ColorCode, Top: 4, Bottom: 4}
}

// Runs converts the text of a block to styled runs of the given size.
func Runs(words []markdown.Run, size float32, bold bool) []textflow.Run {
	out := make([]textflow.Run, 0, len(words))
	for _, w := range words {
		mono := w.Style&markdown.Monospace != 0
		style := textflow.Style{
			Size: size, Bold: bold || w.Style&markdown.Bold != 0, Italic: w.Style&markdown.Italic != 0,
			Strike: w.Style&markdown.Strikethrough != 0, Mono: mono, Underline: w.Link != "",
		}
		if _, ok := sources.Number(w.Link); ok {
			style = textflow.Style{Size: sourceSize}
		}
		if mono {
			style.Size = size - 1
			style.Italic = false // Fyne's monospaced font has no italics
		}
		out = append(out, textflow.Run{Text: w.Text, Style: style, Link: w.Link, Code: mono, Formula: w.Formula, Start: w.Start, End: w.End})
	}
	return out
}

// marker draws the marker of a list item. right means that the row will be mirrored: the sign after
// a number is then a separate text, so that it ends up at the number's other side.
func (s *Typesetter) marker(row *Row, block markdown.Block, left float32, right bool) {
	if block.Kind == markdown.AlertName {
		left -= alertIconStep
	}
	if block.Marker == "" {
		return
	}
	size, height := scale(block)
	style := textflow.Style{Size: size}
	font := s.Ruler.Font(style)
	t := Text{
		Style: style, Text: block.Marker, Y: (height - font.Height) / 2, H: font.Height,
		Color: s.color(fynetheme.ColorNameForeground), LineTop: 0, LineHeight: height,
	}
	t.W = s.Ruler.Width(t.Text, style)
	t.X = left - t.W - 8
	switch block.Marker {
	case "☐", "☑":
		t.NotDrawn = true
		t.X, t.W = left-21, 14
		area := Area{left - 21, (height - 14) / 2, 14, 14}
		if block.Marker == "☑" {
			row.Boxes = append(row.Boxes, Box{Area: area, Fill: theme.ColorAccent, Top: 4, Bottom: 4})
			row.Icons = append(row.Icons, Icon{X: area.X + 2, Y: area.Y + 2, Size: 10, Name: "check", Color: theme.ColorOnAccent})
		} else {
			row.Boxes = append(row.Boxes, Box{Area: area, Border: theme.ColorOutline, Top: 4, Bottom: 4})
		}
	case "•":
		if block.Depth%2 == 0 {
			// The ring of the font is so small and so high that it looks like a degree sign.
			t.NotDrawn = true
			row.Boxes = append(row.Boxes, Box{
				Area: Area{left - 15, float32(int(height/2)) - 2, 6, 6}, Border: s.color(fynetheme.ColorNameForeground), Top: 3, Bottom: 3,
			})
		}
		t.X = left - 12 - t.W/2
	default:
		t.X = max(t.X, left-listStep)
		if n := len(t.Text) - 1; right && n > 0 {
			number := t
			number.Text, t.Text, t.Style.RightToLeft = t.Text[:n], t.Text[n:], true
			number.W, t.W = s.Ruler.Width(number.Text, style), s.Ruler.Width(t.Text, t.Style)
			t.X += number.W
			row.Texts = append(row.Texts, number)
		}
	}
	row.Texts = append(row.Texts, t, Text{NotDrawn: true, Text: " ", X: left, LineHeight: height})
}

// loosen splits the last line into words. The last line changes with every update; as separate
// words, its unchanged words keep their rendered images in Fyne's cache.
func loosen(row *Row, ruler *textflow.Ruler, top float32) {
	out := row.Texts[:0:0]
	for _, t := range row.Texts {
		if t.LineTop != top || t.NotDrawn || t.Source != "" || t.Mono || t.Strike || t.Underline || t.RightToLeft {
			out = append(out, t)
			continue
		}
		x, rest, start, before := t.X, t.Text, t.Start, t.Separator
		for rest != "" {
			n := strings.IndexByte(rest[1:], ' ') + 1
			if n == 0 {
				n = len(rest)
			}
			w := t
			w.Loose, w.Text, w.X, w.Start, w.Separator = true, rest[:n], x, start, before
			lead := len(w.Text) - len(strings.TrimLeft(w.Text, " "))
			indent := ruler.Width(" ", t.Style) * float32(lead)
			w.W = indent + ruler.Width(w.Text[lead:], t.Style)
			w.End = min(start+n, t.End)
			x += w.W
			w.Separator, w.Text = before+w.Text[:lead], w.Text[lead:]
			w.X, w.W = w.X+indent, w.W-indent
			w.Start = min(start+lead, t.End)
			if w.Text != "" {
				out = append(out, w)
				before = ""
			} else {
				before = w.Separator
			}
			start, rest = min(start+n, t.End), rest[n:]
		}
	}
	row.Texts = out
}
