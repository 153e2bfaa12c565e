package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
	"parlando/views/wheel"
)

// SectionPage is the content of a sheet that has sections: the list of them at the left, on a
// ground that reaches to the edges of the sheet, and the content of one section, with the section's
// title in the line of the sheet's. Where there is no room, a menu of sections is above the
// content.
type SectionPage struct {
	widget.BaseWidget

	// OnGo is called with a chosen section, OnEnter if its first control is to be focused, too.
	OnGo, OnEnter func(section int)
	// Scroll scrolls the content of the section.
	Scroll *wheel.Scroll

	names []string
	at    int
	// shows reports whether a section is listed.
	shows func(section int) bool
	// listWidth is the width of the list at the default text size, if its names need no more.
	listWidth float32

	root    *fyne.Container
	content *fyne.Container
	side    ThemedRectangle
	title   *Text
	list    *NavList
	menu    *Dropdown
	// search is the field above the list, nil for none; nothing is shown in place of the list while
	// the search finds no section.
	search  *Field
	nothing *Text
	found   bool
}

const (
	// minSectionWidth is the minimum width of a section beside the list, at the default text size.
	minSectionWidth = 460
	// sideEdge is the space between the list and the edges of its ground, sideGap between its
	// ground and the section.
	sideEdge = 8
	sideGap  = 24
	// sideSearchGap is the space below the search field and below the menu.
	sideSearchGap = 12
	// barRoom is the room for the scroll bar at the right of the content.
	barRoom = 12
)

// NewSectionPage returns a page that shows the first section. what is the name of a section, such
// as "Section"; content must be as high as it needs at its width. listWidth is the width of the
// list at the default text size.
func NewSectionPage(what string, sections []NavEntry, content fyne.CanvasObject, listWidth float32) *SectionPage {
	p := &SectionPage{listWidth: listWidth, found: true, shows: func(int) bool { return true }}
	for _, s := range sections {
		p.names = append(p.names, s.Name)
	}
	p.content = container.New(sectionContent{}, content)
	p.Scroll = wheel.NewVScroll(p.content)
	p.list = NewNavList(what, sections)
	p.list.OnGo, p.list.OnEnter = func(i int) { p.OnGo(i) }, func(i int) { p.OnEnter(i) }
	p.menu = NewDropdown(what, p.showMenu)
	p.side, p.title = NewThemedRectangle(0), NewHeading("").NoWrap().NoMargin()
	p.side.TopLeftCornerRadius, p.side.BottomLeftCornerRadius = theme.RadiusSheet-1, theme.RadiusSheet-1
	p.root = container.New(sectionLayout{p}, p.side.Rectangle, p.title, p.list, p.menu, p.Scroll)
	p.mark()
	p.ExtendBaseWidget(p)
	return p
}

// AddSearch adds a search field above the list. nothing is shown in place of the list while Filter
// lists no section.
func (p *SectionPage) AddSearch(field *Field, nothing string) {
	p.search, p.nothing = field, NewMuted(nothing).NoMargin()
	p.nothing.Hide()
	p.root.Objects = []fyne.CanvasObject{p.side.Rectangle, p.title, field, p.nothing, p.list, p.menu, p.Scroll}
	p.root.Refresh()
}

// Choose shows which section is open.
func (p *SectionPage) Choose(section int) {
	p.at = section
	p.mark()
}

func (p *SectionPage) mark() {
	p.list.Choose(p.at)
	p.menu.Set(p.names[p.at])
	p.title.SetText(p.names[p.at])
}

// Filter lists only the sections for which shows returns true.
func (p *SectionPage) Filter(shows func(section int) bool) {
	p.shows = shows
	p.found = p.list.Filter(shows)
	p.root.Refresh()
}

// FocusList focuses the list, or the menu where there is no room for the list.
func (p *SectionPage) FocusList() {
	if c := CanvasOf(p); c != nil {
		p.FocusIn(c)
	}
}

// FocusIn is FocusList on a page that was not painted yet, of which Fyne does not know the canvas.
func (p *SectionPage) FocusIn(c fyne.Canvas) {
	if p.list.Visible() {
		c.Focus(p.list)
	} else if p.menu.Visible() {
		c.Focus(p.menu)
	}
}

// hasFocus reports whether the list or the menu is focused.
func (p *SectionPage) hasFocus() bool {
	c := CanvasOf(p)
	return c != nil && (c.Focused() == fyne.Focusable(p.list) || c.Focused() == fyne.Focusable(p.menu))
}

