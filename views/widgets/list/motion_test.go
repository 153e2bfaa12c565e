package list

import (
	"testing"

	"parlando/views/motion"
	"parlando/views/motion/motiontest"
)

// Rows that get another place slide there, by at most 24; what did not move, or is only scrolled,
// stays.
func TestRowsSlideToTheirPlaces(t *testing.T) {
	w := begin(t, "one", "two", "three", "four")
	l := New(plain(), w.calls())
	w.show(l)
	l.Set(len(w.rows), false)
	places := func() map[string]float32 {
		all := map[string]float32{}
		for _, r := range l.rows {
			all[r.key] = r.self.Position().Y
		}
		return all
	}
	before := places()
	clock := motiontest.Start(t)
	l.Set(len(w.rows), false)
	if clock.Running() != 0 {
		t.Fatal("nothing changed and something moves")
	}
	w.rows = append(w.rows[1:2:2], w.rows[2:]...)
	l.Set(len(w.rows), false)
	start := places()
	clock.Advance(motion.Duration / 2)
	half := places()
	clock.Advance(motion.Duration)
	end := places()
	if clock.Running() != 0 || len(end) != 3 {
		t.Fatalf("%d run, rows at %v", clock.Running(), end)
	}
	for key, y := range end {
		if way := start[key] - y; way <= 0 || way > motion.Most || half[key] <= y || half[key] >= start[key] || before[key] <= y {
			t.Errorf("%s: before at %v, then from %v over %v to %v", key, before[key], start[key], half[key], y)
		}
	}
}
