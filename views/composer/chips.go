package composer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
)

// The measures of the row of chips. More than two rows scroll.
const (
	chipHeight  = 40
	chipGap     = 8
	chipRowsMax = 2
)

// chips are the attachments, side by side and in rows.
type chips struct {
	widget.BaseWidget

	composer *Composer
	chips    []*chip
	flow     *fyne.Container
	scroll   *container.Scroll
}

func newChips(c *Composer) *chips {
	cs := &chips{composer: c, flow: container.New(rowsOfChips{})}
	cs.scroll = container.NewVScroll(cs.flow)
	cs.ExtendBaseWidget(cs)
	return cs
}

// set shows the parts that are attachments.
func (cs *chips) set(parts []chat.Part) {
	cs.chips = cs.chips[:0]
	cs.flow.RemoveAll()
	for i, p := range parts {
		if p.Kind != chat.PartImage && p.Kind != chat.PartPasted && p.Kind != chat.PartTranscript {
			continue
		}
		one := newChip(p, func() { cs.composer.remove(i) })
		if p.Blob != nil {
			one.thumbnail = cs.composer.thumbnails[p.Blob.SHA256]
		}
		cs.chips = append(cs.chips, one)
		cs.flow.Add(one)
	}
	cs.Refresh()
}

// heightFor is the height at a width, 0 without attachments.
func (cs *chips) heightFor(width float32) float32 {
	if len(cs.chips) == 0 {
		return 0
	}
	rows := min(place(cs.flow.Objects, width, false), chipRowsMax)
	return float32(rows)*(chipHeight+chipGap) - chipGap
}

// CreateRenderer implements fyne.Widget.
func (cs *chips) CreateRenderer() fyne.WidgetRenderer { return &chipsRenderer{cs} }

type chipsRenderer struct{ cs *chips }

func (r *chipsRenderer) MinSize() fyne.Size { return fyne.NewSize(0, 0) }
func (r *chipsRenderer) Layout(size fyne.Size) {
	// The flow's least height depends on its width, so it gets that first.
	r.cs.flow.Resize(fyne.NewSize(size.Width, size.Height))
	if r.scrolls() {
		r.cs.scroll.Resize(size)
		return
	}
	r.cs.flow.Move(fyne.NewPos(0, 0))
}

func (r *chipsRenderer) Refresh() {
	r.Layout(r.cs.Size())
	if r.scrolls() {
		r.cs.scroll.Refresh()
	}
	canvas.Refresh(r.cs)
}

// scrolls reports whether there are more rows than are shown.
func (r *chipsRenderer) scrolls() bool {
	return place(r.cs.flow.Objects, r.cs.Size().Width, false) > chipRowsMax
}

func (r *chipsRenderer) Objects() []fyne.CanvasObject {
	if r.scrolls() {
		return []fyne.CanvasObject{r.cs.scroll}
	}
	return []fyne.CanvasObject{r.cs.flow}
}

func (r *chipsRenderer) Destroy() {}

// rowsOfChips lays chips out in rows.
type rowsOfChips struct{}

func (rowsOfChips) MinSize(objects []fyne.CanvasObject) fyne.Size {
	if len(objects) == 0 {
		return fyne.Size{}
	}
	bottom := float32(0)
	for _, o := range objects {
		bottom = max(bottom, o.Position().Y+chipHeight)
	}
	return fyne.NewSize(0, bottom)
}

func (rowsOfChips) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	place(objects, size.Width, true)
}

// place counts the rows that objects need at a width and, if asked, puts them there.
func place(objects []fyne.CanvasObject, width float32, move bool) int {
	x, row := float32(0), 0
	for _, o := range objects {
		w := min(o.MinSize().Width, width)
		if x > 0 && x+w > width {
			x = 0
			row++
		}
		if move {
			o.Resize(fyne.NewSize(w, chipHeight))
			o.Move(fyne.NewPos(x, float32(row)*(chipHeight+chipGap)))
		}
		x += w + chipGap
	}
	return row + 1
}
