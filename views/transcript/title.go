package transcript

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	tooltip "github.com/dweymouth/fyne-tooltip/widget"

	"parley/views/theme"
	"parley/views/widgets"
)

// title is what the transcript is called; a click makes it a field.
type title struct {
	tooltip.ToolTipWidget

	words          string
	onTapped       func()
	hover, focused bool
}

func newTitle(onTapped func()) *title {
	t := &title{onTapped: onTapped}
	t.ExtendBaseWidget(t)
	return t
}

func (t *title) set(words string) {
	if t.words != words {
		t.words = words
		t.Refresh()
	}
}

// Tapped implements fyne.Tappable.
func (t *title) Tapped(*fyne.PointEvent) {
	t.ToolTipWidget.MouseOut()
	t.onTapped()
}

// MouseIn implements desktop.Hoverable.
func (t *title) MouseIn(e *desktop.MouseEvent) {
	t.SetToolTip(lang.L("Rename"))
	t.ToolTipWidget.MouseIn(e)
	t.hover = true
	t.Refresh()
}

// MouseOut implements desktop.Hoverable.
func (t *title) MouseOut() {
	t.ToolTipWidget.MouseOut()
	t.hover = false
	t.Refresh()
}

// Cursor implements desktop.Cursorable.
func (t *title) Cursor() desktop.Cursor { return desktop.TextCursor }

// FocusGained implements fyne.Focusable.
func (t *title) FocusGained() { t.focused = true; t.Refresh() }

// FocusLost implements fyne.Focusable.
func (t *title) FocusLost() { t.focused = false; t.Refresh() }

// TypedRune implements fyne.Focusable.
func (t *title) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (t *title) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace, fyne.KeyF2:
		t.onTapped()
	default:
		widgets.KeyToWindow(t, e)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (t *title) AccessibilityLabel() string { return t.words }

// AccessibilityRole implements fyne.Accessible.
func (t *title) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer implements fyne.Widget.
func (t *title) CreateRenderer() fyne.WidgetRenderer {
	r := &titleRenderer{t: t, ground: canvas.NewRectangle(color.Transparent), text: canvas.NewText(t.words, nil)}
	r.ground.CornerRadius = theme.RadiusControl
	r.text.TextStyle.Bold = true
	return widgets.Drawing{Least: r.least, Place: r.place, Paint: r.paint}.Of(t, r.ground, r.text)
}

type titleRenderer struct {
	t      *title
	ground *canvas.Rectangle
	text   *canvas.Text
}

func (r *titleRenderer) least() fyne.Size {
	m, _ := fyne.CurrentApp().Driver().RenderedTextSize(r.t.words, r.text.TextSize, r.text.TextStyle, theme.FontFor(r.t.words, r.text.TextStyle))
	return fyne.NewSize(m.Width+2*titleInset-2, max(m.Height+8, 32))
}

func (r *titleRenderer) place(s fyne.Size) {
	r.ground.Resize(s)
	r.text.Text = widgets.Fit(r.t.words, r.text, s.Width-2*titleInset+2)
	r.text.FontSource = theme.FontFor(r.text.Text, r.text.TextStyle)
	m := r.text.MinSize()
	widgets.Place(r.text, titleInset, (s.Height-m.Height)/2, m.Width, m.Height)
}

func (r *titleRenderer) paint() {
	r.text.TextSize = fynetheme.Size(fynetheme.SizeNameSubHeadingText)
	r.text.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	r.ground.FillColor, r.ground.StrokeWidth = theme.Hollow(fynetheme.Color(theme.ColorHover)), 0
	if r.t.hover {
		r.ground.FillColor = fynetheme.Color(theme.ColorHover)
	}
	if r.t.focused {
		r.ground.StrokeColor, r.ground.StrokeWidth = fynetheme.Color(theme.ColorAccent), 2
	}
	r.ground.Refresh()
	r.text.Refresh()
}

// titleInset is the ground that is seen around the words when they are pointed at.
const titleInset = 6
