package welcome

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

func label(words string) fyne.CanvasObject { return widgets.NewMuted(words).NoMargin() }

func body(words *widgets.Text) fyne.CanvasObject { return words.NoMargin() }

func muted(words string) *widgets.Text {
	return widgets.NewText(words, theme.ColorMuted, fynetheme.SizeNameText, fyne.TextStyle{})
}
