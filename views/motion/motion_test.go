package motion_test

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"parlando/views/motion"
	"parlando/views/motion/motiontest"
	"parlando/views/theme"
)

// A motion begins at its start and ends on time, however few pictures are made.
func TestAMotionGoesByTheClock(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	if motion.Duration < 120*time.Millisecond || motion.Duration > 160*time.Millisecond {
		t.Errorf("it lasts %v", motion.Duration)
	}
	for pictures, steps := range map[int]int{1: 2, 2: 3, 20: 21} {
		clock := motiontest.Start(t)
		var m motion.Motion
		var parts []float32
		m.Run(func(part float32) { parts = append(parts, part) })
		for range pictures {
			clock.Advance(motion.Duration/time.Duration(pictures) + 1)
		}
		if len(parts) != steps || parts[0] != 0 || parts[len(parts)-1] != 1 || !slices.IsSorted(parts) || clock.Running() != 0 {
			t.Errorf("in %d pictures: %v", pictures, parts)
		}
	}
}

func TestAMotionIsReplacedAndStopped(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	clock := motiontest.Start(t)
	var m motion.Motion
	var first, second float32
	m.Run(func(part float32) { first = part })
	clock.Advance(motion.Duration / 2)
	before := first
	m.Run(func(part float32) { second = part })
	clock.Advance(motion.Duration / 2)
	if first != before || second == 0 || clock.Running() != 1 {
		t.Errorf("the first went on to %v, the second is at %v, %d run", first, second, clock.Running())
	}
	m.Stop()
	if clock.Running() != 0 {
		t.Error("it was stopped and runs")
	}
}

func TestNothingMovesForWhoWantsLess(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1).With(theme.Comfort{ReducesMotion: true}))
	clock := motiontest.Start(t)
	var m motion.Motion
	var parts []float32
	m.Run(func(part float32) { parts = append(parts, part) })
	if !slices.Equal(parts, []float32{1}) || clock.Running() != 0 {
		t.Errorf("%v, %d run", parts, clock.Running())
	}
}

func TestAThingSlidesByAtMost24(t *testing.T) {
	for _, c := range []struct{ way, part, want float32 }{{100, 0, 24}, {-100, 0, -24}, {16, 0.5, 8}, {16, 1, 0}, {3, 0.9, 0}} {
		if got := motion.Rest(c.way, c.part); got != c.want {
			t.Errorf("%v at %v: %v, want %v", c.way, c.part, got, c.want)
		}
	}
}
