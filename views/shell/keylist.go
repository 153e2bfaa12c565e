package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/format"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// KeySection is one section of the list of keys: pairs of key combination and action.
type KeySection struct {
	Title string
	Keys  [][2]string
}

// KeySections returns the list of keys. others are keys missing from the table because a control
// handles them.
func KeySections(others []KeyBinding) []KeySection {
	all := make([]KeySection, groups)
	for i := range all {
		all[i].Title = KeyGroup(i).Title()
	}
	for _, k := range append(others, KeyBindings()...) {
		if k.DisplayedKeys != "" {
			all[k.Group].Keys = append(all[k.Group].Keys, [2]string{format.Keys(k.DisplayedKeys), k.Description})
		}
	}
	return all
}

// NewKeyList returns the list of keys: its sections, each below its title.
func NewKeyList(sections []KeySection) *fyne.Container {
	list := container.New(&widgets.Column{Gap: 2})
	above := float32(0)
	for _, s := range sections {
		list.Add(container.New(layout.NewCustomPaddedLayout(above, 2, 0, 0), widgets.NewTitle(s.Title, fynetheme.SizeNameText)))
		above = 18
		for _, p := range s.Keys {
			list.Add(newShortcut(p[0], p[1]))
		}
	}
	return list
}

// shortcut is one line of the list of keys.
type shortcut struct {
	widget.BaseWidget
	keys, what string
}

func newShortcut(keys, what string) *shortcut {
	s := &shortcut{keys: keys, what: what}
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget.
func (s *shortcut) CreateRenderer() fyne.WidgetRenderer {
	r := &shortcutRenderer{
		what: widgets.NewBody(s.what).NoMargin(), line: canvas.NewRectangle(nil), key: canvas.NewText(s.keys, nil), ground: canvas.NewRectangle(nil),
	}
	r.ground.CornerRadius = 6
	r.ground.StrokeWidth = 1
	r.Refresh()
	return r
}

type shortcutRenderer struct {
	what         *widgets.Text
	key          *canvas.Text
	ground, line *canvas.Rectangle
}

func (r *shortcutRenderer) MinSize() fyne.Size {
	return fyne.NewSize(200, r.what.MinSize().Height+13)
}

func (r *shortcutRenderer) Layout(size fyne.Size) {
	m := r.key.MinSize()
	box := fyne.NewSize(m.Width+16, m.Height+6)
	x := size.Width - box.Width - 12
	r.ground.Resize(box)
	r.ground.Move(fyne.NewPos(x, (size.Height-box.Height)/2))
	r.key.Resize(m)
	r.key.Move(fyne.NewPos(x+8, (size.Height-m.Height)/2))
	r.what.Resize(fyne.NewSize(max(x-8, 40), size.Height))
	h := r.what.MinSize().Height
	r.what.Move(fyne.NewPos(0, (size.Height-h)/2))
	r.line.Resize(fyne.NewSize(size.Width-12, 1))
	r.line.Move(fyne.NewPos(0, size.Height-1))
}

func (r *shortcutRenderer) Refresh() {
	r.ground.FillColor = fynetheme.Color(theme.ColorSidebar)
	r.ground.StrokeColor = fynetheme.Color(theme.ColorLine)
	r.line.FillColor = fynetheme.Color(theme.ColorLine)
	r.key.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	r.key.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
	r.ground.Refresh()
	r.line.Refresh()
	r.key.Refresh()
	r.what.Refresh()
}

func (r *shortcutRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.line, r.what, r.ground, r.key}
}

func (r *shortcutRenderer) Destroy() {}
