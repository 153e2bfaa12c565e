package sidebar

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
	"parley/views/words"
)

// row is one visible line of the list; the list uses it again for other lines.
type row struct {
	widget.BaseWidget
	sidebar *Sidebar
	line    line
	// at is its place in the list.
	at      int
	hovered bool
	focused bool
	// offers says that the keyboard or the pointer is at its More button, which must not go away then.
	offers bool
	naming *widgets.Naming
	// named is the conversation whose title is being written.
	named chat.ID
	more  *widgets.IconButton
}

func newRow(s *Sidebar) *row {
	r := &row{sidebar: s}
	r.more = widgets.NewIconButton("ellipsis", lang.L("More"), func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r.more)
		s.menu(r.line.conversation, at, r.more.Size().Height)
	})
	r.more.SetSide(28)
	r.more.SetOnFocus(func(focused bool) { r.offers = focused; r.Refresh() })
	r.more.SetOnHover(func(hovered bool) {
		r.offers = hovered
		s.list.point(hovered)
		r.Refresh()
	})
	r.naming = widgets.NewNaming(lang.L("Title"))
	r.naming.OnEnd = s.renamed
	r.naming.OnName = func(title string) { s.OnRename(r.named, title) }
	r.ExtendBaseWidget(r)
	return r
}

// set shows a line; focused says that the keyboard is at it.
func (r *row) set(l line, at int, focused bool) {
	if l.key() != r.line.key() {
		r.hovered = false
	}
	r.line, r.at, r.focused = l, at, focused
	if l.kind == conversation && l.id != "" && l.id == r.sidebar.renaming && !r.naming.Open() {
		r.named = l.id
		r.naming.Begin(l.conversation.Title)
	}
	r.Refresh()
}

// Tapped implements fyne.Tappable.
func (r *row) Tapped(*fyne.PointEvent) {
	r.sidebar.list.current = r.at
	r.sidebar.open(r.line)
}

// TappedSecondary implements fyne.SecondaryTappable.
func (r *row) TappedSecondary(e *fyne.PointEvent) {
	if r.line.kind == conversation {
		r.sidebar.menu(r.line.conversation, e.AbsolutePosition, 0)
	}
}

// MouseIn implements desktop.Hoverable.
func (r *row) MouseIn(*desktop.MouseEvent) { r.hover(true) }

// MouseMoved implements desktop.Hoverable.
func (r *row) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *row) MouseOut() { r.hover(false) }

func (r *row) hover(hovered bool) {
	r.hovered = hovered
	r.sidebar.list.point(hovered)
	r.Refresh()
}

// AccessibilityLabel implements fyne.Accessible.
func (r *row) AccessibilityLabel() string { return r.line.title() }

// AccessibilityRole implements fyne.Accessible.
func (r *row) AccessibilityRole() fyne.AccessibleRole {
	if r.line.kind == heading {
		return fyne.AccessibleRoleText
	}
	return fyne.AccessibleRoleButton
}

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	p := &rowRenderer{
		r: r, ground: canvas.NewRectangle(color.Transparent), title: canvas.NewText("", color.Black),
		pin: canvas.NewImageFromResource(theme.Icon("pin", fynetheme.ColorNameForeground)), dot: canvas.NewCircle(color.Transparent),
		places: canvas.NewText("", color.Black),
	}
	p.places.Hide()
	p.ground.CornerRadius = theme.RadiusControl
	p.pin.FillMode = canvas.ImageFillContain
	p.Refresh()
	return p
}

type rowRenderer struct {
	r       *row
	ground  *canvas.Rectangle
	title   *canvas.Text
	pin     *canvas.Image
	dot     *canvas.Circle
	snippet []snippetRun
	marks   []*canvas.Rectangle // behind the title
	// places says at the end of the snippet how many others there are.
	places *canvas.Text
}

func (p *rowRenderer) MinSize() fyne.Size { return fyne.NewSize(80, theme.RowHeight) }

