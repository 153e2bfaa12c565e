package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
	"parley/views/widgets"
)

// tagMost is how wide a tag may be, in device-independent pixels.
const tagMost = 240

// tag is a word with a button that takes it away. Spaces in it can be seen.
type tag struct {
	widget.BaseWidget
	word   string
	remove *widgets.IconButton
}

func newTag(word string, remove func()) *tag {
	t := &tag{word: word}
	t.remove = widgets.NewIconButton("x", lang.L("Remove {{.Name}}", map[string]any{"Name": word}), remove)
	t.remove.SetSide(20)
	t.ExtendBaseWidget(t)
	return t
}

// AccessibilityLabel implements fyne.Accessible.
func (t *tag) AccessibilityLabel() string { return t.word }

// AccessibilityRole implements fyne.Accessible.
func (t *tag) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (t *tag) CreateRenderer() fyne.WidgetRenderer {
	r := &tagRenderer{t: t, ground: canvas.NewRectangle(nil), words: canvas.NewText("", nil)}
	r.ground.CornerRadius = theme.RadiusControl
	r.ground.StrokeWidth = 1
	r.words.TextStyle.Monospace = true
	r.Refresh()
	return r
}

type tagRenderer struct {
	t      *tag
	ground *canvas.Rectangle
	words  *canvas.Text
}

func (r *tagRenderer) size() float32 { return fynetheme.Size(fynetheme.SizeNameCaptionText) }

func (r *tagRenderer) MinSize() fyne.Size {
	m := fyne.MeasureText(r.t.word, r.size(), r.words.TextStyle)
	return fyne.NewSize(min(m.Width+10+24, tagMost), max(28, m.Height+8))
}

func (r *tagRenderer) Layout(s fyne.Size) {
	r.ground.Resize(s)
	r.words.Text = widgets.Fit(r.t.word, r.words, s.Width-34)
	m := r.words.MinSize()
	r.words.Resize(m)
	r.words.Move(fyne.NewPos(9, (s.Height-m.Height)/2))
	r.t.remove.Resize(fyne.NewSquareSize(20))
	r.t.remove.Move(fyne.NewPos(s.Width-23, (s.Height-20)/2))
}

func (r *tagRenderer) Refresh() {
	r.ground.FillColor = fynetheme.Color(theme.ColorCard)
	r.ground.StrokeColor = fynetheme.Color(theme.ColorFieldBorder)
	r.words.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	r.words.TextSize = r.size()
	r.Layout(r.t.Size())
	r.ground.Refresh()
	r.words.Refresh()
}

func (r *tagRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.words, r.t.remove}
}

func (r *tagRenderer) Destroy() {}
