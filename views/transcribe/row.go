package transcribe

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
	"parley/views/theme"
	"parley/views/widgets"
)

// row shows one item: a title, a line about it, and what can be done with it. The list uses it again for other items.
type row struct {
	widget.BaseWidget
	list *list
	item item
	at   int
	// shown is what it was painted with last.
	shown   look
	hovered bool
	// reached says that the keyboard is at one of its buttons, pointed that the pointer is: they must not go away then.
	reached, pointed bool
	why, again       *widgets.Button
	play, more       *widgets.IconButton
	bar              *widgets.Progress
	naming           *widgets.Naming
	// named is the item whose title is being written.
	named chat.ID
}

// between stands between the words of the second line.
const between = " · "

// look is all that a row's picture depends on.
type look struct {
	item item

	hovered, focused, selected, reached, renaming bool
}

func newRow(l *list) *row {
	r := &row{list: l, bar: widgets.NewProgress()}
	reach := func(focused bool) { r.reached = focused; r.refresh() }
	point := func(hovered bool) { r.pointed = hovered; r.refresh() }
	link := func(do func()) *widgets.Button {
		b := widgets.NewButton("", widgets.Link, do)
		b.SetOnFocus(reach)
		b.SetOnHover(point)
		return b
	}
	r.why = link(func() { l.calls.why(r.item.id) })
	r.again = link(func() { l.calls.again(r.item.id) })
	r.play = widgets.NewIconButton("play", lang.L("Play"), func() { l.calls.play(r.item.id) })
	r.play.SetSide(28)
	r.play.SetColor(fynetheme.ColorNameForeground)
	r.more = widgets.NewIconButton("ellipsis", lang.L("More"), func() {
		l.calls.popup(widgets.ShowMenu(r.more, l.calls.menu(r.item.id)))
	})
	r.more.SetSide(28)
	r.more.SetOnFocus(reach)
	r.more.SetOnHover(point)
	r.play.SetOnHover(point)
	r.naming = widgets.NewNaming(lang.L("Title"))
	r.naming.OnEnd = l.renamed
	r.naming.OnName = func(title string) { l.calls.rename(r.named, title) }
	r.ExtendBaseWidget(r)
	return r
}

// set shows an item.
func (r *row) set(i item, at int) {
	if i.id != r.item.id {
		r.hovered, r.reached, r.pointed = false, false, false
	}
	before := r.item
	r.item, r.at = i, at
	if i.id != "" && i.id == r.list.renaming && !r.naming.Open() {
		r.named = i.id
		r.naming.Begin(i.own)
	}
	if i.play != before.play || i.playing != before.playing {
		icon := "play"
		if i.playing {
			icon = "pause"
		}
		r.play.SetIcon(icon, i.play)
	}
	if i.why != before.why || i.again != before.again || i.bad != before.bad {
		r.why.SetWords(i.why)
		r.again.SetWords(i.again)
		r.why.SetDanger(i.bad)
		r.again.SetDanger(i.bad)
	}
	r.bar.Set(max(i.share, 0))
	r.refresh()
}

// refresh paints it anew if it looks otherwise now.
func (r *row) refresh() {
	now := look{
		item: r.item, hovered: r.hovered || r.pointed, focused: r.list.focused && r.at == r.list.current,
		selected: r.item.id == r.list.selected, reached: r.reached, renaming: r.naming.Open(),
	}
	if now != r.shown {
		r.shown = now
		r.Refresh()
	}
}

// Tapped implements fyne.Tappable.
func (r *row) Tapped(*fyne.PointEvent) {
	r.list.current = r.at
	r.list.calls.open(r.item.id)
}

// TappedSecondary implements fyne.SecondaryTappable.
func (r *row) TappedSecondary(e *fyne.PointEvent) {
	r.list.calls.popup(widgets.ShowMenuAt(widgets.CanvasOf(r.list), e.AbsolutePosition, 0, r.list.calls.menu(r.item.id)))
}

// MouseIn implements desktop.Hoverable.
func (r *row) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.refresh() }

// MouseMoved implements desktop.Hoverable.
func (r *row) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *row) MouseOut() { r.hovered = false; r.refresh() }

// AccessibilityLabel implements fyne.Accessible.
func (r *row) AccessibilityLabel() string { return r.item.title }

// AccessibilityRole implements fyne.Accessible.
func (r *row) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	p := &rowRenderer{
		r: r, ground: canvas.NewRectangle(color.Transparent), title: canvas.NewText("", color.Black), detail: canvas.NewText("", color.Black),
		dot: canvas.NewText(between, color.Black), dots: canvas.NewText(between, color.Black),
		pin: canvas.NewImageFromResource(theme.Icon("pin", fynetheme.ColorNameForeground)),
	}
	p.ground.CornerRadius = theme.RadiusControl
	p.pin.FillMode = canvas.ImageFillContain
	p.Refresh()
	return p
}

