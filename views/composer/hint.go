package composer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// hint is a small right-aligned text, which is left out if it has no room. A warning is truncated
// instead.
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
	text := canvas.NewText("", nil)
	text.Alignment = fyne.TextAlignTrailing
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(0, text.MinSize().Height) },
		Place: func(size fyne.Size) {
			text.Text = ""
			size.Width = max(size.Width, 0)
			if h.caution || fyne.MeasureText(h.words, text.TextSize, text.TextStyle).Width <= size.Width {
				widgets.FitText(text, h.words, size.Width)
			}
			widgets.CenterVertically(text, 0, size.Width, size.Height)
		},
		Paint: func() {
			color := theme.ColorMuted
			if h.caution {
				color = theme.ColorCaution
			}
			text.Color = fynetheme.Color(color)
			text.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
			text.Refresh()
		},
	}.Of(h, text)
}
