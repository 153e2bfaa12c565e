package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/views/widgets"
)

const (
	// sectionGap is the space between the list of sections and the page.
	sectionGap = 24
	// minPageWidth is the minimum width of the page beside the list of sections, at the default
	// text size.
	minPageWidth = 460
	// topTolerance is the maximum distance from the top at which a section counts as the current
	// one.
	topTolerance = 24
)

// goTo scrolls to a section.
func (p *page) goTo(section int) {
	p.Scroll.ScrollToOffset(fyne.NewPos(0, p.Headings()[section].Position().Y))
	p.chooseSection(section)
}

// enter scrolls to a section and focuses its first control.
func (p *page) enter(section int) {
	p.goTo(section)
	p.FocusSection(section)
}

// showSections opens the menu of sections. If a key opened it, the current section is focused.
func (p *page) showSections() {
	c := widgets.CanvasOf(p.sectionMenu)
	show := p.goTo
	if c != nil && c.Focused() == fyne.Focusable(p.sectionMenu) {
		show = p.enter
	}
	items := make([]widgets.MenuItem, len(p.Headings()))
	for i, h := range p.Headings() {
		items[i] = widgets.MenuItem{Text: h.Text(), Chosen: i == p.sections.Chosen(), Do: func() { show(i) }}
	}
	widgets.ShowMenu(p.sectionMenu, items)
}

// markSection selects the section at the top.
func (p *page) markSection() {
	if p.sections == nil || len(p.Headings()) == 0 {
		return
	}
	section := 0
	for i, h := range p.Headings() {
		if h.Position().Y <= p.Scroll.Offset.Y+topTolerance {
			section = i
		}
	}
	p.chooseSection(section)
}

func (p *page) chooseSection(section int) {
	p.sections.Choose(section)
	p.sectionMenu.Set(p.Headings()[section].Text())
}

// pageLayout places the list of sections to the left of the page, or the menu of sections above it.
type pageLayout struct{ p *page }

// MinSize implements fyne.Layout.
func (pageLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 100) }

// Layout implements fyne.Layout.
func (l pageLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	p := l.p
	left := p.sections.MinSize().Width + sectionGap
	room := size.Width-left >= widgets.RegionWidth(minPageWidth)
	widgets.SetVisible(p.sections, room)
	widgets.SetVisible(p.sectionMenu, !room)
	if room {
		// The selected row, not its focus ring, aligns with the title.
		widgets.Place(p.sections, -2, 0, left-sectionGap, size.Height)
		widgets.Place(p.Scroll, left, 0, size.Width-left, size.Height)
		return
	}
	top := p.sectionMenu.MinSize().Height + 12
	widgets.Place(p.sectionMenu, 0, 0, size.Width, top-12)
	widgets.Place(p.Scroll, -widgets.PageEdge, top, size.Width+widgets.PageEdge, size.Height-top)
}

// scrollContent is the content of the scroll. It reports every movement: Fyne's OnScrolled reports
// the wheel, but neither Tab nor keys that turn the page.
type scrollContent struct {
	widget.BaseWidget

	content fyne.CanvasObject
	onMove  func()
}

func newScrollContent(p *page) *scrollContent {
	s := &scrollContent{content: container.New(contentLayout{p}, p.Object()), onMove: p.markSection}
	s.ExtendBaseWidget(s)
	return s
}

// contentLayout adds space around the list of lines: at the left for the focus ring, at the right
// for the scroll bar, and at the bottom so that the last section can scroll to the top.
type contentLayout struct{ p *page }

// MinSize implements fyne.Layout.
func (l contentLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	last := float32(0)
	for i := len(l.p.Object().Objects) - 1; i >= 0; i-- {
		o := l.p.Object().Objects[i]
		last += o.MinSize().Height + lineGap
		if o == fyne.CanvasObject(l.p.Headings()[len(l.p.Headings())-1]) {
			break
		}
	}
	foot := max(12, l.p.Scroll.Size().Height-widgets.PageEdge-last+lineGap)
	return l.p.Object().MinSize().AddWidthHeight(widgets.PageEdge+16, widgets.PageEdge+foot)
}

// Layout implements fyne.Layout.
func (l contentLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	widgets.Place(l.p.Object(), widgets.PageEdge, widgets.PageEdge, size.Width-widgets.PageEdge-16, l.p.Object().MinSize().Height)
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
