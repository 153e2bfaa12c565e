package composer

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/views/theme"
)

func TestTheSwitchForReadingAloud(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	c := New(Options{Sender: &page{}, Drafts: &page{}})
	w := test.NewTempWindow(t, c)
	w.SetPadded(false)
	at := func(width float32) {
		w.Resize(fyne.NewSize(width, c.HeightFor(width)))
		c.Refresh()
	}
	at(720)
	if c.listen.Visible() {
		t.Error("a switch is there that nothing listens to")
	}
	var told []bool
	c.OnReadReplies = func(on bool) { told = append(told, on) }
	for width := float32(720); width > 300; width -= 20 {
		at(width)
		if end := c.hint.Position().X + c.hint.Size().Width; end > c.send.Position().X-8 || end < c.listen.Position().X {
			t.Errorf("in %v the hint ends at %v, and the button for sending begins at %v", width, end, c.send.Position().X)
		}
	}
	at(300)
	if end := c.listen.Position().X + c.listen.Size().Width; end > c.send.Position().X {
		t.Error("it lies over the send button")
	}
	test.Tap(c.listen)
	test.Tap(c.listen)
	if len(told) != 2 || !told[0] || told[1] {
		t.Errorf("told %v", told)
	}
	if c.listen.AccessibilityLabel() == "" {
		t.Error("it has no name")
	}
}
