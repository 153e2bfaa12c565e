package composer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
)

// hint is a few small words at the right end of its place. Where they do not fit they are shortened.
type hint struct {
	widget.BaseWidget
	words   string
	caution bool
}

func newHint() *hint {
	h := &hint{}
	h.ExtendBaseWidget(h)
	return h
}

func (h *hint) set(words string, caution bool) {
	if h.words == words && h.caution == caution {
		return
	}
	h.words, h.caution = words, caution
	h.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (h *hint) CreateRenderer() fyne.WidgetRenderer {
	r := &hintRenderer{hint: h, text: canvas.NewText("", nil)}
	r.text.Alignment = fyne.TextAlignTrailing
	r.Refresh()
	return r
}

type hintRenderer struct {
	hint *hint
	text *canvas.Text
}

func (r *hintRenderer) MinSize() fyne.Size { return fyne.NewSize(0, r.text.MinSize().Height) }

func (r *hintRenderer) Layout(size fyne.Size) {
	r.text.Text = shortened(r.hint.words, size.Width, r.text.TextSize)
	h := r.text.MinSize().Height
	r.text.Resize(fyne.NewSize(size.Width, h))
	r.text.Move(fyne.NewPos(0, (size.Height-h)/2))
}

func (r *hintRenderer) Refresh() {
	color := theme.ColorMuted
	if r.hint.caution {
		color = theme.ColorCaution
	}
	r.text.Color = fynetheme.Color(color)
	r.text.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
	r.Layout(r.hint.Size())
	r.text.Refresh()
}

func (r *hintRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.text} }
func (r *hintRenderer) Destroy()                     {}

// shortened cuts a text to a width and ends it with an ellipsis.
func shortened(s string, width, size float32) string {
	if fyne.MeasureText(s, size, fyne.TextStyle{}).Width <= width {
		return s
	}
	runes := []rune(s)
	low, high := 0, len(runes)
	for low < high {
		mid := (low + high + 1) / 2
		if fyne.MeasureText(string(runes[:mid])+"…", size, fyne.TextStyle{}).Width <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	if low == 0 {
		return ""
	}
	return string(runes[:low]) + "…"
}
