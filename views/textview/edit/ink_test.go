package edit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"parlando/views/theme"
	"parlando/views/theme/inktest"
)

func TestNoLetterOfABoxIsCut(t *testing.T) {
	inktest.NothingIsCut(t, func(t *testing.T, zoom float32) fyne.Canvas {
		b := open(t, "")
		b.page.style = Style{TextSize: 14, LineHeight: 21, Margin: 8} // that of the message box
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, zoom))
		b.page.format = nil
		b.page.reformat()
		fyne.CurrentApp().Driver().AllWindows()[0].Resize(fyne.NewSize(900, 2200))
		b.SetText("abc བོད def\n" + strings.Join(inktest.Words, " Ag ") + "\n" + strings.Join(inktest.Words, "\n"))
		return fyne.CurrentApp().Driver().CanvasForObject(b)
	})
}

func TestALineOfABoxIsAsHighAsItsLetters(t *testing.T) {
	b := open(t, "Ågjp\nབོད་ཡིག\nПривет 中文")
	latin, tibetan, others := b.page.Height(0), b.page.Height(1), b.page.Height(2)
	if latin != b.page.format.LineHeight || others != latin || tibetan <= latin {
		t.Errorf("lines are %g, %g, %g high", latin, tibetan, others)
	}
	if at := b.page.under(100, margin+latin+tibetan-2); at < 5 || at >= b.page.doc.starts[2] {
		t.Errorf("the foot of the second line is at byte %d", at)
	}
}

func TestNoLetterOfAPlaceholderIsCut(t *testing.T) {
	inktest.NothingIsCut(t, func(t *testing.T, zoom float32) fyne.Canvas {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, zoom))
		all := container.NewGridWithColumns(2)
		for _, word := range inktest.Words[4:16] {
			all.Add(New("Words", word, Style{TextSize: 14, LineHeight: 21, Margin: 8}))
		}
		w := test.NewTempWindow(t, all)
		w.Resize(fyne.NewSize(700, 400))
		return w.Canvas()
	})
}
