package cards

import (
	"slices"

	"parlando/app/chat"
	"parlando/app/sources"
	"parlando/views/conversation/rows"
	"parlando/views/i18n"
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
	return s.PlacePill(row, "globe", label, x+4, 2, actionSize, func() { c.unfoldSources(!c.folds.sources) }) + 8
}

// ShowSources unfolds the sources of a reply, if it has any.
func (c *Card) ShowSources() {
	if c.sources != nil {
		c.unfoldSources(true)
	}
}

func (c *Card) unfoldSources(on bool) {
	c.folds.sources = on
	c.RelayoutCard(c)
	if on {
		c.ShowFooter(c)
	}
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
