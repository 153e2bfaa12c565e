package transcript

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/theme/inktest"
)

// tall opens a transcript with a line of several rows in each script.
func tall(t *testing.T) *world {
	w := open(t, theme.Light, 700, 3600)
	w.give(done(), nil)
	var lines []Line
	for i, word := range inktest.Words {
		lines = append(lines, Line{ID: int64(i + 1), Text: strings.Repeat(word+" ", 7), Speaker: word, Translation: word})
	}
	w.give(done(), lines)
	return w
}

func TestNoLetterOfATranscriptIsCut(t *testing.T) {
	inktest.NothingIsCut(t, func(t *testing.T, zoom float32) fyne.Canvas {
		w := tall(t)
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, zoom))
		w.Refresh()
		return w.window.Canvas()
	})
}

func TestALineOfATranscriptIsAsHighAsItsLetters(t *testing.T) {
	table := tall(t).lines.table
	height := func(word string) float32 {
		r := table.lay(slices.Index(inktest.Words, word))
		return r.own.LineHeight()
	}
	if latin, tibetan := height("Zażółć gęślą"), height("བོད་ཡིག རྒྱལ"); latin != table.format.LineHeight || tibetan <= latin {
		t.Errorf("lines are %g and %g high", latin, tibetan)
	}
}

// The letters of a speaker's name are drawn in their order.
func TestASpeakerFromRightToLeftIsNotReversed(t *testing.T) {
	w := open(t, theme.Light, 700, 400)
	w.give(done(), []Line{{ID: 1, Text: "a", Speaker: "שלום"}})
	if !slices.Contains(seen.Texts(w.window.Canvas()), "\u202eשלום\u200f") {
		t.Errorf("%q", seen.Texts(w.window.Canvas()))
	}
}