// ContentChanged lays the content out again after its height has changed.
func (p *SectionPage) ContentChanged() {
	p.content.Refresh()
	p.fit()
}

// fit adapts the scroll to the height that the content needs at its width.
func (p *SectionPage) fit() {
	if p.content.Size().Height != max(p.content.MinSize().Height, p.Scroll.Size().Height) {
		p.Scroll.Refresh()
	}
}

// showMenu opens the menu of sections. If a key opened it, the first control of the section is
// focused.
func (p *SectionPage) showMenu() {
	c := CanvasOf(p.menu)
	show := p.OnGo
	if c != nil && c.Focused() == fyne.Focusable(p.menu) && RingIsShown() {
		show = p.OnEnter
	}
	var items []MenuItem
	for i, name := range p.names {
		if p.shows(i) {
			items = append(items, MenuItem{Text: name, Chosen: i == p.at, Do: func() { show(i) }})
		}
	}
	ShowMenu(p.menu, items)
}

// InnerContent implements ContentHolder.
func (p *SectionPage) InnerContent() fyne.CanvasObject { return p.root }

// CreateRenderer implements fyne.Widget.
func (p *SectionPage) CreateRenderer() fyne.WidgetRenderer {
	return Renderer{
		MinSize: p.root.MinSize, Place: p.root.Resize, RefreshesChildren: true,
		Paint: func() { p.side.Paint(theme.ColorSidebar, "", 0) },
	}.Of(p, p.root)
}

// sectionLayout places the parts of a SectionPage.
type sectionLayout struct{ p *SectionPage }

// MinSize implements fyne.Layout.
func (sectionLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 100) }

// Layout implements fyne.Layout.
func (l sectionLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	p := l.p
	list := max(p.list.MinSize().Width, RegionWidth(p.listWidth))
	groundRight := sideEdge + list + sideEdge - SheetMargin
	left := groundRight + sideGap
	room := size.Width-left >= RegionWidth(minSectionWidth)
	SetVisible(p.side.Rectangle, room)
	SetVisible(p.title, room)
	if p.hasFocus() {
		defer p.FocusList() // moves from the list to the menu or back
	}
	SetVisible(p.list, room && p.found)
	SetVisible(p.menu, !room && p.found)
	defer p.fit()
	if room {
		title := SheetTitleHeight()
		above := title + SheetMargin - 1 // the sheet has a border
		Place(p.side.Rectangle, 1-SheetMargin, -above, groundRight+SheetMargin-1, above+size.Height+SheetMargin-1)
		Place(p.title, left, SheetTitleInset-title, p.title.MinSize().Width, p.title.MinSize().Height)
		top := p.placeSearch(sideEdge-SheetMargin+4, list-8)
		Place(p.list, sideEdge-SheetMargin, top, list, size.Height-top)
		p.placeScroll(left, 0, size)
		return
	}
	top := p.placeSearch(0, size.Width)
	if p.found {
		high := p.menu.MinSize().Height
		Place(p.menu, 0, top, size.Width, high)
		top += high + sideSearchGap
	} else {
		top += p.nothing.Size().Height + sideSearchGap
	}
	p.placeScroll(0, top, size)
}

// placeSearch places the search field, if there is one, with what is said below it, and returns
// where the list begins.
func (p *SectionPage) placeSearch(left, width float32) (top float32) {
	if p.search == nil {
		return 0
	}
	high := p.search.MinSize().Height
	Place(p.search, left, 0, width, high)
	top = high + sideSearchGap
	SetVisible(p.nothing, !p.found)
	Place(p.nothing, left, top, width, HeightAt(p.nothing, width))
	return top
}

// placeScroll places the scroll, which extends beyond its content: at the left for the focus ring,
// at the right for the scroll bar, which lies in the margin of the sheet.
func (p *SectionPage) placeScroll(left, top float32, size fyne.Size) {
	Place(p.Scroll, left-PageEdge, top, size.Width-left+PageEdge+barRoom, size.Height-top)
}

// sectionContent adds space around the content of a section.
type sectionContent struct{}

// MinSize implements fyne.Layout.
func (sectionContent) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().AddWidthHeight(PageEdge+barRoom, 12)
}

// Layout implements fyne.Layout.
func (sectionContent) Layout(o []fyne.CanvasObject, size fyne.Size) {
	width := size.Width - PageEdge - barRoom
	Place(o[0], PageEdge, 0, width, HeightAt(o[0], width))
}
