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
	inktest.NothingIsCut(t, func(t *testing.T, zoom float32) fyne.Canvas {
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
		return w.Canvas()
	})
}
