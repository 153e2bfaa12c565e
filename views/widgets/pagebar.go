package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
)

// PageBar is the bar above a page: navigation at the left, then the title with the practice badge,
// and actions at the right. A widget that embeds it must call Fill.
type PageBar struct {
	widget.BaseWidget

	// OnSidebar shows the sidebar. Set it before the bar is shown.
	OnSidebar func()

	title       *Text
	badge       *Badge
	sidebar     *IconButton
	left, right []fyne.CanvasObject
}

// Fill creates the content of the bar. left follows the button that opens the sidebar, right is at
// the right end, from left to right; hidden objects take no space.
func (b *PageBar) Fill(self fyne.Widget, title string, left, right []fyne.CanvasObject) {
	b.title, b.badge = NewTitle(title, fynetheme.SizeNameSubHeadingText), NewPracticeBadge()
	b.sidebar = NewIconButton("panel-left", i18n.Text("Show sidebar"), func() { b.OnSidebar() })
	b.sidebar.Hide()
	b.left, b.right = append([]fyne.CanvasObject{b.sidebar}, left...), right
	b.ExtendBaseWidget(self)
}

// SetSidebarButton shows the button that opens the sidebar if the sidebar is folded. The button
// shows whether a recording is running.
func (b *PageBar) SetSidebarButton(folded, recording bool) {
	ShowRecording(b.sidebar, recording)
	b.ShowPart(b.sidebar, folded)
}

// SetPractice shows or hides the badge that marks practice mode, where no real model replies.
func (b *PageBar) SetPractice(on bool) { b.ShowPart(b.badge, on) }

// ShowPart shows or hides an object on the bar.
func (b *PageBar) ShowPart(o fyne.CanvasObject, visible bool) {
	SetVisible(o, visible)
	b.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *PageBar) CreateRenderer() fyne.WidgetRenderer {
	return Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(320, TopBarHeight()) }, Place: b.place, RefreshesChildren: true,
	}.Of(b, slices.Concat(b.left, []fyne.CanvasObject{b.title, b.badge}, b.right)...)
}

// pageBarEdge is the space at the ends of the bar, pageBarGap between two of its buttons,
// pageBarTitle the space before a title without buttons.
const (
	pageBarEdge  = 16
	pageBarGap   = 8
	pageBarTitle = 24
)

// fit hides the labels of the buttons at the right, from the left, until there is room for the
// badge and all buttons in a bar of the given width.
func (b *PageBar) fit(width float32) {
	need := float32(2 * pageBarEdge)
	if b.badge.Visible() {
		need += b.badge.MinSize().Width
	}
	var labeled []*Button
	for _, o := range slices.Concat(b.left, b.right) {
		if !o.Visible() {
			continue
		}
		need += pageBarGap
		if button, ok := o.(*Button); ok && button.icon != "" {
			labeled = append(labeled, button)
			need += button.minWidth(false)
		} else {
			need += o.MinSize().Width
		}
	}
	for _, button := range labeled {
		tooWide := need > width
		if tooWide {
			need += button.minWidth(true) - button.minWidth(false)
		}
		button.SetIconOnly(tooWide)
	}
}

func (b *PageBar) place(size fyne.Size) {
	b.fit(size.Width)
	left, right := float32(pageBarEdge), size.Width-pageBarEdge
	for _, o := range slices.Backward(b.right) {
		if w := o.MinSize().Width; o.Visible() {
			CenterVertically(o, right-w, w, size.Height)
			right -= w + pageBarGap
		}
	}
	for _, o := range b.left {
		if w := o.MinSize().Width; o.Visible() {
			CenterVertically(o, left, w, size.Height)
			left += w + pageBarGap
		}
	}
	if left == pageBarEdge {
		left = pageBarTitle
	}
	TitleWithBadge(b.title, b.badge, left, right, size.Height)
}
