package widgets

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/views/theme"
)

func newTestSegments(t *testing.T, scale float32) (c *SegmentedControl, chosen *[]int) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, scale))
	c, chosen = NewSegmentedControl("Theme"), &[]int{}
	c.Set([]string{"Same as this computer", "Light", "Dark"}, 0)
	c.OnChosen = func(i int) { *chosen = append(*chosen, i) }
	return c, chosen
}

func TestTheArrowKeysChooseASegment(t *testing.T) {
	c, chosen := newTestSegments(t, 1)
	w := test.NewTempWindow(t, c)
	w.Canvas().Focus(c)
	for _, key := range []fyne.KeyName{fyne.KeyLeft, fyne.KeyRight, fyne.KeyDown, fyne.KeyRight, fyne.KeyUp, fyne.KeyHome, fyne.KeyEnd, fyne.KeyReturn} {
		c.TypedKey(&fyne.KeyEvent{Name: key})
	}
	if want := []int{1, 2, 1, 0, 2}; !slices.Equal(*chosen, want) || c.AccessibilityLabel() != "Theme: Dark" {
		t.Errorf("chosen %v, want %v; %s", *chosen, want, c.AccessibilityLabel())
	}
	if !c.segments[2].focused || c.segments[0].focused || !c.segments[2].chosen {
		t.Error("the ring is not at the chosen segment")
	}
	w.Canvas().FocusNext()
	if c.segments[2].focused != (w.Canvas().Focused() == fyne.Focusable(c)) {
		t.Error("Tab stops at a segment")
	}
}

func TestAClickChoosesASegmentOnce(t *testing.T) {
	c, chosen := newTestSegments(t, 1)
	test.Tap(c.segments[1])
	test.Tap(c.segments[1])
	c.Set([]string{"Same as this computer", "Light", "Dark"}, 2) // makes no callback
	test.Tap(c.segments[0])
	if want := []int{1, 0}; !slices.Equal(*chosen, want) {
		t.Errorf("chosen %v, want %v", *chosen, want)
	}
	c.Set([]string{"Off", "On"}, -1)
	if c.AccessibilityLabel() != "Theme: " || len(c.segments) != 2 {
		t.Errorf("%s, %d segments", c.AccessibilityLabel(), len(c.segments))
	}
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if want := []int{1, 0, 0}; !slices.Equal(*chosen, want) {
		t.Errorf("chosen %v, want %v", *chosen, want)
	}
}

func TestSegmentsWithoutRoomAreBelowEachOther(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		c, _ := newTestSegments(t, scale)
		wide := c.PreferredWidth()
		for _, width := range []float32{wide + 60, wide, wide - 20} {
			high := HeightAt(c, width)
			c.Resize(fyne.NewSize(width, high))
			stacked := width < wide
			right, foot := float32(segmentInset), float32(segmentInset)
			for _, s := range c.segments {
				if s.Position() != fyne.NewPos(map[bool]float32{true: segmentInset, false: right}[stacked], map[bool]float32{true: foot, false: segmentInset}[stacked]) {
					t.Errorf("text %v, %v wide: %s is at %v", scale, width, s.name, s.Position())
				}
				right, foot = s.Position().X+s.Size().Width, s.Position().Y+s.Size().Height
			}
			if right > width-segmentInset+0.1 || foot > high-segmentInset+0.1 {
				t.Errorf("text %v, %v wide and %v high: the segments end at %v, %v", scale, width, high, right, foot)
			}
		}
	}
}
