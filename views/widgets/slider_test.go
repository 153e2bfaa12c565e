package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parlando/views/theme"
)

// A thumb in the middle says that the middle was chosen. Without a value there is none, until the
// pointer or the keyboard is there.
func TestASliderWithoutAValueDoesNotLookLikeOneSetToTheMiddle(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	s := NewSlider("Creativity", 0, 2, 0.1)
	w := test.NewTempWindow(t, container.NewVBox(s))
	w.Resize(fyne.NewSize(240, 80))
	fill, knob := part[*canvas.Rectangle](s, 1), part[*canvas.Circle](s, 2)
	middle := 1.0
	s.Set(&middle)
	if !knob.Visible() || !fill.Visible() || fill.FillColor != colorOf(theme.ColorAccent) {
		t.Error("one that is set has no thumb")
	}
	s.Set(nil)
	if knob.Visible() || fill.Visible() {
		t.Error("one without a value has a thumb")
	}
	// A click is previewed where it would set the value.
	at := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(40, 8)}}
	s.MouseIn(at)
	if x := knob.Position().X + thumb/2; !knob.Visible() || x != 40 {
		t.Errorf("at the pointer: shown %v, at %v", knob.Visible(), x)
	}
	at.Position.X = 90
	s.MouseMoved(at)
	if x := knob.Position().X + thumb/2; x != 90 {
		t.Errorf("the preview stays at %v", x)
	}
	s.MouseOut()
	if knob.Visible() {
		t.Error("the preview stays")
	}
	w.Canvas().Focus(s)
	if x := knob.Position().X + thumb/2; !knob.Visible() || x != s.Size().Width/2 {
		t.Errorf("with the keyboard: shown %v, at %v", knob.Visible(), x)
	}
}
