package body

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/history"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
)

func TestEachButtonOfTheMiddle(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	pressed := ""
	press := func(name string) func() { return func() { pressed = name } }
	b := New(history.Writable, widgets.NewMuted("bar"), widgets.NewMuted("conversation"))
	b.SetStarters("What?", []Starter{{Icon: "type", Title: "First", Do: press("First")}, {Icon: "type", Title: "Last", Do: press("Last")}})
	w := test.NewTempWindow(t, b.Root)
	w.Resize(fyne.NewSize(800, 600))
	for _, c := range []struct {
		name    string
		do      func()
		buttons []string
		reads   bool // the conversation is shown
	}{
		{"empty", func() { b.SetEmpty(true) }, []string{"First", "Last"}, false},
		{"not empty", func() { b.SetEmpty(false) }, nil, true},
		{"not read", func() { b.SetReadFailed(errors.New("no disk"), press("Try again")) }, []string{"Try again"}, false},
		{"damaged", func() { b.SetReadFailed(history.ErrDamaged, press("Try again")) }, []string{"Try again"}, false},
		{"damaged, recoverable", func() {
			b.Recover = press("Recover library…")
			b.SetReadFailed(fmt.Errorf("read: %w", history.ErrDamaged), press("Try again"))
		}, []string{"Try again", "Recover library…"}, false},
		{"not read, recoverable", func() { b.SetReadFailed(errors.New("no disk"), press("Try again")) }, []string{"Try again"}, false},
		{"read again", func() { b.SetEmpty(false) }, nil, true},
	} {
		c.do()
		var buttons []string
		seen.Walk(w.Canvas(), false, func(o fyne.CanvasObject, _ fyne.Position) {
			if tap, is := o.(fyne.Tappable); is && seen.Label(o) != "" {
				test.Tap(tap)
				buttons = append(buttons, pressed)
			}
		})
		if reads := slices.Contains(seen.Texts(w.Canvas()), "conversation"); !slices.Equal(buttons, c.buttons) || reads != c.reads || b.ReadFailed() != (len(buttons) > 0 && buttons[0] == "Try again") {
			t.Errorf("%s: %q, the conversation is shown: %v, failed: %v; %q", c.name, buttons, reads, b.ReadFailed(), seen.Texts(w.Canvas()))
		}
	}
}
