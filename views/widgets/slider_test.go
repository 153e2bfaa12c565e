package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

// standsAt returns the middle of the thumb as a share of its way.
func standsAt(s *Slider) float32 {
	knob := part[*canvas.Circle](s, 2)
	return knob.Position().X / (s.Size().Width - thumb)
}

// Without a value the thumb is hollow and stands where the default is, so that it does not look
// set.
func TestASliderWithoutAValueDoesNotLookLikeOneThatIsSet(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	s := NewSlider("Creativity", 0, 2, 0.1)
	w := test.NewTempWindow(t, container.NewVBox(s))
	w.Resize(fyne.NewSize(240, 80))
	fill, knob := part[*canvas.Rectangle](s, 1), part[*canvas.Circle](s, 2)
	half := 0.5
	s.Set(&half)
	if !knob.Visible() || !fill.Visible() || knob.FillColor != colorOf(theme.ColorAccent) || standsAt(s) != 0.25 {
		t.Errorf("one that is set: filled with %v, at %v", knob.FillColor, standsAt(s))
	}
	s.Set(nil)
	if !knob.Visible() || fill.Visible() || knob.FillColor != colorOf(fynetheme.ColorNameBackground) || standsAt(s) != 0.5 {
		t.Errorf("one without a value: filled with %v, at %v", knob.FillColor, standsAt(s))
	}
	if track := part[*canvas.Rectangle](s, 0); track.FillColor != colorOf(theme.ColorOutline) || knob.StrokeColor != colorOf(theme.ColorOutline) {
		t.Errorf("its track is %v, its edge %v", track.FillColor, knob.StrokeColor)
	}
	s.SetDefault(2).Set(nil)
	if standsAt(s) != 1 {
		t.Errorf("the default is at %v", standsAt(s))
	}
	s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if s.value == nil || *s.value != 1.9 {
		t.Errorf("the keys begin with %v", s.value)
	}
}

func TestASliderWithStopsTakesOnlyThose(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	var said []float64
	s := NewSlider("Maximum reply length", 50, 1000, 0).SetStops([]float64{50, 100, 300, 500, 1000})
	s.OnChanged = func(v float64) { said = append(said, v) }
	w := test.NewTempWindow(t, container.NewVBox(s))
	w.Resize(fyne.NewSize(240, 80))
	for value, want := range map[float64]float32{50: 0, 100: 0.25, 200: 0.375, 1000: 1, 5000: 1, 1: 0} {
		if s.Set(&value); standsAt(s) != want {
			t.Errorf("%v is at %v", value, standsAt(s))
		}
	}
	for _, step := range []struct {
		from float64
		key  fyne.KeyName
		want float64
	}{
		{0, fyne.KeyRight, 500},
		{0, fyne.KeyLeft, 100},
		{100, fyne.KeyRight, 300},
		{100, fyne.KeyLeft, 50},
		{200, fyne.KeyRight, 300},
		{200, fyne.KeyLeft, 100},
		{300, fyne.KeyHome, 50},
		{300, fyne.KeyEnd, 1000},
	} {
		if s.Set(&step.from); step.from == 0 {
			s.Set(nil)
		}
		if s.TypedKey(&fyne.KeyEvent{Name: step.key}); said[len(said)-1] != step.want {
			t.Errorf("%s from %v gives %v", step.key, step.from, said[len(said)-1])
		}
	}
	test.TapAt(s, fyne.NewPos(thumb/2+0.3*(s.Size().Width-thumb), 8))
	if got := said[len(said)-1]; got != 100 {
		t.Errorf("a click gives %v", got)
	}
}
