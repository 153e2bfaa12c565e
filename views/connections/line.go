package connections

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
	"parley/app/settings"
	"parley/views/theme"
	"parley/views/widgets"
)

// Line is one connection as the list shows it.
type Line struct {
	ID   chat.ID
	Kind settings.ConnectionKind
	// Name is what a person calls it, Where what it leads to.
	Name, Where string
	// Current: new chats begin with it.
	Current bool
	// Trouble says in a sentence what is wrong, "" if nothing is.
	Trouble string
}

// line shows one connection and what can be done with it.
type line struct {
	widget.BaseWidget

	list *List
	of   Line

	hovered, focused bool
	// dragged is how far it was dragged since it last changed its place.
	dragged float32

	use    *widgets.Button
	more   *widgets.IconButton
	naming *widgets.Naming
}

func newLine(l *List, of Line) *line {
	n := &line{list: l, of: of}
	n.use = widgets.NewButton(lang.L("Use"), widgets.Secondary, func() { told(l.OnUse, n.of.ID) }).SetSmall()
	n.more = widgets.NewIconButton("ellipsis", lang.L("More"), n.menu)
	n.more.SetSide(32)
	n.naming = widgets.NewNaming(lang.L("Name"))
	n.naming.OnEnd = func(byKey bool) {
		n.Refresh()
		if byKey {
			n.focus()
		}
	}
	n.naming.OnName = func(name string) {
		if l.OnRename != nil {
			l.OnRename(n.of.ID, name)
		}
	}
	n.ExtendBaseWidget(n)
	n.set(of)
	return n
}

func (n *line) set(of Line) {
	n.of = of
	n.use.SetHint(lang.L("New chats begin with {{.Name}}", map[string]any{"Name": of.Name}))
	n.more.SetIcon("ellipsis", lang.L("More about {{.Name}}", map[string]any{"Name": of.Name}))
	widgets.Show(n.use, !of.Current)
	n.Refresh()
}

// menu is what can be done with it besides.
func (n *line) menu() {
	l, id := n.list, n.of.ID
	at := l.index(id)
	first, last := "", ""
	if at == 0 {
		first = lang.L("It is the first.")
	}
	if at == len(l.lines)-1 {
		last = lang.L("It is the last.")
	}
	items := []widgets.MenuItem{
		{Icon: "sliders-horizontal", Words: lang.L("Look at it"), Do: func() { told(l.OnOpen, id) }},
		{Icon: "pencil", Words: lang.L("Rename"), Do: n.rename},
		{Icon: "chevron-up", Words: lang.L("Move up"), Reason: first, Do: func() { l.move(n, -1) }},
		{Icon: "chevron-down", Words: lang.L("Move down"), Reason: last, Do: func() { l.move(n, 1) }},
		{Icon: "trash-2", Words: lang.L("Forget"), Danger: true, Do: func() { told(l.OnForget, id) }},
	}
	if menu := widgets.ShowMenu(n.more, items); menu != nil && l.OnMenu != nil {
		l.OnMenu(menu)
	}
}

// rename lets the name be written where it stands.
func (n *line) rename() {
	n.naming.Begin(n.of.Name)
	n.Refresh()
	n.naming.Focus(widgets.CanvasOf(n))
}

// Tapped implements fyne.Tappable.
func (n *line) Tapped(*fyne.PointEvent) { told(n.list.OnOpen, n.of.ID) }

// TappedSecondary implements fyne.SecondaryTappable.
func (n *line) TappedSecondary(*fyne.PointEvent) { n.menu() }

// MouseIn implements desktop.Hoverable.
func (n *line) MouseIn(*desktop.MouseEvent) { n.hovered = true; n.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (n *line) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (n *line) MouseOut() { n.hovered = false; n.Refresh() }

// FocusGained implements fyne.Focusable.
func (n *line) FocusGained() { n.focused = true; n.list.show(n); n.Refresh() }

// FocusLost implements fyne.Focusable.
func (n *line) FocusLost() { n.focused = false; n.Refresh() }

// TypedRune implements fyne.Focusable.
func (n *line) TypedRune(rune) {}

// TypedKey opens on Space and Enter, renames on F2, forgets on Delete; the arrows go to the next line.
func (n *line) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		told(n.list.OnOpen, n.of.ID)
	case fyne.KeyF2:
		n.rename()
	case fyne.KeyDelete:
		told(n.list.OnForget, n.of.ID)
	case fyne.KeyUp:
		n.list.focusBeside(n, -1)
	case fyne.KeyDown:
		n.list.focusBeside(n, 1)
	default:
		widgets.KeyToWindow(n, e)
	}
}

// TypedShortcut moves it with Alt and an arrow; all else is the window's.
func (n *line) TypedShortcut(s fyne.Shortcut) {
	if custom, ok := s.(*desktop.CustomShortcut); ok && custom.Modifier == fyne.KeyModifierAlt {
		switch custom.KeyName {
		case fyne.KeyUp:
			n.list.move(n, -1)
			return
		case fyne.KeyDown:
			n.list.move(n, 1)
			return
		}
	}
	widgets.ShortcutToWindow(n, s)
}

// Dragged moves it over the line above or below once it is half over that.
func (n *line) Dragged(e *fyne.DragEvent) {
	n.dragged += e.Dragged.DY
	high := n.Size().Height + lineGap
	switch {
	case n.dragged > high/2 && n.list.move(n, 1):
		n.dragged -= high
	case n.dragged < -high/2 && n.list.move(n, -1):
		n.dragged += high
	}
}

// DragEnd implements fyne.Draggable.
func (n *line) DragEnd() { n.dragged = 0 }

// AccessibilityLabel implements fyne.Accessible.
func (n *line) AccessibilityLabel() string { return n.of.Name }

