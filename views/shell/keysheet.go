package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// keyGroup is one section of the keyboard help: pairs of key combination and action.
type keyGroup struct {
	title string
	keys  [][2]string
}

// ShowKeySheet shows the keyboard help, unless it is already shown: F1 may repeat. others are keys
// missing from the table because a control handles them.
func (f *Frame) ShowKeySheet(others []KeyBinding) {
	if f.keySheet != nil {
		return
	}
	all := make([]keyGroup, groups)
	for i := range all {
		all[i].title = KeyGroup(i).Title()
	}
	for _, k := range append(others, KeyBindings()...) {
		if k.DisplayedKeys != "" {
			all[k.Group].keys = append(all[k.Group].keys, [2]string{format.Keys(k.DisplayedKeys), k.Description})
		}
	}
	f.keySheet = ShowStep(f, i18n.Text("Keyboard shortcuts"), newKeySheet(all), 520, 760)
	f.keySheet.OnHide = func() { f.keySheet = nil }
}

// newKeySheet creates the keyboard help: its sections, each below its title.
func newKeySheet(groups []keyGroup) fyne.CanvasObject {
	list := container.New(&widgets.Column{Gap: 2})
	above := float32(0)
	for _, s := range groups {
		list.Add(container.New(layout.NewCustomPaddedLayout(above, 2, 0, 0), widgets.NewTitle(s.title, fynetheme.SizeNameText)))
		above = 18
		for _, p := range s.keys {
			list.Add(newShortcut(p[0], p[1]))
		}
	}
	return wheel.NewVScroll(list)
}

// shortcut is one line of the keyboard help.
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
