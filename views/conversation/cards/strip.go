package cards

import (
	"parlando/views/conversation/rows"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
)

// stripButton is a button of a strip.
type stripButton struct {
	words string
	look  rows.ButtonStyle
	do    func()
}

// secondary returns the button with the style of a less important action.
func (b stripButton) secondary() stripButton {
	b.look = rows.Secondary
	return b
}

// strip adds text on a colored background with buttons at its right end, the first outermost. A
// button that does not fit starts a new row of buttons. details is the action of "Details"; it may
// be nil.
func (c *Card) strip(s *rows.Typesetter, l look, title, safe string, buttons []stripButton, details func()) {
	row := &rows.Row{SpaceAbove: 8}
	if len(c.Rows) == 0 {
		row.SpaceAbove = 0
	}
	right, more := c.Width-14, float32(0) // more is the height of the button rows after the first
	for i, b := range buttons {
		if i > 0 {
			right -= 10
		}
		if i > 0 && s.ButtonWidth(b.words) > right-14 {
			right = c.Width - 14
			more += rows.ButtonHeight + 8
		}
		right = c.stripButton(s, row, b, right, 10+more)
	}
	row.Icons = append(row.Icons, rows.Icon{X: 14, Size: 18, Name: l.icon, Color: l.color})
	from, pressed := len(row.Texts), len(row.ClickAreas)
	room, below := right-42-14, false
	if (room < leastWords || more > 0) && len(buttons) > 0 {
		room, below = c.Width-42-14, true
	}
	height := s.PlaceParagraph(row, stripRuns(title, safe, details != nil), 42, 0, room, l.color)
	row.Height = max(height+20, rows.ButtonHeight+20)
	top, down := (row.Height-height)/2, (row.Height-rows.ButtonHeight-20)/2
	icon := (row.Height - 18) / 2
	if below {
		row.Height = 10 + height + 10 + rows.ButtonHeight + more + 10
		top, down = 10, height+10
		icon = 10 + (rows.LineHeight-18)/2
	}
	for i := from; i < len(row.Texts); i++ {
		row.Texts[i].Y += top
	}
	if details != nil {
		last := row.Texts[len(row.Texts)-1]
		row.ClickAreas = append(row.ClickAreas, rows.ClickArea{
			Area: rows.Area{X: last.X - 4, Y: last.Y - 2, W: last.W + 8, H: last.H + 4}, Name: i18n.Text("Details"), Radius: 4,
			Do: details,
		})
	}
	row.Icons[len(row.Icons)-1].Y = icon
	if down > 0 {
		for i := range row.Boxes {
			row.Boxes[i].Y += down
		}
		for i := range row.ClickAreas[:pressed] {
			row.ClickAreas[i].Y += down
		}
		for i := range row.Texts[:from] {
			row.Texts[i].Y += down
		}
	}
	ground := rows.Box{Area: rows.Area{W: c.Width, H: row.Height}, Fill: l.ground, Top: 12, Bottom: 12}
	row.Boxes = append([]rows.Box{ground}, row.Boxes...)
	c.Rows = append(c.Rows, row)
}

// stripButton draws a button with the given right edge and returns its left edge. It cuts words
// that are wider than the strip.
func (c *Card) stripButton(s *rows.Typesetter, row *rows.Row, b stripButton, right, top float32) float32 {
	label := b.words
	if s.ButtonWidth(label) > c.Width-28 {
		label = s.TruncateText(label, c.Width-28-s.ButtonWidth(""), textflow.Style{Size: rows.TextSize})
	}
	left := s.PlaceButton(row, label, right, top, b.look, b.do)
	row.ClickAreas[len(row.ClickAreas)-1].Name = b.words
	return left
}

// stripRuns returns the text of a strip.
func stripRuns(title, safe string, details bool) []textflow.Run {
	style := textflow.Style{Size: rows.TextSize}
	bold, under := style, style
	bold.Bold, under.Underline = true, true
	under.Size = rows.SmallSize
	runs := []textflow.Run{{Text: title, Style: bold}}
	if safe != "" {
		runs = append(runs, textflow.Run{Text: " " + safe, Style: style})
	}
	if details {
		runs = append(runs, textflow.Run{Text: " ", Style: style}, textflow.Run{Text: i18n.Text("Details"), Style: under})
	}
	return runs
}
