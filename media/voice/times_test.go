package voice

import (
	"slices"
	"testing"
	"time"
)

func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}

func TestWordsGetTheirTimesFromThePausesOfTheSound(t *testing.T) {
	silence := func(seconds float64) []float32 { return make([]float32, int(seconds*Rate)) }
	// "Ab, c d." with 0.1 s of silence before it, 0.2 s within and 0.3 s after; 0.07 s are a
	// consonant.
	sound := slices.Concat(silence(0.1), tone(200, 0.4), silence(0.2), tone(200, 0.3), silence(0.07), tone(200, 0.3), silence(0.3))
	words := timed(phrase{words: []string{"Ab, ", "c ", "d."}, ends: true}, sound, time.Second)
	want := []struct{ start, end float64 }{{1.1, 1.5}, {1.7, 2.035}, {2.035, 2.37}}
	for i, w := range words {
		if d := w.Start.Seconds() - want[i].start; d > 0.01 || d < -0.01 {
			t.Errorf("%q begins at %v", w.Text, w.Start)
		}
		if d := w.End.Seconds() - want[i].end; d > 0.01 || d < -0.01 {
			t.Errorf("%q ends at %v", w.Text, w.End)
		}
		if w.EndsSentence != (i == 2) {
			t.Errorf("%q: EndsSentence is %v", w.Text, w.EndsSentence)
		}
	}
	// Without a pause at the comma, the words share the whole.
	words = timed(phrase{words: []string{"Ab, ", "cd."}}, tone(200, 1), 0)
	if d := words[1].Start - 500*time.Millisecond; d > 10*time.Millisecond || d < -10*time.Millisecond || words[1].EndsSentence {
		t.Errorf("%+v", words)
	}
	if words := timed(phrase{words: []string{"a ", "b"}}, nil, time.Second); words[1].End != time.Second {
		t.Errorf("%+v", words)
	}
}
