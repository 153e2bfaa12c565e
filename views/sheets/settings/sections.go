package settings

import (
	"fyne.io/fyne/v2"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// section is one page of the settings. fill builds it.
type section struct {
	icon, name string
	fill       func()
}

// The indexes of the sections that the settings may begin with.
const (
	appearanceSection = 1
	languageSection   = 2
	readingSection    = 4
	dictationSection  = 5
)

func (p *page) listSections() []section {
	return []section{
		{"plug", i18n.Text("Connections"), p.services},
		{"palette", i18n.Text("Appearance"), p.appearance},
		{"languages", i18n.Text("Language"), p.language},
		{"keyboard", i18n.Text("Shortcuts"), p.shortcuts},
		{"volume-2", i18n.TextIn("subject", "Reading aloud"), p.reading},
		{"mic", i18n.Text("Dictation"), p.dictation},
		{"bookmark", i18n.Text("Memory"), p.memory},
		{"wallet", i18n.Text("Costs"), p.costs},
		{"bell", i18n.Text("Notifications"), p.notifications},
		{"hard-drive", i18n.Text("Your data"), p.data},
		{"info", i18n.Text("About"), p.about},
	}
}

const (
	// sideWidth is the width of the list of sections at the default text size, if its names need
	// no more.
	sideWidth = 194
	// minPageWidth is the minimum width of the page beside the list of sections, at the default
	// text size.
	minPageWidth = 460
	// sideEdge is the space between the list and the edges of its ground, sideGap between its
	// ground and the page.
	sideEdge = 8
	sideGap  = 24
)

// goTo shows a section from its top.
func (p *page) goTo(section int) {
	if section != p.at {
		p.at = section
		p.Update()
		p.markSection()
	}
	p.Scroll.ScrollToTop()
}

// enter shows a section and focuses its first control.
func (p *page) enter(section int) {
	p.goTo(section)
	p.FocusFirst()
}

// showSections opens the menu of sections. If a key opened it, the first control of the section is
// focused.
func (p *page) showSections() {
	c := widgets.CanvasOf(p.sectionMenu)
	show := p.goTo
	if c != nil && c.Focused() == fyne.Focusable(p.sectionMenu) {
		show = p.enter
	}
	items := make([]widgets.MenuItem, len(p.all))
	for i, s := range p.all {
		items[i] = widgets.MenuItem{Text: s.name, Chosen: i == p.at, Do: func() { show(i) }}
	}
	widgets.ShowMenu(p.sectionMenu, items)
}

// markSection shows which section is open.
func (p *page) markSection() {
	p.sections.Choose(p.at)
	p.sectionMenu.Set(p.all[p.at].name)
	p.title.SetText(p.all[p.at].name)
}

// pageLayout places the list of sections to the left of the page, on a ground that reaches to the
// edges of the sheet, with the section's title in the line of the sheet's. Where there is no room,
// a menu of sections is above the page.
type pageLayout struct{ p *page }

// MinSize implements fyne.Layout.
func (pageLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 100) }

// Layout implements fyne.Layout.
func (l pageLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	p := l.p
	list := max(p.sections.MinSize().Width, widgets.RegionWidth(sideWidth))
	groundRight := sideEdge + list + sideEdge - widgets.SheetMargin
	left := groundRight + sideGap
	room := size.Width-left >= widgets.RegionWidth(minPageWidth)
	widgets.SetVisible(p.side.Rectangle, room)
	widgets.SetVisible(p.title, room)
	widgets.SetVisible(p.sections, room)
	widgets.SetVisible(p.sectionMenu, !room)
	if room {
		title := widgets.SheetTitleHeight()
		top := title + widgets.SheetMargin - 1 // the sheet has a border
		widgets.Place(p.side.Rectangle, 1-widgets.SheetMargin, -top, groundRight+widgets.SheetMargin-1, top+size.Height+widgets.SheetMargin-1)
		widgets.Place(p.title, left, widgets.SheetTitleInset-title, p.title.MinSize().Width, p.title.MinSize().Height)
		widgets.Place(p.sections, sideEdge-widgets.SheetMargin, 0, list, size.Height)
		p.placeScroll(left, 0, size)
		return
	}
	top := p.sectionMenu.MinSize().Height + 12
	widgets.Place(p.sectionMenu, 0, 0, size.Width, top-12)
	p.placeScroll(0, top, size)
}

// placeScroll places the scroll, which extends beyond its content: at the left for the focus ring,
// at the right for the scroll bar, which lies in the margin of the sheet.
func (p *page) placeScroll(left, top float32, size fyne.Size) {
	widgets.Place(p.Scroll, left-widgets.PageEdge, top, size.Width-left+widgets.PageEdge+barRoom, size.Height-top)
}

// barRoom is the room for the scroll bar at the right of the content.
const barRoom = 12

// contentLayout adds space around the rows.
type contentLayout struct{ p *page }

// MinSize implements fyne.Layout.
func (l contentLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return l.p.Object().MinSize().AddWidthHeight(widgets.PageEdge+barRoom, 12)
}

// Layout implements fyne.Layout.
func (l contentLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	widgets.Place(l.p.Object(), widgets.PageEdge, 0, size.Width-widgets.PageEdge-barRoom, l.p.Object().MinSize().Height)
}
