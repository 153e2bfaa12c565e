package widgets

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

func TestAHoldButtonIsClickedOrPressedLong(t *testing.T) {
	test.NewTempApp(t)
	began, tapped, holds := 0, 0, 0
	goesOn := false
	b := NewHoldButton("mic", "Dictate", func() { tapped++ })
	b.OnDown = func() bool {
		if goesOn {
			return false
		}
		began++
		goesOn = true
		return true
	}
	b.OnHoldEnd = func() { holds++ }
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	click := func(length time.Duration) {
		b.MouseDown(e)
		b.since = b.since.Add(-length)
		b.MouseUp(e)
		b.Tapped(&e.PointEvent)
	}
	click(0) // begins
	if began != 1 || tapped != 0 || holds != 0 {
		t.Fatalf("a click: began %d, tapped %d, held %d", began, tapped, holds)
	}
	click(0) // is told, to end it
	if began != 1 || tapped != 1 || holds != 0 {
		t.Fatalf("a second click: began %d, tapped %d, held %d", began, tapped, holds)
	}
	goesOn = false
	click(HoldThreshold)
	if began != 2 || tapped != 1 || holds != 1 {
		t.Fatalf("held: began %d, tapped %d, held %d", began, tapped, holds)
	}
	goesOn = false
	b.MouseDown(e)
	b.since = b.since.Add(-HoldThreshold)
	b.Dragged(nil)
	b.MouseUp(e) // elsewhere: no tap comes
	b.DragEnd()
	if holds != 2 {
		t.Error("letting go elsewhere was not told")
	}
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if tapped != 2 {
		t.Error("Space does not press it")
	}
	b.SetDisabled("There is nothing to speak to.")
	click(0)
	if began != 3 || tapped != 2 {
		t.Error("it was pressed out of use")
	}
}
