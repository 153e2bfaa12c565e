package widgets

import (
	"testing"

	"fyne.io/fyne/v2"

	"parlando/views/motion"
	"parlando/views/motion/motiontest"
)

// A sheet and a menu slide into their places, a sheet dims the window meanwhile, and both take keys
// and clicks at once.
func TestWhatOpensOverTheWindowSlidesIntoItsPlace(t *testing.T) {
	w := room(t, NewBody("behind"))
	clock := motiontest.Start(t)
	for _, shade := range []bool{false, true} {
		o := ShowOverlay(w.Canvas(), NewBody("card"), shade, Below(fyne.NewPos(100, 100), 36, 200))
		from := o.card.Position()
		_, _, _, dim := o.scrim.FillColor.RGBA()
		clock.Advance(motion.Duration)
		way := from.Y - o.card.Position().Y
		if o.card.Position() != o.at || from.X != o.at.X || way == 0 || way > motion.Most || way < -motion.Most {
			t.Errorf("shade %v: from %v to %v, its place is %v", shade, from, o.card.Position(), o.at)
		}
		if _, _, _, dimmed := o.scrim.FillColor.RGBA(); dim != 0 || (dimmed > 0) != shade {
			t.Errorf("shade %v: dims the window from %d to %d", shade, dim, dimmed)
		}
		o.Hide()
	}
	o := ShowOverlay(w.Canvas(), NewBody("card"), true, Centered(200))
	o.Hide()
	if clock.Running() != 0 {
		t.Error("what is hidden still moves")
	}
}
