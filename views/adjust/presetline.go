package adjust

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

// presetLine is one preset in the list: a handle, its name, and what can be done with it.
type presetLine struct {
	widget.BaseWidget
	list          *Presets
	at            int
	id            chat.ID
	name          string
	grip          *grip
	naming        *widgets.Naming
	pencil, trash *widgets.IconButton
	hovered       bool
	// drawn is how far it is dragged from its place.
	drawn float32
}

func newPresetLine(p *Presets, at int, one settings.Preset) *presetLine {
	r := &presetLine{list: p, id: one.ID}
	r.grip = newGrip(r)
	r.naming = widgets.NewNaming(lang.L("Name"))
	r.naming.OnEnd = func(byKey bool) {
		r.Refresh()
		if c := p.canvas(); byKey && c != nil {
			c.Focus(r.pencil)
		}
	}
	r.naming.OnName = func(name string) { p.OnRename(r.id, name) }
	r.pencil = widgets.NewIconButton("pencil", lang.L("Rename"), r.rename)
	r.pencil.SetSide(30)
	r.trash = widgets.NewIconButton("trash-2", lang.L("Delete"), func() { p.OnDelete(r.id) })
	r.trash.SetSide(30)
	r.ExtendBaseWidget(r)
	r.set(at, one)
	return r
}

// set shows a preset at its place. What is being written stays.
func (r *presetLine) set(at int, one settings.Preset) {
	r.at, r.name = at, one.Name
	r.pencil.SetIcon("pencil", lang.L("Rename {{.Name}}", map[string]any{"Name": one.Name}))
	r.trash.SetIcon("trash-2", lang.L("Delete {{.Name}}", map[string]any{"Name": one.Name}))
	r.Refresh()
}

// rename puts a field in place of the name.
func (r *presetLine) rename() {
	r.naming.Begin(r.name)
	r.Refresh()
	r.naming.Focus(r.list.canvas())
}

// Tapped implements fyne.Tappable: it is picked.
func (r *presetLine) Tapped(*fyne.PointEvent) { r.list.OnPick(r.id) }

// MouseIn implements desktop.Hoverable.
func (r *presetLine) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (r *presetLine) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *presetLine) MouseOut() { r.hovered = false; r.Refresh() }

// Cursor implements desktop.Cursorable.
func (r *presetLine) Cursor() desktop.Cursor { return desktop.PointerCursor }

// drag moves it with the pointer, and lets it go at the nearest place.
func (r *presetLine) drag(by float32) {
	r.drawn += by
	r.Refresh()
}

func (r *presetLine) drop() {
	steps := int((r.drawn + presetRow/2) / presetRow)
	if r.drawn < 0 {
		steps = int((r.drawn - presetRow/2) / presetRow)
	}
	r.drawn = 0
	r.Refresh()
	r.list.move(r.at, r.at+steps)
}

// AccessibilityLabel implements fyne.Accessible.
func (r *presetLine) AccessibilityLabel() string { return r.name }

// AccessibilityRole implements fyne.Accessible.
func (r *presetLine) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer implements fyne.Widget.
func (r *presetLine) CreateRenderer() fyne.WidgetRenderer {
	p := &presetLineRenderer{r: r, ground: canvas.NewRectangle(color.Transparent), words: canvas.NewText("", nil)}
	p.ground.CornerRadius = theme.RadiusControl
	p.Refresh()
	return p
}

type presetLineRenderer struct {
	r      *presetLine
	ground *canvas.Rectangle
	words  *canvas.Text
}

func (p *presetLineRenderer) MinSize() fyne.Size { return fyne.NewSize(200, presetRow) }

func (p *presetLineRenderer) Layout(s fyne.Size) {
	r, y := p.r, p.r.drawn
	p.ground.Resize(s)
	p.ground.Move(fyne.NewPos(0, y))
	r.grip.Resize(fyne.NewSize(28, s.Height))
	r.grip.Move(fyne.NewPos(0, y))
	right := s.Width - 4
	for _, b := range []*widgets.IconButton{r.trash, r.pencil} {
		right -= 30
		b.Resize(fyne.NewSquareSize(30))
		b.Move(fyne.NewPos(right, y+(s.Height-30)/2))
	}
	p.words.Text = widgets.Fit(r.name, p.words, right-36-8)
	m := p.words.MinSize()
	p.words.Resize(m)
	p.words.Move(fyne.NewPos(36, y+(s.Height-m.Height)/2))
	h := r.naming.Field.MinSize().Height
	widgets.Place(r.naming.Field, 32, y+(s.Height-h)/2, right-32-4, h)
}

func (p *presetLineRenderer) Refresh() {
	r := p.r
	p.ground.FillColor = color.Transparent
	if r.drawn != 0 || r.hovered {
		p.ground.FillColor = fynetheme.Color(theme.ColorHover)
	}
	p.words.TextSize = fynetheme.Size(fynetheme.SizeNameText)
	p.words.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	p.words.FontSource = theme.FontFor(r.name, p.words.TextStyle)
	visible(p.words, !r.naming.Open())
	p.Layout(r.Size())
	p.ground.Refresh()
	p.words.Refresh()
	r.grip.Refresh()
}

func (p *presetLineRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{p.ground, p.r.grip, p.words, p.r.naming.Field, p.r.pencil, p.r.trash}
}

func (p *presetLineRenderer) Destroy() {}
