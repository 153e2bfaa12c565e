package welcome

import (
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/form"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Sizes of the page, in device-independent pixels, as in the design.
const (
	columnWidth = 560 // at the default text size
	margin      = 24
)

// roomLines is the number of lines of small text for which space is reserved from the start.
const roomLines = 4

// addRoom adds the objects that build adds, and reserves the space of roomLines lines, so that
// texts that appear later move nothing.
func addRoom(f *form.Form, build func()) {
	f.Add(f.Group(&roomLayout{Column: widgets.Column{Gap: 2}}, build))
}

// muted adds muted text in the default size.
func muted(f *form.Form, words string) *widgets.Text {
	return f.Text(words, theme.ColorMuted, fynetheme.SizeNameText)
}

// roomLayout is a column that is at least roomLines high.
type roomLayout struct {
	widgets.Column
	// least caches the height of roomLines lines at the text size in size.
	least, size float32
}

// MinSize implements fyne.Layout.
func (r *roomLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	if size := fynetheme.Size(fynetheme.SizeNameCaptionText); size != r.size {
		r.size, r.least = size, widgets.NewMuted(strings.Repeat("M\n", roomLines-1)+"M").NoWrap().NoMargin().MinSize().Height+r.Gap
	}
	size := r.Column.MinSize(objects)
	return fyne.NewSize(size.Width, max(size.Height, r.least))
}

// page lays out the welcome page: the content of a step, centered if it fits, larger text in one
// corner, and the choice of the language and the switches of the simple view and of announcements
// in the other. Later growth
// extends downward: nothing above it moves while the window and the text keep their sizes.
type page struct {
	w     *Welcome
	width float32
	top   float32
	// placed has the values for which top was computed.
	placed struct {
		view  fyne.Size
		scale float32
		shown pageStep
	}
}

// column returns the width and the height of the content on a page of the given width.
func (p *page) column(page float32) (width, height float32) {
	width = min(columnWidth*theme.LargerText(), page-2*margin)
	return width, widgets.HeightAt(p.w.contents[p.w.shown], width)
}

// Layout implements fyne.Layout.
func (p *page) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	p.width = size.Width
	larger := p.w.textSize.MinSize()
	widgets.Place(p.w.textSize, margin-12, margin-14, larger.Width, larger.Height)
	cornerWidth := size.Width - 2*margin + 12 - larger.Width
	cornerHeight := widgets.HeightAt(p.w.corner, cornerWidth)
	widgets.Place(p.w.corner, margin+larger.Width, margin-14, cornerWidth, cornerHeight)
	width, height := p.column(size.Width)
	now := p.placed
	now.view, now.scale, now.shown = p.w.scroll.Size(), theme.LargerText(), p.w.shown
	if now != p.placed {
		top := (now.view.Height - height) * 0.46
		if now.shown != choosing { // the headings are at the same height
			top = min(top, now.view.Height*0.17)
		}
		p.placed, p.top = now, max(top, margin-14+cornerHeight+8)
	}
	widgets.Place(p.w.contents[p.w.shown], (size.Width-width)/2, p.top, width, height)
}

// MinSize implements fyne.Layout.
func (p *page) MinSize([]fyne.CanvasObject) fyne.Size {
	_, height := p.column(max(p.width, 320))
	return fyne.NewSize(320, max(p.top, margin)+height+margin)
}