// AccessibilityRole implements fyne.Accessible.
func (n *line) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer implements fyne.Widget.
func (n *line) CreateRenderer() fyne.WidgetRenderer {
	r := &lineRenderer{
		n: n, ground: canvas.NewRectangle(color.Transparent), icon: &canvas.Image{FillMode: canvas.ImageFillContain}, tag: widgets.NewTag(lang.L("In use")),
		name: canvas.NewText("", nil), where: canvas.NewText("", nil),
		trouble: widgets.NewWords("", theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Flush(),
	}
	r.ground.CornerRadius = theme.RadiusCard
	r.Refresh()
	return r
}

// The measures of a line, in device-independent pixels.
const (
	lineGap    = 8
	lineInset  = 12
	lineBeside = 8
)

type lineRenderer struct {
	n           *line
	ground      *canvas.Rectangle
	icon        *canvas.Image
	name, where *canvas.Text
	trouble     *widgets.Words
	tag         *widgets.Badge
}

// MinSize is as high as the trouble is at the width the line has.
func (r *lineRenderer) MinSize() fyne.Size {
	high := r.name.MinSize().Height + 2 + r.where.MinSize().Height
	if r.n.of.Trouble != "" {
		left, right := r.texts(r.n.Size().Width)
		high += 2 + widgets.HeightAt(r.trouble, right-left)
	}
	return fyne.NewSize(240, max(high, 36)+2*lineInset)
}

// texts is where the texts begin and end in a line so wide: between its picture and its buttons.
func (r *lineRenderer) texts(width float32) (left, right float32) {
	left, right = lineInset+2+theme.IconSide()+12, width-lineInset+4
	for _, o := range r.buttons() {
		right -= o.MinSize().Width + lineBeside
	}
	return left, max(left, right)
}

// buttons are those that are shown, from the right.
func (r *lineRenderer) buttons() []fyne.CanvasObject {
	if r.n.of.Current {
		return []fyne.CanvasObject{r.n.more}
	}
	return []fyne.CanvasObject{r.n.more, r.n.use}
}

func (r *lineRenderer) Layout(s fyne.Size) {
	n := r.n
	r.ground.Resize(s)
	icon := theme.IconSide()
	r.icon.Resize(fyne.NewSquareSize(icon))
	r.icon.Move(fyne.NewPos(lineInset+2, (s.Height-icon)/2))
	end := s.Width - lineInset + 4
	for _, o := range r.buttons() {
		m := o.MinSize()
		end -= m.Width
		widgets.Middle(o, end, m.Width, s.Height)
		end -= lineBeside
	}
	left, right := r.texts(s.Width)
	room := right - left
	y := float32(lineInset)
	if n.of.Current {
		m := r.tag.MinSize()
		r.name.Text = widgets.Fit(n.of.Name, r.name, room-m.Width-lineBeside)
		widgets.Place(r.tag, left+r.name.MinSize().Width+lineBeside, y+(r.name.MinSize().Height-m.Height)/2, m.Width, m.Height)
	} else {
		r.name.Text = widgets.Fit(n.of.Name, r.name, room)
	}
	r.where.Text = widgets.Fit(n.of.Where, r.where, room)
	for _, t := range []*canvas.Text{r.name, r.where} {
		t.FontSource = theme.FontFor(t.Text, t.TextStyle)
		t.Move(fyne.NewPos(left, y))
		t.Resize(t.MinSize())
		y += t.MinSize().Height + 2
	}
	widgets.Place(r.trouble, left, y, room, widgets.HeightAt(r.trouble, room))
	if n.naming.Open() {
		high := n.naming.Field.MinSize().Height
		widgets.Place(n.naming.Field, left-8, (s.Height-high)/2, room+8, high)
	}
}

func (r *lineRenderer) Refresh() {
	n := r.n
	r.ground.FillColor = fynetheme.Color(theme.ColorCard)
	r.ground.StrokeColor, r.ground.StrokeWidth = fynetheme.Color(theme.ColorLine), 1
	if n.hovered {
		r.ground.FillColor = fynetheme.Color(theme.ColorHover)
	}
	if n.focused {
		r.ground.StrokeColor, r.ground.StrokeWidth = fynetheme.Color(theme.ColorAccent), 2
	}
	r.icon.Resource = theme.Icon(KindIcon(n.of.Kind), theme.ColorMuted)
	writing := n.naming.Open()
	text := func(t *canvas.Text, color fyne.ThemeColorName, size fyne.ThemeSizeName) {
		t.Color, t.TextSize = fynetheme.Color(color), fynetheme.Size(size)
		widgets.Show(t, !writing)
	}
	text(r.name, fynetheme.ColorNameForeground, fynetheme.SizeNameText)
	text(r.where, theme.ColorMuted, fynetheme.SizeNameCaptionText)
	r.trouble.SetText(n.of.Trouble)
	widgets.Show(r.trouble, n.of.Trouble != "" && !writing)
	widgets.Show(r.tag, n.of.Current && !writing)
	r.Layout(n.Size())
	for _, o := range []fyne.CanvasObject{r.ground, r.icon, r.name, r.where, r.trouble, r.tag} {
		o.Refresh()
	}
}

func (r *lineRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.icon, r.name, r.where, r.trouble, r.tag, r.n.naming.Field, r.n.use, r.n.more}
}
func (r *lineRenderer) Destroy() {}

// KindIcon is the picture of a kind of connection, as on the way in.
func KindIcon(k settings.ConnectionKind) string {
	switch k {
	case settings.Practice:
		return "flask-conical"
	case settings.Local:
		return "laptop"
	case settings.Service:
	}
	return "key"
}

func told(f func(chat.ID), id chat.ID) {
	if f != nil {
		f(id)
	}
}

func call(f func()) {
	if f != nil {
		f()
	}
}
