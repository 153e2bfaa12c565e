package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// A sign says what it means where the pointer rests on it, over the window as well, and what it
// lies on hears of the pointer all the same.
func TestASignSaysWhatItMeans(t *testing.T) {
	var over bool
	s := NewMarkIcon(func(hovered bool) { over = hovered })
	s.Set(Mark{Icon: "wrench", Name: "Uses tools"})
	w := room(t, NewBody("behind"))
	o := ShowOverlay(w.Canvas(), s, false, Below(fyne.NewPos(10, 10), 20, 100))
	s.MouseIn(&desktop.MouseEvent{PointEvent: fyne.PointEvent{AbsolutePosition: fyne.NewPos(30, 30)}})
	if o.hint.card == nil || !over {
		t.Errorf("the hint is there: %v, the pointer is told: %v", o.hint.card != nil, over)
	}
	s.MouseOut()
	if o.hint.card != nil || over {
		t.Errorf("the hint stays: %v, the pointer stays: %v", o.hint.card != nil, over)
	}
	if s.AccessibilityLabel() != "Uses tools" || s.ToolTip() != "Uses tools" {
		t.Errorf("called %q, its hint is %q", s.AccessibilityLabel(), s.ToolTip())
	}
}
