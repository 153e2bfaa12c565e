package settings

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"parlando/views/widgets"
)

const (
	// sectionGap is the space between the list of sections and the page.
	sectionGap = 24
	// minPageWidth is the least width of the page beside that list, at the default text size.
	minPageWidth = 460
	// topTolerance is how far below the upper edge the section on top may begin.
	topTolerance = 24
)

// goTo scrolls to a section.
func (p *Settings) goTo(section int) {
	p.scroll.ScrollToOffset(fyne.NewPos(0, p.headings[section].Position().Y))
	p.chooseSection(section) // the last ones cannot reach the top
}

// enter scrolls to a section and focuses its first control.
func (p *Settings) enter(section int) {
	p.goTo(section)
	at := slices.Index(p.list.Objects, fyne.CanvasObject(p.headings[section]))
	for _, o := range p.list.Objects[at:] {
		if f, ok := controlOf(o).(fyne.Focusable); ok {
			if c := widgets.CanvasOf(p); c != nil {
				c.Focus(f)
			}
			return
		}
	}
}

// showSections opens the menu of sections. If a key opened it, the chosen section gets the focus.
func (p *Settings) showSections() {
	c := widgets.CanvasOf(p.sectionMenu)
	show := p.goTo
	if c != nil && c.Focused() == fyne.Focusable(p.sectionMenu) {
		show = p.enter
	}
	items := make([]widgets.MenuItem, len(p.headings))
	for i, h := range p.headings {
		items[i] = widgets.MenuItem{Words: h.Text(), Chosen: i == p.sections.Chosen(), Do: func() { show(i) }}
	}
	widgets.ShowMenu(p.sectionMenu, items)
}

// markSection chooses the section on top. At the end of the page one that was gone to and cannot
// reach the top stays chosen.
func (p *Settings) markSection() {
	if p.sections == nil || len(p.headings) == 0 {
		return
	}
	y, end := p.scroll.Offset.Y, p.scroll.Content.Size().Height-p.scroll.Size().Height
	if chosen := p.sections.Chosen(); y >= end-1 && chosen < len(p.headings) && p.headings[chosen].Position().Y >= y {
		return
	}
	section := 0
	for i, h := range p.headings {
		if h.Position().Y <= y+topTolerance {
			section = i
		}
	}
	p.chooseSection(section)
}

func (p *Settings) chooseSection(section int) {
	p.sections.Choose(section)
	p.sectionMenu.Set(p.headings[section].Text())
}

// pageLayout places the list of sections at the left of the page, or the menu of them above it.
type pageLayout struct{ p *Settings }

// MinSize implements fyne.Layout.
func (pageLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 100) }

// Layout implements fyne.Layout.
func (l pageLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	p := l.p
	left := p.sections.MinSize().Width + sectionGap
	room := size.Width-left >= widgets.RegionWidth(minPageWidth)
	widgets.Show(p.sections, room)
	widgets.Show(p.sectionMenu, !room)
	if room {
		widgets.Place(p.sections, 0, 0, left-sectionGap, size.Height)
		widgets.Place(p.scroll, left, 0, size.Width-left, size.Height)
		return
	}
	top := p.sectionMenu.MinSize().Height + 12
	widgets.Place(p.sectionMenu, 0, 0, size.Width, top-12)
	widgets.Place(p.scroll, 0, top, size.Width, size.Height-top)
}

// scrollContent is the content of the scroll. It reports every move: Fyne's OnScrolled reports the
// wheel, but neither Tab nor a key that turns the page.
type scrollContent struct {
	widget.BaseWidget

	content fyne.CanvasObject
	onMove  func()
}

func newScrollContent(list fyne.CanvasObject, onMove func()) *scrollContent {
	// At the left, room for a ring, at the right for the scroll bar.
	s := &scrollContent{content: container.New(layout.NewCustomPaddedLayout(4, 12, 4, 16), list), onMove: onMove}
	s.ExtendBaseWidget(s)
	return s
}

// Move implements fyne.CanvasObject.
func (s *scrollContent) Move(to fyne.Position) {
	s.BaseWidget.Move(to)
	s.onMove()
}

// CreateRenderer implements fyne.Widget.
func (s *scrollContent) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(s.content)
}
