package sidebar

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
	"parley/views/widgets"
)

// row is one visible line of the list; the list uses it again for other lines.
type row struct {
	widget.BaseWidget
	sidebar *Sidebar
	line    line
	hovered bool
	focused bool
	field   *widgets.Field
	more    *widgets.IconButton
}

func newRow(s *Sidebar) *row {
	r := &row{sidebar: s}
	r.more = widgets.NewIconButton("ellipsis", lang.L("More"), func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r.more)
		s.menu(r.line.conversation, at, r.more.Size().Height)
	})
	r.more.SetSide(28)
	r.field = widgets.NewField(lang.L("Title"), "")
	r.field.OnSubmitted = func(title string) { s.renamed(r.line.id, title, true) }
	r.field.OnEscape = func() { s.renamed(r.line.id, "", false) }
	r.field.Hide()
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) set(l line) {
	if l.id != r.line.id {
		r.hovered = false
	}
	r.line = l
	renaming := l.kind == conversation && l.id == r.sidebar.renaming && l.id != ""
	if renaming && !r.field.Visible() {
		r.field.SetText(l.conversation.Title)
		r.field.Show()
		if c := fyne.CurrentApp().Driver().CanvasForObject(r); c != nil {
			c.Focus(r.field)
			r.field.TypedShortcut(&fyne.ShortcutSelectAll{})
		}
	}
	if !renaming {
		r.field.Hide()
	}
	r.Refresh()
}

func (r *row) open() {
	switch r.line.kind {
	case conversation:
		r.sidebar.OnOpen(r.line.id)
	case found:
		r.sidebar.OnOpenHit(r.line.hit)
	case heading:
	}
}

// Tapped implements fyne.Tappable.
func (r *row) Tapped(*fyne.PointEvent) { r.open() }

// TappedSecondary implements fyne.SecondaryTappable.
func (r *row) TappedSecondary(e *fyne.PointEvent) {
	if r.line.kind == conversation {
		r.sidebar.menu(r.line.conversation, e.AbsolutePosition, 0)
	}
}

// MouseIn implements desktop.Hoverable.
func (r *row) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (r *row) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *row) MouseOut() { r.hovered = false; r.Refresh() }

// FocusGained implements fyne.Focusable.
func (r *row) FocusGained() { r.focused = true; r.Refresh() }

// FocusLost implements fyne.Focusable.
func (r *row) FocusLost() { r.focused = false; r.Refresh() }

// TypedRune implements fyne.Focusable.
func (r *row) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (r *row) TypedKey(e *fyne.KeyEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(r)
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		r.open()
	case fyne.KeyF2:
		if r.line.kind == conversation {
			r.sidebar.rename(r.line.id)
		}
	case fyne.KeyDelete:
		if r.line.kind == conversation {
			r.sidebar.OnDelete(r.line.id)
		}
	case fyne.KeyDown:
		if c != nil {
			c.FocusNext()
		}
	case fyne.KeyUp:
		if c != nil {
			c.FocusPrevious()
		}
	default:
		if c != nil && c.OnTypedKey() != nil {
			c.OnTypedKey()(e)
		}
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (r *row) AccessibilityLabel() string {
	switch r.line.kind {
	case conversation:
		return titleOf(r.line.conversation)
	case found:
		return r.line.hit.Title
	}
	return r.line.words
}

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
	}
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
	snippet []fyne.CanvasObject
}

func (p *rowRenderer) MinSize() fyne.Size { return fyne.NewSize(80, theme.RowHeight) }

func (p *rowRenderer) Layout(s fyne.Size) {
	p.ground.Resize(fyne.NewSize(s.Width, s.Height-1))
	x := float32(10)
	if p.pin.Visible() {
		p.pin.Resize(fyne.NewSquareSize(16))
		p.pin.Move(fyne.NewPos(x, (s.Height-17)/2))
		x += 25
	}
	h := p.title.MinSize().Height
	y := (s.Height - h) / 2
	switch {
	case p.r.line.kind == heading:
		y = s.Height - h - 4
	case len(p.snippet) > 0:
		y = 4
	}
	right := s.Width - 10
	if p.r.more.Visible() {
		right = s.Width - 34
		p.r.more.Resize(fyne.NewSquareSize(28))
		p.r.more.Move(fyne.NewPos(s.Width-32, (s.Height-29)/2))
	}
	if p.dot.Visible() {
		p.dot.Resize(fyne.NewSquareSize(8))
		p.dot.Move(fyne.NewPos(right-8, (s.Height-9)/2))
		right -= 14
	}
	fit(p.title, p.words(), right-x)
	p.title.Move(fyne.NewPos(x, y))
	p.r.field.Resize(fyne.NewSize(s.Width, s.Height-1))
	p.laySnippet(x, y+h+1, right)
}

func (p *rowRenderer) words() string {
	switch p.r.line.kind {
	case conversation:
		return titleOf(p.r.line.conversation)
	case found:
		return p.r.line.hit.Title
	}
	return p.r.line.words
}

// fit shortens a text to a width.
func fit(t *canvas.Text, words string, width float32) {
	t.Text = words
	if t.MinSize().Width <= width {
		return
	}
	runes := []rune(words)
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
	if l.kind != heading && (r.hovered || l.id != "" && l.id == r.sidebar.selected && l.kind == conversation) {
		p.ground.FillColor = fynetheme.Color(theme.ColorHover)
	}
	if r.focused {
		p.ground.StrokeColor, p.ground.StrokeWidth = fynetheme.Color(theme.ColorAccent), 2
	}
	p.title.Color, p.title.TextSize = fynetheme.Color(fynetheme.ColorNameForeground), fynetheme.Size(fynetheme.SizeNameText)
	if l.kind == heading {
		p.title.Color, p.title.TextSize = fynetheme.Color(theme.ColorMuted), fynetheme.Size(fynetheme.SizeNameCaptionText)
	}
	setVisible(p.pin, l.kind == conversation && l.conversation.Pinned)
	setVisible(p.dot, l.kind == conversation && r.sidebar.writing[l.id])
	p.dot.FillColor = fynetheme.Color(theme.ColorAccent)
	setVisible(r.more, l.kind == conversation && (r.hovered || r.focused) && !r.field.Visible())
	setVisible(p.title, !r.field.Visible())
	p.snippet = p.snippet[:0]
	if l.kind == found && l.hit.Message != "" {
		p.snippet = snippetOf(l.hit)
	}
	p.Layout(r.Size())
	canvas.Refresh(r)
}

func setVisible(o fyne.CanvasObject, visible bool) {
	if visible {
		o.Show()
	} else {
		o.Hide()
	}
}

func (p *rowRenderer) Objects() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{p.ground, p.pin, p.title, p.dot, p.r.more, p.r.field}, p.snippet...)
}
func (p *rowRenderer) Destroy() {}
