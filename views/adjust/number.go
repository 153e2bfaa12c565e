package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
	"parley/views/widgets"
)

// number is a number at the right end of a line. A click turns it into a field; Enter, Tab and a click elsewhere take what was
// typed, Escape does not.
type number struct {
	widget.BaseWidget
	words *canvas.Text
	field *widgets.Field
	done  func(string)
	name  string
	shown string
}

func newNumber(name string, done func(string)) *number {
	n := &number{name: name, done: done, words: canvas.NewText("", nil)}
	n.field = widgets.NewField(name, "")
	n.field.Hide()
	n.field.OnSubmitted = func(text string) { n.finish(text, true) }
	n.field.OnEscape = func() { n.finish("", false) }
	n.field.OnFocusLost = func() {
		if n.field.Visible() {
			n.finish(n.field.Text, true)
		}
	}
	n.ExtendBaseWidget(n)
	return n
}

func (n *number) set(words string) {
	n.shown = words
	n.Refresh()
}

func (n *number) finish(text string, keep bool) {
	n.field.Hide()
	n.Refresh()
	if keep && text != n.shown {
		n.done(text)
	}
}

// Tapped lets the number be typed.
func (n *number) Tapped(*fyne.PointEvent) {
	n.field.SetText("")
	if n.shown != "" && n.shown[0] <= '9' {
		n.field.SetText(n.shown)
	}
	n.field.Show()
	n.Refresh()
	if c := fyne.CurrentApp().Driver().CanvasForObject(n); c != nil {
		c.Focus(n.field)
		n.field.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (n *number) AccessibilityLabel() string { return n.name + ": " + n.shown }

// AccessibilityRole implements fyne.Accessible.
func (n *number) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer implements fyne.Widget.
func (n *number) CreateRenderer() fyne.WidgetRenderer {
	r := &numberRenderer{n}
	r.Refresh()
	return r
}

type numberRenderer struct{ n *number }

func (r *numberRenderer) MinSize() fyne.Size {
	if r.n.field.Visible() {
		return fyne.NewSize(84, 28)
	}
	return r.n.words.MinSize().AddWidthHeight(8, 6)
}

func (r *numberRenderer) Layout(s fyne.Size) {
	m := r.n.words.MinSize()
	r.n.words.Resize(m)
	r.n.words.Move(fyne.NewPos(s.Width-m.Width-4, (s.Height-m.Height)/2))
	f := r.n.field.MinSize()
	r.n.field.Move(fyne.NewPos(0, (s.Height-f.Height)/2))
	r.n.field.Resize(fyne.NewSize(s.Width, f.Height))
}

func (r *numberRenderer) Refresh() {
	r.n.words.Text = r.n.shown
	r.n.words.Color = fynetheme.Color(theme.ColorMuted)
	r.n.words.TextSize = fynetheme.Size(fynetheme.SizeNameText)
	if r.n.field.Visible() {
		r.n.words.Hide()
	} else {
		r.n.words.Show()
	}
	r.Layout(r.n.Size())
	canvas.Refresh(r.n)
}

func (r *numberRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.n.words, r.n.field}
}
func (r *numberRenderer) Destroy() {}
