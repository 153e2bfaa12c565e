package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// tagMost is the maximum width of a tag, in device-independent pixels.
const tagMost = 240

// tag shows a word, with visible spaces, and a button that removes it.
type tag struct {
	widget.BaseWidget
	word   string
	remove *widgets.IconButton
}

func newTag(word string, remove func()) *tag {
	t := &tag{word: word}
	t.remove = widgets.NewIconButton("x", i18n.Text("Remove {{.Name}}", map[string]any{"Name": word}), remove)
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
	ground, words := widgets.NewThemedRectangle(theme.RadiusControl), canvas.NewText("", nil)
	words.TextStyle.Monospace = true
	return widgets.Renderer{
		MinSize: func() fyne.Size {
			m := fyne.MeasureText(t.word, fynetheme.Size(fynetheme.SizeNameCaptionText), words.TextStyle)
			return fyne.NewSize(min(m.Width+10+24, tagMost), max(28, m.Height+8))
		},
		Place: func(s fyne.Size) {
			ground.Resize(s)
			widgets.FitText(words, t.word, s.Width-34)
			widgets.CenterVertically(words, 9, words.MinSize().Width, s.Height)
			widgets.Place(t.remove, s.Width-23, (s.Height-20)/2, 20, 20)
		},
		Paint: func() {
			ground.Paint(theme.ColorTint, theme.ColorEdge, 1)
			widgets.PaintText(words, fynetheme.ColorNameForeground, fynetheme.Size(fynetheme.SizeNameCaptionText))
		},
	}.Of(t, ground.Rectangle, words, t.remove)
}
