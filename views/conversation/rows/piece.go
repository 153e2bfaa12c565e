package rows

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

// ButtonStyle is the prominence of a button.
type ButtonStyle uint8

// The styles of a button.
const (
	Primary ButtonStyle = iota
	Secondary
)

// ButtonHeight is the height of every regular button in the column.
const ButtonHeight = 36

const (
	// SmallButtonHeight is the height of a small button, smallIcon the size of the icon in it.
	SmallButtonHeight = 30
	smallIcon         = 14
	// buttonEdge is the sum of the spaces at the left and the right of a button's label.
	buttonEdge = 24
)

// PlaceButton draws a button with the given right edge and returns its left edge.
func (s *Typesetter) PlaceButton(row *Row, label string, right, top float32, look ButtonStyle, do func()) (left float32) {
	color := fynetheme.ColorNameForeground
	box := Box{Area: Area{0, top, 0, ButtonHeight}, Top: 8, Bottom: 8, Fill: theme.ColorTint, Border: theme.ColorEdge}
	if look == Primary {
		box.Fill, box.Border, color = theme.ColorAccent, "", theme.ColorOnAccent
	}
	return s.button(row, box, label, 0, right, textflow.Style{Size: TextSize}, color, do)
}

// ButtonWidth returns the width of the button that PlaceButton draws.
func (s *Typesetter) ButtonWidth(label string) float32 {
	return s.Ruler.Width(label, textflow.Style{Size: TextSize}) + buttonEdge
}

// PlaceSmallButton draws a button with an icon and a small label; see PlaceButton.
func (s *Typesetter) PlaceSmallButton(row *Row, icon, label string, right, top float32, do func()) (left float32) {
	box := Box{Area: Area{0, top, 0, SmallButtonHeight}, Top: 8, Bottom: 8, Fill: theme.ColorTint, Border: theme.ColorEdge}
	return s.iconButton(row, box, icon, label, right, fynetheme.ColorNameForeground, do)
}

// PlacePill draws a muted button with round ends and the given left edge, and returns its right
// edge.
func (s *Typesetter) PlacePill(row *Row, icon, label string, left, top, height float32, do func()) (right float32) {
	box := Box{Area: Area{0, top, 0, height}, Top: height / 2, Bottom: height / 2, Fill: theme.ColorTint, Border: theme.ColorEdge}
	right = left + s.Ruler.Width(label, textflow.Style{Size: SmallSize}) + smallIcon + 8 + buttonEdge
	s.iconButton(row, box, icon, label, right, theme.ColorMuted, do)
	return right
}

// iconButton draws an icon and a small label in a box; see button.
func (s *Typesetter) iconButton(row *Row, box Box, icon, label string, right float32, color fyne.ThemeColorName, do func()) (left float32) {
	left = s.button(row, box, label, smallIcon+8, right, textflow.Style{Size: SmallSize}, color, do)
	row.Icons = append(row.Icons, Icon{X: left + 12, Y: box.Y + (box.H-smallIcon)/2, Size: smallIcon, Name: icon, Color: color})
	return left
}

// button draws a label in a box; before is the space for an icon before the label.
func (s *Typesetter) button(row *Row, box Box, label string, before, right float32, style textflow.Style, color fyne.ThemeColorName, do func()) (left float32) {
	box.W = s.Ruler.Width(label, style) + before + buttonEdge
	box.X = right - box.W
	row.Boxes = append(row.Boxes, box)
	s.label(row, label, box.X+12+before, box.Y, box.H, style, color)
	row.ClickAreas = append(row.ClickAreas, ClickArea{Area: box.Area, Name: label, Radius: box.Top, Do: do})
	return box.X
}

// maxLabel is the number of bytes above which interface text is truncated before it is measured.
const maxLabel = 1000

// PlaceText places one line of interface text, truncated with … if it is wider than room, and
// returns its width.
func (s *Typesetter) PlaceText(row *Row, words string, x, top, room float32, style textflow.Style, color fyne.ThemeColorName) float32 {
	w := s.Ruler.MeasureOnce(textflow.Prefix(words, maxLabel), style)
	if w > room || len(words) > maxLabel {
		words = s.TruncateText(words, room, style)
		w = s.Ruler.MeasureOnce(words, style)
	}
	s.oneLine(row, words, x, baseline(top, lineHeight(style), s.Ruler.Font(style)), style, color)
	return w
}

// oneLine places a line of interface text, which may mix left-to-right and right-to-left words.
func (s *Typesetter) oneLine(row *Row, words string, x, baseline float32, style textflow.Style, color fyne.ThemeColorName) {
	for _, f := range textflow.LayOutLine(words, style, s.Ruler) {
		font := s.Ruler.Font(f.Style)
		row.Texts = append(row.Texts, Text{
			Style: f.Style, Text: f.Text, X: x + f.X, Y: baseline - font.Baseline, W: f.W, H: font.Height, Color: color, Chrome: true,
		})
	}
}

// lineHeight returns the height of a line of interface text.
func lineHeight(style textflow.Style) float32 {
	if style.Size <= SmallSize {
		return SmallLineHeight
	}
	return LineHeight
}