type rowRenderer struct {
	r             *row
	ground        *canvas.Rectangle
	title, detail *canvas.Text
	dot, dots     *canvas.Text
	pin           *canvas.Image
}

func (p *rowRenderer) MinSize() fyne.Size {
	plain, _ := heights()
	return fyne.NewSize(80, plain)
}

func (p *rowRenderer) Layout(s fyne.Size) {
	r := p.r
	p.ground.Resize(s)
	x, right := float32(10), s.Width-10
	if r.play.Visible() {
		widgets.Place(r.play, 6, 12, 28, 28)
		x = 42
	}
	if r.more.Visible() {
		right = s.Width - 36
		widgets.Place(r.more, s.Width-34, 9, 28, 28)
	}
	h := p.title.MinSize().Height
	if p.pin.Visible() {
		widgets.Place(p.pin, x, 10+(h-14)/2, 14, 14)
		widgets.Place(r.naming.Field, x-8, 3, right-x+8, h+16)
		x += 20
	} else {
		widgets.Place(r.naming.Field, x-8, 3, right-x+8, h+16)
	}
	p.title.Text = widgets.Fit(r.item.title, p.title, right-x)
	p.title.FontSource = theme.FontFor(p.title.Text, p.title.TextStyle)
	p.title.Move(fyne.NewPos(x, 10))
	if p.pin.Visible() {
		x -= 20
	}
	p.layDetail(x, 11+h, s.Width-10)
	widgets.Place(r.bar, x, s.Height-14, s.Width-10-x, 4)
}

// layDetail places the second line: what is said, and the words behind it that can be pressed.
func (p *rowRenderer) layDetail(x, y, right float32) {
	r := p.r
	room := right - x
	for _, b := range []*widgets.Button{r.why, r.again} {
		if b.Visible() {
			room -= b.MinSize().Width + p.dot.MinSize().Width
		}
	}
	p.detail.Text = widgets.Fit(r.item.detail, p.detail, room)
	p.detail.FontSource = theme.FontFor(p.detail.Text, p.detail.TextStyle)
	h := p.detail.MinSize().Height
	p.detail.Move(fyne.NewPos(x, y))
	x += p.detail.MinSize().Width
	for i, b := range []*widgets.Button{r.why, r.again} {
		dot := []*canvas.Text{p.dot, p.dots}[i]
		widgets.Show(dot, b.Visible())
		if !b.Visible() {
			continue
		}
		dot.Move(fyne.NewPos(x, y))
		x += dot.MinSize().Width
		m := b.MinSize()
		widgets.Place(b, x, y+(h-m.Height)/2, m.Width, m.Height)
		x += m.Width
	}
}

func (p *rowRenderer) Refresh() {
	r := p.r
	now := r.shown
	p.ground.FillColor, p.ground.StrokeWidth = color.Transparent, 0
	if now.hovered || now.selected {
		p.ground.FillColor = fynetheme.Color(theme.ColorHover)
	}
	if now.focused {
		p.ground.StrokeColor, p.ground.StrokeWidth = fynetheme.Color(theme.ColorAccent), 2
		if p.ground.FillColor == color.Transparent {
			p.ground.FillColor = theme.Hollow(p.ground.StrokeColor)
		}
	}
	p.title.Color, p.title.TextSize = fynetheme.Color(fynetheme.ColorNameForeground), fynetheme.Size(fynetheme.SizeNameText)
	muted := fynetheme.Color(theme.ColorMuted)
	if r.item.bad {
		muted = fynetheme.Color(theme.ColorDanger)
	}
	for _, t := range []*canvas.Text{p.detail, p.dot, p.dots} {
		t.Color, t.TextSize = muted, fynetheme.Size(fynetheme.SizeNameCaptionText)
	}
	p.pin.Resource = theme.Icon("pin", fynetheme.ColorNameForeground)
	widgets.Show(p.pin, r.item.pinned && !now.renaming)
	widgets.Show(p.title, !now.renaming)
	widgets.Show(r.why, r.item.why != "")
	widgets.Show(r.again, r.item.again != "")
	widgets.Show(r.play, r.item.play != "")
	widgets.Show(r.bar, r.item.share >= 0)
	widgets.Show(r.more, (now.hovered || now.focused || now.reached) && !now.renaming)
	p.Layout(r.Size())
	canvas.Refresh(r)
}

func (p *rowRenderer) Objects() []fyne.CanvasObject {
	r := p.r
	return []fyne.CanvasObject{p.ground, p.pin, r.play, p.title, p.detail, p.dot, r.why, p.dots, r.again, r.bar, r.more, r.naming.Field}
}
func (p *rowRenderer) Destroy() {}
