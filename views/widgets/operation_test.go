package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

func key(name fyne.KeyName) *fyne.KeyEvent { return &fyne.KeyEvent{Name: name} }

func TestSpaceAndEnterPressAButtonUnlessItIsOutOfUse(t *testing.T) {
	test.NewTempApp(t)
	pressed := 0
	b := NewIconButton("x", "Close", func() { pressed++ })
	for _, k := range []fyne.KeyName{fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter} {
		b.TypedKey(key(k))
	}
	if pressed != 3 {
		t.Fatalf("pressed %d times, want 3", pressed)
	}
	b.SetDisabled("Nothing to close.")
	b.TypedKey(key(fyne.KeySpace))
	b.Tapped(nil)
	if pressed != 3 {
		t.Error("a button out of use was pressed")
	}
	if b.ToolTip() != "Nothing to close." {
		t.Errorf("the tooltip does not say why: %q", b.ToolTip())
	}
	b.SetDisabled("")
	if b.ToolTip() != "Close" || b.AccessibilityLabel() != "Close" {
		t.Errorf("tooltip %q, name %q", b.ToolTip(), b.AccessibilityLabel())
	}
}

func TestEscapeReachesTheWindowThroughAFocusedControl(t *testing.T) {
	test.NewTempApp(t)
	b := NewButton("Do", Primary, nil)
	w := test.NewTempWindow(t, container.NewVBox(b))
	var got fyne.KeyName
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { got = e.Name })
	b.TypedKey(key(fyne.KeyEscape))
	if got != fyne.KeyEscape {
		t.Errorf("the window was given %q", got)
	}
}

func TestArrowsMoveASliderAndItsEndsHold(t *testing.T) {
	test.NewTempApp(t)
	s := NewSlider("Repeat less", -2, 2, 0.1)
	var got float64
	calls := 0
	s.OnChanged = func(v float64) { got = v; calls++ }
	s.TypedKey(key(fyne.KeyRight))
	if got != 0.1 {
		t.Errorf("right from empty gives %v, want 0.1", got)
	}
	s.TypedKey(key(fyne.KeyEnd))
	s.TypedKey(key(fyne.KeyRight))
	if got != 2 || calls != 2 {
		t.Errorf("beyond the end: %v after %d changes", got, calls)
	}
	s.TypedKey(key(fyne.KeyHome))
	s.TypedKey(key(fyne.KeyLeft))
	if got != -2 {
		t.Errorf("before the start: %v", got)
	}
	calls = 0
	high := 9.0
	s.Set(&high)
	if calls != 0 || *s.value != 2 || high != 9 {
		t.Errorf("Set told someone (%d), held %v, or changed what it was given (%v)", calls, *s.value, high)
	}
}

func TestAMenuIsUsedFromTheKeyboard(t *testing.T) {
	test.NewTempApp(t)
	anchor := NewIconButton("ellipsis", "More", nil)
	w := test.NewTempWindow(t, container.NewVBox(anchor))
	w.Resize(fyne.NewSize(400, 300))
	done := ""
	ShowMenu(anchor, []MenuItem{
		{Text: "Rename", Do: func() { done = "rename" }},
		{Text: "Delete", Do: func() { done = "delete" }},
	})
	press := func(name fyne.KeyName) { w.Canvas().Focused().TypedKey(key(name)) }
	press(fyne.KeyUp) // from the first round to the last
	press(fyne.KeyReturn)
	if done != "delete" {
		t.Errorf("chose %q", done)
	}
	if n := len(w.Canvas().Overlays().List()); n != 0 {
		t.Errorf("%d overlays are left", n)
	}
	ShowMenu(anchor, []MenuItem{
		{Text: "Rename", DisabledReason: "There is no name.", Do: func() { t.Error("a disabled line was chosen") }},
		{Text: "Delete", Do: func() { done = "delete a second time" }},
	})
	if press(fyne.KeyReturn); done != "delete a second time" {
		t.Errorf("chose %q", done)
	}
	ShowMenu(anchor, []MenuItem{{Text: "Rename", Do: func() { t.Error("Escape chose") }}})
	press(fyne.KeyEscape)
	if n := len(w.Canvas().Overlays().List()); n != 0 {
		t.Error("Escape left the menu open")
	}
}
