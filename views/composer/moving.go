package composer

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// chipMove is the state of a chip being dragged.
type chipMove struct {
	chip *chip
	at   fyne.Position // at is the chip's position under the pointer, in the flow's coordinates
	to   int           // to is the index at which a drop would insert the chip
	gap  *canvas.Rectangle
}

// order returns the chips in the order a drop would produce.
func (m *chipMove) order(all []*chip) []*chip {
	out := make([]*chip, 0, len(all))
	for _, c := range all {
		if c != m.chip {
			out = append(out, c)
		}
	}
	return slices.Insert(out, m.to, m.chip)
}

// drag moves a chip by by, and starts the drag if necessary.
func (cs *chips) drag(c *chip, by fyne.Delta) {
	if c.dropped || len(cs.chips) < 2 || !slices.Contains(cs.chips, c) {
		return
	}
	if cs.moving == nil {
		gap := canvas.NewRectangle(fynetheme.Color(theme.ColorHover))
		gap.CornerRadius = theme.RadiusControl
		gap.StrokeColor, gap.StrokeWidth = fynetheme.Color(theme.ColorAccent), 1
		cs.moving = &chipMove{chip: c, at: c.Position(), to: c.place, gap: gap}
		// Paint the gap below the other chips, and the dragged chip above them.
		others := slices.DeleteFunc(slices.Clone(cs.flow.Objects), func(o fyne.CanvasObject) bool { return o == c })
		cs.flow.Objects = append(append([]fyne.CanvasObject{gap}, others...), c)
		if over := widgets.CanvasOf(cs); over != nil {
			over.Focus(c) // so that the chip receives Escape
		}
		c.Refresh()
	}
	m := cs.moving
	m.at = m.at.Add(by)
	m.to = cs.nearest(m)
	cs.flow.Layout.Layout(nil, cs.flow.Size())
	canvas.Refresh(cs.flow)
}

// nearest returns the index at which the dragged chip would be nearest to its position.
func (cs *chips) nearest(m *chipMove) int {
	best, least := m.to, float32(-1)
	try := *m
	for try.to = range cs.chips {
		rooms, _ := arrange(try.order(cs.chips), cs.flow.Size().Width)
		dx := m.at.X - rooms[try.to].at.X
		dy := (m.at.Y - rooms[try.to].at.Y) * 3 // prefer positions in the same row
		if far := dx*dx + dy*dy; least < 0 || far < least {
			best, least = try.to, far
		}
	}
	return best
}

// drop ends the drag and moves the chip to the gap.
func (cs *chips) drop(c *chip) {
	c.dropped = false
	m := cs.moving
	if m == nil || m.chip != c {
		return
	}
	cs.moving = nil
	cs.move(c.place, m.to)
}

// giveUp cancels a drag, and reports whether there was one.
func (cs *chips) giveUp() bool {
	if cs.moving == nil {
		return false
	}
	c := cs.moving.chip
	c.dropped = true // ignore the rest of the drag
	cs.moving = nil
	cs.flow.Objects = nil
	for _, one := range cs.chips {
		cs.flow.Objects = append(cs.flow.Objects, one)
	}
	cs.flow.Layout.Layout(nil, cs.flow.Size())
	cs.Refresh()
	c.Refresh()
	return true
}

// move moves a chip to another index and focuses it.
func (cs *chips) move(from, to int) {
	if to < 0 || to >= len(cs.chips) {
		return
	}
	c := cs.composer
	if from != to {
		at := make([]int, len(cs.chips)) // indexes of the attachments among the parts
		for i, one := range cs.chips {
			at[i] = one.index
		}
		order := (&chipMove{chip: cs.chips[from], to: to}).order(cs.chips)
		for i, one := range order {
			c.parts[at[i]] = one.part
		}
	}
	cs.set(c.parts)
	if over := widgets.CanvasOf(cs); over != nil {
		over.Focus(cs.chips[to])
	}
	if from != to {
		c.changed()
	}
}

// SetOriginal selects whether the pictures of a part are sent as their original files.
func (c *Composer) SetOriginal(of chat.Part, original bool) {
	changed := false
	for i := range c.parts {
		p := &c.parts[i]
		if p.Kind == chat.PartImage && p.Original != nil && of.Original != nil && *p.Original == *of.Original && p.AsIs != original {
			p.AsIs, changed = original, true
		}
	}
	if changed {
		c.chips.set(c.parts)
		c.changed()
	}
}
