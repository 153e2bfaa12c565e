package composer

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

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
	if c.listen.button.Visible() || c.listen.icon.Visible() {
		t.Error("a switch is there that nothing listens to")
	}
	var told []bool
	c.OnReadReplies = func(on bool) { told = append(told, on) }
	at(720)
	if !c.listen.button.Visible() || c.listen.icon.Visible() {
		t.Error("where there is room it has no words")
	}
	for width := float32(720); width > 300; width -= 20 { // its words leave room for the hint
		at(width)
		needed := fyne.MeasureText(c.hint.words, fynetheme.Size(fynetheme.SizeNameCaptionText), fyne.TextStyle{}).Width
		if c.listen.button.Visible() && c.hint.Size().Width < needed {
			t.Errorf("in %v the hint of %v has %v", width, needed, c.hint.Size().Width)
		}
		if end := c.hint.Position().X + c.hint.Size().Width; end > c.send.Position().X-8 {
			t.Errorf("in %v the hint ends at %v, and the button for sending begins at %v", width, end, c.send.Position().X)
		}
	}
	at(720)
	test.Tap(c.listen.button)
	at(300)
	if c.listen.button.Visible() || !c.listen.icon.Visible() {
		t.Error("where there is no room it has words")
	}
	if end := c.listen.icon.Position().X + c.listen.icon.Size().Width; end > c.send.Position().X {
		t.Error("it lies over the send button")
	}
	test.Tap(c.listen.icon)
	if len(told) != 2 || !told[0] || told[1] {
		t.Errorf("told %v", told)
	}
	if c.listen.button.AccessibilityLabel() == "" || c.listen.icon.AccessibilityLabel() != c.listen.button.AccessibilityLabel() {
		t.Error("it has no name")
	}
}