// TruncateText truncates text so that it fits into room with a final ….
func (s *Typesetter) TruncateText(words string, room float32, style textflow.Style) string {
	return words[:s.Ruler.Fit(words, style, room-s.Ruler.MeasureOnce("…", style))] + "…"
}

// PlaceIconButton draws a square button with an icon.
func (s *Typesetter) PlaceIconButton(row *Row, icon, name string, x, top, size float32, quiet bool, do func()) {
	row.Icons = append(row.Icons, Icon{X: x + (size-16)/2, Y: top + (size-16)/2, Size: 16, Name: icon, Color: theme.ColorMuted, HoverOnly: quiet})
	row.ClickAreas = append(row.ClickAreas, ClickArea{Area: Area{x, top, size, size}, Name: name, HasTooltip: true, Radius: 6, HoverOnly: quiet, Do: do})
}

// PlaceLabeledIcon draws a muted button with an icon and its name, without a box, and returns its
// right edge.
func (s *Typesetter) PlaceLabeledIcon(row *Row, icon, name string, x, top, height float32, do func()) (right float32) {
	row.Icons = append(row.Icons, Icon{X: x + labeledEdge, Y: top + (height-16)/2, Size: 16, Name: icon, Color: theme.ColorMuted})
	style := textflow.Style{Size: SmallSize}
	s.label(row, name, x+labeledEdge+22, top, height, style, theme.ColorMuted)
	w := s.LabeledIconWidth(name)
	row.ClickAreas = append(row.ClickAreas, ClickArea{Area: Area{x, top, w, height}, Name: name, Radius: 6, Do: do})
	return x + w
}

// labeledEdge is the space at the left and the right of PlaceLabeledIcon.
const labeledEdge = 6

// LabeledIconWidth returns the width of the button that PlaceLabeledIcon draws.
func (s *Typesetter) LabeledIconWidth(name string) float32 {
	return s.Ruler.Width(name, textflow.Style{Size: SmallSize}) + 22 + 2*labeledEdge
}

// PlaceParagraph lays out interface text over as many lines as necessary and returns its height.
func (s *Typesetter) PlaceParagraph(row *Row, runs []textflow.Run, x, top, room float32, color fyne.ThemeColorName) float32 {
	if len(runs) == 0 {
		return 0
	}
	flow := textflow.LayOut(nil, runs, room, s.Ruler)
	line := lineHeight(runs[0].Style)
	first, y := len(row.Texts), top
	for i := range flow.Lines {
		y += s.line(row, flow, i, x+flow.Left(i, room), y, line, textflow.Style{Size: runs[0].Style.Size}, color)
	}
	for i := first; i < len(row.Texts); i++ {
		row.Texts[i].Chrome = true
		row.Texts[i].Color = color
	}
	return y - top
}

// PlaceLines places the lines [from, to) of a flow at the top left of the row and returns the width
// of the widest line.
func (s *Typesetter) PlaceLines(row *Row, flow *textflow.Flow, from, to int) float32 {
	widest := float32(0)
	for _, l := range flow.Lines[from:to] {
		widest = max(widest, l.Width)
	}
	for i := from; i < to; i++ {
		row.Height += s.line(row, flow, i, flow.Left(i, widest), row.Height, LineHeight, textflow.Style{Size: TextSize}, fynetheme.ColorNameForeground)
	}
	return widest
}

// mirror flips the row horizontally within [left, right).
func (r *Row) mirror(left, right float32) {
	for i := range r.Boxes {
		r.Boxes[i].X = left + right - r.Boxes[i].X - r.Boxes[i].W
	}
	for i := range r.Texts {
		r.Texts[i].X = left + right - r.Texts[i].X - r.Texts[i].W
	}
	for i := range r.Icons {
		r.Icons[i].X = left + right - r.Icons[i].X - r.Icons[i].Size
	}
}

// Shift moves everything in the row.
func (r *Row) Shift(dx, dy float32) {
	for i := range r.Boxes {
		r.Boxes[i].X += dx
		r.Boxes[i].Y += dy
	}
	for i := range r.Texts {
		r.Texts[i].X += dx
		r.Texts[i].Y += dy
		r.Texts[i].LineTop += dy
	}
	for i := range r.Icons {
		r.Icons[i].X += dx
		r.Icons[i].Y += dy
	}
	for i := range r.Pictures {
		r.Pictures[i].X += dx
		r.Pictures[i].Y += dy
	}
	for i := range r.ClickAreas {
		r.ClickAreas[i].X += dx
		r.ClickAreas[i].Y += dy
	}
	if r.Viewport != nil {
		wide := *r.Viewport
		wide.X += dx
		wide.Y += dy
		r.Viewport = &wide
	}
}

// baseline returns the position of a line's baseline. It is a whole number because Fyne draws
// glyphs with their baseline on a whole pixel; otherwise two fonts on the same line would not
// align.
func baseline(top, height float32, font textflow.Font) float32 {
	return float32(int(top + (height-font.Height)/2 + font.Baseline + 0.5))
}
