package rows

import (
	"slices"
	"strings"

	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/markdown"
	"parlando/app/sources"
	"parlando/views/format"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

const (
	// sourceSize is the text size of a mark that leads to a source.
	sourceSize = 11
	// longestSourceName is the number of characters to which a mark shortens the name of a source.
	longestSourceName = 28
	// longestAddress bounds an address under the pointer, in bytes. The question before opening it
	// shows the whole address.
	longestAddress = 150
	// noBreak is a no-break space. One at each end of a mark is the space inside its chip.
	noBreak = "\u00a0"
)

// linked turns times into links if there is a recording to play, and the marks of sources into
// chips. end is the byte offset of the end of the text in its source.
func (s *Typesetter) linked(words []markdown.Run, end int) []markdown.Run {
	if s.OnTime != nil {
		words = markdown.LinkTimes(words)
	}
	if s.Sources == nil || s.SourceOffset < 0 {
		return words
	}
	words = slices.Clone(s.Sources.Mark(words, s.SourceOffset, end))
	for i := range words {
		if n, ok := sources.Number(words[i].Link); ok {
			words[i].Formula, words[i].Text = words[i].Text, s.sourceLabel(n)
		}
	}
	return words
}

// linkedCell is linked for the text of a cell.
func (s *Typesetter) linkedCell(words []markdown.Run) []markdown.Run {
	end := 0
	if n := len(words); n > 0 {
		end = words[n-1].End
	}
	return s.linked(words, end)
}

// sourceLabel returns the text of a chip, such as "1 kew.org", which does not break.
func (s *Typesetter) sourceLabel(n int) string {
	name := s.Sources.List[n-1].Name()
	if letters := []rune(name); len(letters) > longestSourceName {
		name = string(letters[:longestSourceName-1]) + "…"
	}
	label := noBreak + format.Number(n) + " " + name + noBreak
	return strings.NewReplacer(" ", noBreak, "-", "\u2011").Replace(label)
}

// sourceChip places a mark that leads to source n. Copying a mark copies what the reply has there.
func (s *Typesetter) sourceChip(row *Row, t *Text, run textflow.Run, n int) {
	const raise = 2
	t.Y -= raise
	t.Color = theme.ColorMuted
	if t.Source = run.Formula; t.Source == "" {
		t.Chrome, t.Start, t.End = true, 0, 0
	} else {
		t.Start, t.End = run.Start+s.SourceOffset, run.End+s.SourceOffset
	}
	chip := Area{t.X + 1, t.Y - 1, t.W - 2, t.H + 2}
	row.Boxes = append(row.Boxes, Box{Area: chip, Fill: theme.ColorTint, Border: theme.ColorEdge, Top: 7, Bottom: 7})
	row.ClickAreas = append(row.ClickAreas, s.sourceArea(chip, n))
}

// sourceArea returns the clickable area that opens source n.
func (s *Typesetter) sourceArea(area Area, n int) ClickArea {
	source := s.Sources.List[n-1]
	name := source.Title
	if source.Address != "" {
		name += " · " + textflow.Prefix(source.Address, longestAddress)
	}
	open := s.OnLink
	return ClickArea{Area: area, Name: name, HasTooltip: true, Radius: 7, Do: func() {
		if source.Address != "" {
			open(source.Address)
		}
	}}
}

// PlaceSource draws source n as one line of a list with its number, title and host.
func (s *Typesetter) PlaceSource(row *Row, n int) {
	source := s.Sources.List[n-1]
	small, number := textflow.Style{Size: SmallSize}, format.Number(n)
	left := s.Ruler.Width("00", small) + 12
	s.PlaceText(row, number, left-10-s.Ruler.Width(number, small), 4.5, left, small, theme.ColorMuted)
	host := float32(0)
	if source.Host != "" {
		host = min(s.Ruler.MeasureOnce(source.Host, small)+12, s.Width/2)
	}
	at := left + s.PlaceText(row, source.Title, left, 3, s.Width-left-host-8, textflow.Style{Size: TextSize}, s.color(fynetheme.ColorNameForeground))
	if host > 0 {
		s.PlaceText(row, source.Host, at+12, 4.5, s.Width-at-20, small, theme.ColorMuted)
	}
	row.Height = LineHeight + 6
	row.ClickAreas = append(row.ClickAreas, s.sourceArea(Area{X: -4, W: s.Width + 8, H: row.Height}, n))
}