func (p *rowRenderer) Layout(s fyne.Size) {
	p.ground.Resize(fyne.NewSize(s.Width, s.Height))
	x := float32(10)
	h := p.title.MinSize().Height
	y := (s.Height - h) / 2
	switch {
	case p.r.line.kind == heading:
		y = s.Height - h - 4
	case len(p.snippet) > 0:
		y = 7
	}
	if p.pin.Visible() {
		side := theme.IconSide() - 2
		p.pin.Resize(fyne.NewSquareSize(side))
		p.pin.Move(fyne.NewPos(x, y+(h-side)/2))
		x += side + 9
	}
	right := s.Width - 10
	if p.r.more.Visible() {
		right = s.Width - 34
		p.r.more.Resize(fyne.NewSquareSize(28))
		p.r.more.Move(fyne.NewPos(s.Width-32, (s.Height-28)/2))
	}
	if p.dot.Visible() {
		p.dot.Resize(fyne.NewSquareSize(8))
		p.dot.Move(fyne.NewPos(right-8, (s.Height-8)/2))
		right -= 14
	}
	fit(p.title, p.r.line.title(), right-x)
	p.title.Move(fyne.NewPos(x, y))
	widgets.Place(p.r.naming.Field, 2, 1, s.Width-4, s.Height-2)
	end := right
	if p.places.Visible() {
		m := p.places.MinSize()
		p.places.Resize(m)
		p.places.Move(fyne.NewPos(right-m.Width, y+h+1))
		end -= m.Width + 8
	}
	p.laySnippet(x, y+h+1, end)
	p.layMarks(x, y)
}

// fit shortens a text to a width.
func fit(t *canvas.Text, whole string, width float32) {
	t.Text = whole
	if t.MinSize().Width <= width {
		return
	}
	runes := []rune(whole)
	low, high := 0, len(runes)
	for low < high {
		mid := (low + high + 1) / 2
		t.Text = string(runes[:mid]) + "…"
		if t.MinSize().Width <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	t.Text = string(runes[:low]) + "…"
}

func (p *rowRenderer) Refresh() {
	r := p.r
	l := r.line
	p.ground.FillColor, p.ground.StrokeWidth = color.Transparent, 0
	if l.kind != heading && (r.hovered || l.id != "" && l.id == r.sidebar.selected && l.kind == conversation && r.sidebar.page == Chats) {
		p.ground.FillColor = fynetheme.Color(theme.ColorHover)
	}
	if r.focused {
		p.ground.StrokeColor, p.ground.StrokeWidth = fynetheme.Color(theme.ColorAccent), 2
		if p.ground.FillColor == color.Transparent {
			p.ground.FillColor = theme.Hollow(p.ground.StrokeColor)
		}
	}
	p.title.Color, p.title.TextSize = fynetheme.Color(fynetheme.ColorNameForeground), fynetheme.Size(fynetheme.SizeNameText)
	if l.kind == heading {
		p.title.Color, p.title.TextSize = fynetheme.Color(theme.ColorMuted), fynetheme.Size(fynetheme.SizeNameCaptionText)
	}
	icon := "pin"
	if l.kind == found {
		icon = "audio-lines" // a sound that was written down
	}
	p.pin.Resource = theme.Icon(icon, fynetheme.ColorNameForeground)
	widgets.Show(p.pin, l.kind == conversation && l.conversation.Pinned || l.kind == found && l.hit.Transcript != "")
	widgets.Show(p.dot, l.kind == conversation && r.sidebar.writing[l.id])
	p.dot.FillColor = fynetheme.Color(theme.ColorAccent)
	widgets.Show(r.more, l.kind == conversation && (r.hovered || r.focused || r.offers) && !r.naming.Open())
	widgets.Show(p.title, !r.naming.Open())
	p.snippet, p.marks = nil, nil
	if l.kind == found {
		p.marks = marksOf(l.hit)
		if l.hit.inside() {
			p.snippet = snippetOf(l.hit)
		}
	}
	if several := l.kind == found && l.hit.inside() && l.hit.Places > 1; several {
		p.places.Text = words.Places(l.hit.Places, l.hit.More)
		p.places.TextSize, p.places.Color = fynetheme.Size(fynetheme.SizeNameCaptionText), fynetheme.Color(theme.ColorMuted)
		p.places.Show()
	} else {
		widgets.Show(p.places, false)
	}
	p.Layout(r.Size())
	canvas.Refresh(r)
}

func (p *rowRenderer) Objects() []fyne.CanvasObject {
	out := []fyne.CanvasObject{p.ground}
	for _, mark := range p.marks {
		out = append(out, mark)
	}
	out = append(out, p.pin, p.title, p.dot, p.r.more, p.r.naming.Field, p.places)
	for _, run := range p.snippet {
		if run.ground != nil {
			out = append(out, run.ground)
		}
		out = append(out, run.text)
	}
	return out
}
func (p *rowRenderer) Destroy() {}
