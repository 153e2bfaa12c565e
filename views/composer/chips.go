package composer

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// Sizes of the rows of chips. More than three rows scroll.
const (
	chipGap     = 8
	chipRowsMax = 3
)

// chips lays the attachments out in rows, in the order in which they are sent.
type chips struct {
	widget.BaseWidget

	composer *Composer
	chips    []*chip
	moving   *chipMove // nil unless a chip is dragged
	flow     *fyne.Container
	scroll   *wheel.Scroll

	// thumbnails has the previews, unread the pictures that could not be read, and smaller the very
	// large pictures of which a reduced copy is sent. All are keyed by SHA-256 in hex.
	thumbnails      map[string]image.Image
	unread, smaller map[string]bool
}

func newChips(c *Composer) *chips {
	cs := &chips{composer: c, thumbnails: map[string]image.Image{}, unread: map[string]bool{}, smaller: map[string]bool{}}
	cs.flow = container.New(rowsOfChips{cs})
	cs.scroll = wheel.NewVScroll(cs.flow)
	cs.ExtendBaseWidget(cs)
	return cs
}

// set shows the parts that are attachments. A drag ends without effect. If the focused chip is
// gone, the focus moves to the next chip or to the text: a focused widget that is hidden would
// swallow all keys of the window.
func (cs *chips) set(parts []chat.Part) {
	cs.moving = nil
	if at := slices.IndexFunc(cs.chips, func(c *chip) bool { return c.focused }); at >= 0 {
		if over := widgets.CanvasOf(cs.chips[at]); over != nil && over.Focused() == fyne.Focusable(cs.chips[at]) {
			defer func() {
				if at < len(cs.chips) {
					over.Focus(cs.chips[at])
				} else {
					over.Focus(cs.composer.box)
				}
			}()
		}
	}
	cs.chips = cs.chips[:0:0]
	cs.flow.RemoveAll()
	for i, p := range parts {
		if !p.Kind.IsAttached() {
			continue
		}
		one := newChip(cs, len(cs.chips), i, p)
		if p.Blob != nil {
			one.thumbnail = cs.thumbnails[p.Blob.SHA256]
		}
		cs.chips = append(cs.chips, one)
	}
	// Add them last: the text of a chip depends on the number of chips.
	for _, one := range cs.chips {
		cs.flow.Add(one)
	}
	cs.Refresh()
}

// heightFor returns the height at a width, 0 without attachments.
func (cs *chips) heightFor(width float32) float32 {
	if len(cs.chips) == 0 {
		return 0
	}
	_, rows := arrange(cs.chips, width)
	return float32(min(rows, chipRowsMax))*(chipHeight()+chipGap) - chipGap
}

// CreateRenderer implements fyne.Widget.
func (cs *chips) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{Place: cs.place, Paint: cs.paint, Objects: cs.shown}.Of(cs)
}

func (cs *chips) place(size fyne.Size) {
	// The minimum height of the flow depends on its width, so set the width first.
	cs.flow.Resize(fyne.NewSize(size.Width, size.Height))
	if cs.scrolls() {
		cs.scroll.Resize(size)
		return
	}
	cs.flow.Move(fyne.NewPos(0, 0))
}

func (cs *chips) paint() {
	if cs.scrolls() {
		cs.scroll.Refresh()
	}
	canvas.Refresh(cs)
}

// scrolls reports whether there are more rows than fit.
func (cs *chips) scrolls() bool {
	_, rows := arrange(cs.chips, cs.Size().Width)
	return rows > chipRowsMax
}

func (cs *chips) shown() []fyne.CanvasObject {
	if cs.scrolls() {
		return []fyne.CanvasObject{cs.scroll}
	}
	return []fyne.CanvasObject{cs.flow}
}

// rowsOfChips lays chips out in rows. A dragged chip follows the pointer; a gap shows where a drop
// would insert it.
type rowsOfChips struct{ cs *chips }

func (l rowsOfChips) MinSize([]fyne.CanvasObject) fyne.Size {
	if len(l.cs.chips) == 0 {
		return fyne.Size{}
	}
	_, rows := arrange(l.cs.chips, l.cs.flow.Size().Width)
	return fyne.NewSize(0, float32(rows)*(chipHeight()+chipGap)-chipGap)
}

func (l rowsOfChips) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	m := l.cs.moving
	order := l.cs.chips
	if m != nil {
		order = m.order(l.cs.chips)
	}
	places, _ := arrange(order, size.Width)
	for i, c := range order {
		if m != nil && c == m.chip {
			m.gap.Resize(places[i].size)
			m.gap.Move(places[i].at)
			c.Move(m.at)
			continue
		}
		c.Resize(places[i].size)
		c.Move(places[i].at)
	}
}

// room is the position and size of a chip.
type room struct {
	at   fyne.Position
	size fyne.Size
}

// arrange returns the room of each chip at a width, and the number of rows.
func arrange(chips []*chip, width float32) (rooms []room, rows int) {
	x, row := float32(0), 0
	for _, c := range chips {
		w := min(c.MinSize().Width, width)
		if x > 0 && x+w > width {
			x = 0
			row++
		}
		rooms = append(rooms, room{fyne.NewPos(x, float32(row)*(chipHeight()+chipGap)), fyne.NewSize(w, chipHeight())})
		x += w + chipGap
	}
	return rooms, row + 1
}
