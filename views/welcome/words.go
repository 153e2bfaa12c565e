package welcome

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

func label(words string) fyne.CanvasObject { return widgets.NewMuted(words).Flush() }

func body(words *widgets.Words) fyne.CanvasObject { return words.Flush() }

func muted(words string) *widgets.Words {
	return widgets.NewWords(words, theme.ColorMuted, fynetheme.SizeNameText, fyne.TextStyle{})
}
