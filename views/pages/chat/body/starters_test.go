package body

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"parlando/app/history"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// The text of a message stays where it is while the box grows and while a notice comes: the box
// grows downward and pushes the suggestions, and a notice is above it. In a low window, the box
// stays whole, and the suggestions scroll or make room for it.
func TestTheMessageBoxOfAnEmptyChat(t *testing.T) {
	const least = 92
	for _, c := range []struct {
		name                     string
		width, height, scale     float32
		box, notices             float32
		moved, question, starter bool
	}{
		{"empty", 1024, 748, 1, least, 0, false, true, true},
		{"ten lines", 1024, 748, 1, 292, 0, false, true, true},
		{"a notice", 1024, 748, 1, least + 42, 42, false, true, true},
		{"a notice and ten lines", 1024, 748, 1, 334, 42, false, true, true},
		{"many notices", 1024, 748, 1, least + 400, 400, true, false, true},
		{"narrow", 720, 748, 1, least, 0, false, true, true},
		{"the largest text", 720, 748, 2, least * 2, 0, false, true, true},
		{"low", 480, 348, 1, least, 0, false, true, true},
		{"low, a long text", 480, 348, 1, 300, 0, true, false, false},
	} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, c.scale))
		b := New(history.Writable, widgets.NewMuted("bar"), widgets.NewMuted("conversation"))
		b.above[0].Hide()
		var all []Starter
		for _, title := range []string{"Ask about a picture", "Write a letter", "Reply as a table", "Calculate", "Find something I wrote", "Transcribe a recording", "Last"} {
			all = append(all, Starter{Icon: "type", Title: title, Do: func() {}})
		}
		b.SetStarters("What can I help with?", all)
		b.SetEmpty(true)
		size := fyne.NewSize(c.width, c.height)
		w := test.NewTempWindow(t, container.NewStack(b.Root))
		w.SetPadded(false)
		w.Resize(size)
		first, _ := b.PlaceBox(size, least*c.scale, 0, least*c.scale)
		top, inside := b.PlaceBox(size, c.box, c.notices, least*c.scale)
		if card := top + c.notices; !inside || (card != first) != c.moved || top < 0 || top+c.box > c.height {
			t.Errorf("%s: inside %v, the card was at %v and is at %v, its end at %v of %v", c.name, inside, first, card, top+c.box, c.height)
		}
		shown := map[string]fyne.Position{}
		seen.Walk(w.Canvas(), false, func(o fyne.CanvasObject, at fyne.Position) { shown[seen.Label(o)] = at })
		for name, want := range map[string]bool{"What can I help with?": c.question, "Ask about a picture": c.starter} {
			at, there := shown[name]
			if there != want || there && at.Y+20 > top && at.Y < top+c.box {
				t.Errorf("%s: %q is shown: %v, at %v; the box is from %v to %v", c.name, name, there, at, top, top+c.box)
			}
		}
		b.SetEmpty(false)
		if _, inside := b.PlaceBox(size, least, 0, least); inside {
			t.Errorf("%s: the box is in the middle of a conversation", c.name)
		}
	}
}
