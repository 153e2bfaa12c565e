package list

import (
	"testing"

	"fyne.io/fyne/v2"

	"parlando/views/theme"
	"parlando/views/theme/inktest"
)

func TestNoLetterOfARowIsCut(t *testing.T) {
	inktest.NothingIsCut(t, func(t *testing.T, zoom float32) fyne.Canvas {
		w := begin(t, inktest.Words...)
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, zoom))
		l := NewFocus("Rows", plain(), w.calls())
		w.show(l)
		w.window.Resize(fyne.NewSize(500, 2000))
		l.Set(len(w.rows), false)
		return w.window.Canvas()
	})
}
