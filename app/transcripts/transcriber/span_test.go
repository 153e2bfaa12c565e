package transcriber

import (
	"testing"
	"time"

	"parlando/media/vad"
)

// Lines share the sound of a part, and begin and end at its pauses.
func TestLinesShareTheSoundOfAPart(t *testing.T) {
	s := &span{start: 100 * second, end: 120 * second, pauses: []vad.Pause{
		{Start: 104 * second, End: 105 * second}, {Start: 109 * second, End: 114 * second},
	}}
	all := []Line{{Text: "Fourteen letters"}, {Text: "Fourteen letters"}, {Text: "Fourteen letters"}, {Text: "Ten letters"}}
	within := []*span{s, s, s, nil}
	shareSpans(all, within)
	for i, want := range []Line{
		{Start: 100 * second, End: 104 * second}, {Start: 105 * second, End: 109 * second}, {Start: 114 * second, End: 120 * second}, {},
	} {
		if all[i].Start != want.Start || all[i].End != want.End {
			t.Errorf("line %d is at %v to %v, not %v to %v", i, all[i].Start, all[i].End, want.Start, want.End)
		}
	}
	// More lines than there is time for stay in order.
	s = &span{start: time.Second, end: time.Second + time.Millisecond}
	all, within = make([]Line, 5), []*span{s, s, s, s, s}
	shareSpans(all, within)
	for i, l := range all {
		if l.End <= l.Start || i > 0 && l.Start < all[i-1].End {
			t.Errorf("line %d is at %v to %v", i, l.Start, l.End)
		}
	}
	// Where no pause is near, the time is that of the letters.
	s = &span{start: 0, end: 20 * second}
	all = []Line{{Text: "abcd"}, {Text: "abcd"}}
	if shareSpans(all, []*span{s, s}); all[0].End != 10*second || all[1].Start != 10*second {
		t.Errorf("%+v", all)
	}
}
