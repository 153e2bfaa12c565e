package cards

import (
	"slices"

	"parlando/app/chat"
	"parlando/app/sources"
	"parlando/views/conversation/rows"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

// takeSources reads the sources of the message and removes them from its parts, so that a text
// before them is the last part. Links in a text are read only once it has ended.
func (c *Card) takeSources() {
	m := &c.message
	isSources := func(p chat.Part) bool { return p.Kind == chat.PartSources }
	has := slices.ContainsFunc(m.Parts, isSources)
	var now *sources.Sources
	if has || m.State.Ended() {
		now = sources.Of(*m)
	}
	if has {
		m.Parts = slices.DeleteFunc(slices.Clone(m.Parts), isSources)
	}
	if !now.Equal(c.sources) {
		c.discardLayout()
		c.sources = now
	}
}

// sourcesButton draws the button that shows how many sources a reply has and unfolds them, and
// returns its right edge.
func (c *Card) sourcesButton(s *rows.Typesetter, row *rows.Row, x float32) float32 {
	if c.sources == nil {
		return x
	}
	label := i18n.Plural("{{.N}} sources", len(c.sources.List))
	style := textflow.Style{Size: rows.SmallSize}
	w := s.Ruler.Width(label, style) + 46
	area := rows.Area{X: x + 4, Y: 2, W: w, H: actionSize}
	row.Boxes = append(row.Boxes, rows.Box{Area: area, Fill: theme.ColorTint, Border: theme.ColorEdge, Top: actionSize / 2, Bottom: actionSize / 2})
	row.Icons = append(row.Icons, rows.Icon{X: area.X + 12, Y: 2 + (actionSize-14)/2, Size: 14, Name: "globe", Color: theme.ColorMuted})
	s.PlaceText(row, label, area.X+33, 2+(actionSize-rows.SmallLineHeight)/2, w, style, theme.ColorMuted)
	row.ClickAreas = append(row.ClickAreas, rows.ClickArea{Area: area, Name: label, Radius: actionSize / 2, Do: func() {
		c.folds.sources = !c.folds.sources
		c.RelayoutCard(c)
	}})
	return area.X + w + 8
}

// sourceList adds the sources under a reply, one in each line.
func (c *Card) sourceList(s *rows.Typesetter) {
	if c.sources == nil || !c.folds.sources {
		return
	}
	for n := range c.sources.List {
		row := &rows.Row{}
		if n == 0 {
			row.SpaceAbove = 8
		}
		s.PlaceSource(row, n+1)
		c.Rows = append(c.Rows, row)
	}
}
