package widgets_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	fynetheme "fyne.io/fyne/v2/theme"

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
			all.Add(container.NewGridWithColumns(6, widgets.NewButton(word, widgets.Secondary, func() {}), title, dropdown,
				container.NewCenter(widgets.NewTag(word)), widgets.NewTitle(word, fynetheme.SizeNameHeadingText),
				widgets.NewStarter("x", word, word, func() {})))
		}
		w := test.NewTempWindow(t, all)
		w.Resize(fyne.NewSize(1500, 3200))
		return w.Canvas()
	})
}

func TestNoLetterOfAMenuIsCut(t *testing.T) {
	inktest.NothingIsCut(t, func(t *testing.T, zoom float32) fyne.Canvas {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, zoom))
		w := test.NewTempWindow(t, container.NewVBox())
		w.Resize(fyne.NewSize(400, 4000))
		var items []widgets.MenuItem
		for _, word := range inktest.Words {
			items = append(items, widgets.MenuItem{Text: word, Hint: word})
		}
		widgets.ShowMenuAt(w.Canvas(), fyne.Position{}, 0, items)
		return w.Canvas()
	})
}

func TestNoLetterOfATextIsCut(t *testing.T) {
	inktest.NothingIsCut(t, func(t *testing.T, zoom float32) fyne.Canvas {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, zoom))
		all := container.NewGridWithColumns(3)
		for _, word := range inktest.Words {
			several := container.New(&widgets.Column{}, widgets.NewMuted(strings.Repeat(word+" ", 6)), widgets.NewMuted(word))
			name := container.New(&widgets.Column{}, widgets.NewHeading(word).NoWrap().NoMargin(), widgets.NewBody(word).Truncate().NoMargin())
			all.Add(container.New(&widgets.Column{}, widgets.NewBody(word+"\n"+word).Center()))
			all.Add(several)
			all.Add(name)
		}
		w := test.NewTempWindow(t, all)
		w.Resize(fyne.NewSize(1000, 8000))
		return w.Canvas()
	})
}

func TestNoLetterOfAFieldIsCut(t *testing.T) {
	inktest.NothingIsCut(t, func(t *testing.T, zoom float32) fyne.Canvas {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, zoom))
		all := container.NewGridWithColumns(3)
		for _, word := range inktest.Words {
			filled, empty, area := widgets.NewField("Name", ""), widgets.NewField("Name", ""), widgets.NewTextArea("Words", "", 2)
			filled.SetText(word)
			empty.Entry.SetPlaceHolder(word)
			area.SetText("Ag\n" + word)
			all.Add(filled)
			all.Add(container.NewVBox(empty))
			all.Add(area)
		}
		w := test.NewTempWindow(t, all)
		w.Resize(fyne.NewSize(1000, 2000))
		return w.Canvas()
	})
}
