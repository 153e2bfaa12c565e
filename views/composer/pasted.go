package composer

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/views/widgets"
)

// A long text is laid out in pieces, because one label takes time that grows with the square of its length, and a
// stretch at a time.
const (
	pieceRunes   = 1500
	stretchRunes = 12000
)

// showPasted shows a pasted text for reading, the rest of it when asked for.
func showPasted(c fyne.Canvas, title, text string) *widgets.Overlay {
	list := container.NewVBox()
	scroll := container.NewVScroll(list)
	rest := []rune(text)
	var more *widgets.Button
	show := func() {
		n := min(len(rest), stretchRunes)
		list.Remove(more)
		for _, piece := range pieces(rest[:n]) {
			label := widget.NewLabel(piece)
			label.Wrapping = fyne.TextWrapWord
			label.Selectable = true
			list.Add(label)
		}
		if rest = rest[n:]; len(rest) > 0 {
			list.Add(more)
		}
	}
	more = widgets.NewButton(lang.L("Show more"), widgets.Secondary, nil)
	more.SetOnTapped(show)
	show()
	return widgets.Page(c, title, lang.L("Close"), scroll, 720, 560)
}

// pieces cuts a text into parts of pieceRunes at most, at the ends of lines where there are any.
func pieces(text []rune) []string {
	var out []string
	for len(text) > 0 {
		n := min(len(text), pieceRunes)
		if n < len(text) {
			for i := n; i > n/2; i-- {
				if text[i-1] == '\n' {
					n = i
					break
				}
			}
		}
		out = append(out, strings.TrimSuffix(string(text[:n]), "\n"))
		text = text[n:]
	}
	return out
}
