package findbar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// bar has the search field and the buttons for the previous and the next match.
type bar struct {
	widget.BaseWidget
	control *Controller

	words                *widgets.Field
	count                *canvas.Text
	before, behind, shut *widgets.IconButton
	// at is the number of the current match, 0 for none; found is the number of matches. searching
	// means that more matches may follow.
	at, found int
	searching bool
}

func newBar(c *Controller) *bar {
	b := &bar{control: c, count: canvas.NewText("", nil)}
	b.words = widgets.NewField(i18n.Text("Find in this chat"), i18n.Text("Find in this chat"))
	b.words.SetLeading("search")
	b.words.OnChanged = c.typed
	b.words.OnEscape = func() { c.Close() }
	b.words.OnKey = func(e *fyne.KeyEvent) bool {
		switch e.Name {
		case fyne.KeyReturn, fyne.KeyEnter:
			c.Step(widgets.ShiftIsDown())
		case fyne.KeyDown:
			c.Step(false)
		case fyne.KeyUp:
			c.Step(true)
		default:
			return false
		}
		return true
	}
	b.before = widgets.NewIconButton("chevron-up", i18n.Text("Previous ({{.Keys}})", map[string]any{"Keys": format.Keys("Shift+F3")}), func() { c.Step(true) })
	b.behind = widgets.NewIconButton("chevron-down", i18n.Text("Next (F3)"), func() { c.Step(false) })
	b.shut = widgets.NewIconButton("x", i18n.Text("Close search"), func() { c.Close() })
	b.Hide()
	b.ExtendBaseWidget(b)
	return b
}

// focus focuses the search field.
func (b *bar) focus(c fyne.Canvas) {
	c.Focus(b.words)
	b.words.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// set shows the number of the current match and the number of matches.
func (b *bar) set(at, found int, searching bool) {
	b.at, b.found, b.searching = at, found, searching
	b.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *bar) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{MinSize: b.least, Place: b.place, Paint: b.paint, RefreshesChildren: true}.Of(b, b.words, b.count, b.before, b.behind, b.shut)
}

func (b *bar) least() fyne.Size { return fyne.NewSize(200, b.words.MinSize().Height+8) }

func (b *bar) place(size fyne.Size) {
	width := min(theme.ColumnWidth(), size.Width-2*edge)
	left := (size.Width - width) / 2
	right := left + width
	middle := func(o fyne.CanvasObject, x, width float32) {
		h := o.MinSize().Height
		widgets.Place(o, x, (size.Height-h)/2, width, h)
	}
	for _, button := range []*widgets.IconButton{b.shut, b.behind, b.before} {
		w := button.MinSize().Width
		right -= w
		middle(button, right, w)
	}
	w := b.count.MinSize().Width
	right -= 8
	middle(b.count, right-w, w)
	right -= max(w, 72) + 10
	middle(b.words, left, max(right-left, 60))
}

func (b *bar) paint() {
	b.count.Text = ""
	if b.words.Text != "" && (b.found > 0 || !b.searching) {
		b.count.Text = words.MatchPosition(b.at, b.found)
	}
	b.count.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
	b.count.Color = fynetheme.Color(theme.ColorMuted)
	none := ""
	switch {
	case b.found > 0:
	case b.control.inSources && b.count.Text != "":
		b.count.Text, none = i18n.Text("In the sources"), i18n.Text("It is in the list of sources.")
	default:
		none = i18n.Text("Nothing found.")
		b.count.Color = fynetheme.Color(theme.ColorCaution)
	}
	b.words.Result = b.count.Text
	b.count.Refresh()
	b.before.SetDisabled(none)
	b.behind.SetDisabled(none)
}

// edge is the space beside the bar in a narrow window.
const edge = 24
