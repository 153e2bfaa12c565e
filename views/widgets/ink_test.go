package widgets_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"parlando/views/theme"
	"parlando/views/theme/inktest"
	"parlando/views/widgets"
)

func TestNoLetterOfAControlIsCut(t *testing.T) {
	for name, zoom := range map[string]float32{"small": 0.9, "usual": 1, "large": 1.6} {
		t.Run(name, func(t *testing.T) {
			test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, zoom))
			all := container.NewVBox()
			for _, word := range inktest.Words {
				title, dropdown := widgets.NewNameButton(func() {}), widgets.NewDropdown("What", func() {})
				title.SetName(word)
				dropdown.Set(word)
				all.Add(container.NewGridWithColumns(3, widgets.NewButton(word, widgets.Secondary, func() {}), title, dropdown))
			}
			w := test.NewTempWindow(t, all)
			w.Resize(fyne.NewSize(1000, 2200))
			for _, cut := range inktest.Cut(w.Canvas()) {
				t.Error(cut)
			}
		})
	}
}
