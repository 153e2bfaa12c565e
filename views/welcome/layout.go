package welcome

import (
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// Sizes of the page, in device-independent pixels, as in the design.
const (
	cardGap   = 16
	cardLeast = 208 // at the default text size; narrower cards are stacked
	margin    = 24
	markSide  = 44 // the logo on top; a twelfth of its side is empty margin
	markGap   = 8
	titleGap  = 5
	wordsGap  = 27
	helpWidth = 620 // at the default text size
)

// ways lays the cards out side by side at equal height, or stacked if they would be too narrow.
type ways struct{ width float32 }

// columnWidth returns the width of a card when n cards share a width, and whether they are side by
// side.
func columnWidth(width float32, n int) (float32, bool) {
	each := (width - float32(n-1)*cardGap) / float32(n)
	if each >= cardLeast*theme.LargerText() {
		return min(each, cardWidth*theme.LargerText()), true
	}
	return min(width, 420*theme.LargerText()), false
}

// height returns the height of the cards at a width.
func (w *ways) height(objects []fyne.CanvasObject, width float32) float32 {
	each, beside := columnWidth(width, len(objects))
	total, most := float32(0), float32(0)
	for _, o := range objects {
		h := widgets.HeightAt(o, each)
		total += h + cardGap
		most = max(most, h)
	}
	if beside {
		return most
	}
	return max(total-cardGap, 0)
}

// Layout implements fyne.Layout.
func (w *ways) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w.width = size.Width
	each, beside := columnWidth(size.Width, len(objects))
	high := w.height(objects, size.Width)
	if beside {
		x := (size.Width - float32(len(objects))*(each+cardGap) + cardGap) / 2
		for _, o := range objects {
			widgets.Place(o, x, 0, each, high)
			x += each + cardGap
		}
		return
	}
	y := float32(0)
	for _, o := range stacked(objects) {
		h := widgets.HeightAt(o, each)
		widgets.Place(o, (size.Width-each)/2, y, each, h)
		y += h + cardGap
	}
}

// roomLines is the number of lines of small text for which space is reserved from the start.
const roomLines = 4

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

// stacked returns the order of stacked cards: the programs on this computer are last, because their
// changes in height then move no other card.
func stacked(objects []fyne.CanvasObject) []fyne.CanvasObject {
	if len(objects) != 3 {
		return objects
	}
	return []fyne.CanvasObject{objects[0], objects[2], objects[1]}
}

// MinSize implements fyne.Layout.
func (w *ways) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, w.height(objects, max(w.width, cardLeast)))
}

// page lays out the welcome page: logo, title, sentence, cards, help, centered vertically if they
// fit, and the switch of the simple view in the corner. Later growth extends downward: nothing
// above it moves while the window and the text keep their sizes.
type page struct {
	w     *Welcome
	width float32
	top   float32
	// view and scale are the sizes for which top was computed.
	view  fyne.Size
	scale float32
}

// heights returns the heights of the parts from top to bottom, including the gaps after them.
func (p *page) heights(width float32) (title, sentence, cards, help, total float32) {
	title = p.w.title.MinSize().Height
	sentence = widgets.HeightAt(p.w.sentence, width-2*margin)
	ways, _ := p.w.cards.Layout.(*ways)
	cards = ways.height(p.w.cards.Objects, width-2*margin)
	help = widgets.HeightAt(p.w.help, p.helpWidth(width))
	return title, sentence, cards, help, markSide + markGap + title + titleGap + sentence + wordsGap + cards + cardGap + help
}

// helpWidth returns the width of the help on a page of the given width.
func (p *page) helpWidth(width float32) float32 {
	return min(helpWidth*theme.LargerText(), width-2*margin)
}

// Layout implements fyne.Layout.
func (p *page) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	p.width = size.Width
	title, sentence, cards, help, total := p.heights(size.Width)
	if view, scale := p.w.scroll.Size(), theme.LargerText(); view != p.view || scale != p.scale {
		p.view, p.scale, p.top = view, scale, max((view.Height-total)/2, margin)
		// the switch would cover the logo
		if simple := p.w.simple.MinSize(); simple.Width+margin > size.Width/2-markSide {
			p.top = max(p.top, margin+simple.Height)
		}
	}
	y := p.top
	center := func(o fyne.CanvasObject, width, height float32) {
		widgets.Place(o, (size.Width-width)/2, y, width, height)
		y += height
	}
	center(p.w.mark, markSide, markSide)
	y += markGap
	center(p.w.title, p.w.title.MinSize().Width, title)
	y += titleGap
	center(p.w.sentence, size.Width-2*margin, sentence)
	y += wordsGap
	center(p.w.cards, size.Width-2*margin, cards)
	y += cardGap
	center(p.w.help, p.helpWidth(size.Width), help)
	simple := p.w.simple.MinSize()
	widgets.Place(p.w.simple, size.Width-margin-simple.Width, margin-8, simple.Width, simple.Height)
}

// MinSize implements fyne.Layout.
func (p *page) MinSize([]fyne.CanvasObject) fyne.Size {
	_, _, _, _, total := p.heights(max(p.width, 320))
	return fyne.NewSize(320, max(p.top, margin)+total+margin)
}
