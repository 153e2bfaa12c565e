package list

import (
	"testing"

	"parlando/views/widgets"

	"fyne.io/fyne/v2"
)

func TestAnItemOfALongMenuIsFoundByItsLetters(t *testing.T) {
	w := begin(t).window
	chosen := ""
	var items []widgets.MenuItem
	for _, name := range []string{"English", "Brazilian Portuguese", "Polish", "Old Polish"} {
		items = append(items, widgets.MenuItem{Text: name, Do: func() { chosen = name }})
	}
	for typed, want := range map[string]string{"portu": "Brazilian Portuguese", "pol": "Polish", "glish": "", "brazilian p": "Brazilian Portuguese"} {
		chosen = ""
		menu := ShowSearchMenu(w.Canvas(), "Language", items)
		for _, r := range typed {
			w.Canvas().Focused().TypedRune(r)
		}
		w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if chosen != want || (w.Canvas().Overlays().Top() == nil) != (want != "") {
			t.Errorf("%q chose %q, want %q", typed, chosen, want)
		}
		menu.Hide()
	}
}
