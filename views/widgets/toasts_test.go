package widgets

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parley/views/theme"
)

// However large the letters are, the button of a toast stays in the window.
func TestTheButtonOfAToastStaysInTheWindow(t *testing.T) {
	for _, size := range []float32{1, 2} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, size))
		toasts := NewToasts(func(time.Duration, func()) func() { return func() {} })
		w := test.NewTempWindow(t, toasts)
		w.SetPadded(false)
		w.Resize(fyne.NewSize(400, 500))
		toasts.Say("What you said stays in Recordings until tomorrow, whatever becomes of it.", "Show", func() {})
		card := toasts.card.(*Box)
		row := card.content.(*fyne.Container)
		right := card.Position().X + row.Position().X + row.Objects[1].Position().X + row.Objects[1].Size().Width
		if left := card.Position().X; left < 0 || right > 400 {
			t.Errorf("at size %v the card begins at %v and its button ends at %v", size, left, right)
		}
		if bottom := card.Position().Y + card.Size().Height; card.Position().Y < 0 || bottom > 500 {
			t.Errorf("at size %v the card lies from %v to %v", size, card.Position().Y, bottom)
		}
		if words := row.Objects[0]; words.Size().Height < 2*textSize() || words.Position().X+words.Size().Width > row.Objects[1].Position().X {
			t.Errorf("at size %v the words are %v", size, words.Size())
		}
	}
}
