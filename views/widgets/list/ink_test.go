package list

import (
	"testing"

	"fyne.io/fyne/v2"

	"parlando/views/theme"
	"parlando/views/theme/inktest"
)

func TestNoLetterOfARowIsCut(t *testing.T) {
	for name, zoom := range map[string]float32{"small": 0.9, "usual": 1, "large": 1.6} {
		t.Run(name, func(t *testing.T) {
			w := begin(t, inktest.Words...)
			fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, zoom))
			l := NewFocus("Rows", plain(), w.calls())
			w.show(l)
			w.window.Resize(fyne.NewSize(500, 2000))
			l.Set(len(w.rows), false)
			for _, cut := range inktest.Cut(w.window.Canvas()) {
				t.Error(cut)
			}
		})
	}
}
