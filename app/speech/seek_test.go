package speech

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/problem"
)

func TestSeekingByTime(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Say(message(sentences(1, 30)), Voice{})
		w.until("at the second", func(s Snapshot) bool { return s.Sentence == 2 && s.Phase == Playing })
		for _, share := range []float64{0.7, 0.2, 0.95, 0} {
			to := time.Duration(share * float64(w.Snapshot().Length))
			w.Seek(to)
			at := w.Snapshot()
			if at.Place != to {
				t.Errorf("%v of %v at once after Seek(%v)", at.Place, at.Length, to)
			}
			synctest.Wait() // the seek is done, and no time has passed
			if s := w.Snapshot(); s.Place != to || s.Length != at.Length || s.Sentence != at.Sentence {
				t.Errorf("%v of %v, sentence %d, after a seek to %v of %v, sentence %d",
					s.Place, s.Length, s.Sentence, to, at.Length, at.Sentence)
			}
			time.Sleep(400 * time.Millisecond)
			if s := w.untilPhase(Playing); s.Sentence < at.Sentence || s.Sentence > at.Sentence+1 {
				t.Errorf("sought sentence %d, heard %d", at.Sentence, s.Sentence)
			}
		}
		w.Stop()
	})
}

// The length of a sentence becomes known between a seek and the moment when it is done.
func TestASeekKeepsItsSentenceWhenALengthBecomesKnown(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Say(message(sentences(1, 30)), Voice{})
		w.until("at the second", func(s Snapshot) bool { return s.Sentence == 2 && s.Phase == Playing })
		within := func(s Snapshot) float64 {
			w.mu.Lock()
			defer w.mu.Unlock()
			from, _ := w.now.pages.time(20)
			to, _ := w.now.pages.time(21)
			return float64(s.Place-from) / float64(to-from)
		}
		w.mu.Lock()
		from, _ := w.now.pages.time(20)
		w.mu.Unlock()
		before := from + time.Second
		want := within(Snapshot{Place: before})
		w.change(func(r *reading) {
			r.seekTime(before)
			r.pages.measured(15, 1, 6*time.Second)
		})
		for _, when := range []string{"at once", "when the seek is done"} {
			s := w.Snapshot()
			if got := within(s); s.Sentence != 21 || got < want-1e-6 || got > want+1e-6 {
				t.Errorf("%s: %v in sentence %d, %.3f of sentence 21, not %.3f", when, s.Place, s.Sentence, got, want)
			}
			synctest.Wait()
		}
	})
}

// Forward within a sentence that still arrives leads forward, and the sentence is not asked for
// again.
func TestSeekingInASentenceThatArrives(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.service.speed = 2
		w.Say(message(strings.Repeat("a word, ", 45)+"number 1. "+sentences(2, 4)), Voice{})
		w.until("begun", func(s Snapshot) bool { return s.Phase == Playing && s.Place > time.Second })
		asked := len(w.service.asked())
		to := w.Snapshot().Place + 10*time.Second
		w.Seek(to)
		synctest.Wait()
		if s := w.Snapshot(); s.Place < to-time.Microsecond || s.Place > to+time.Microsecond {
			t.Errorf("%v after a seek to %v", s.Place, to)
		}
		s := w.until("played there", func(s Snapshot) bool { return s.Phase == Playing })
		if s.Sentence != 1 || s.Place < to-time.Microsecond || s.Place > to+time.Second {
			t.Errorf("plays %v, sentence %d, after a seek to %v", s.Place, s.Sentence, to)
		}
		if n := len(w.service.asked()); n != asked {
			t.Errorf("asked again for %q", w.service.asked()[asked:])
		}
	})
}

func TestASeekToWhatCannotBeHadDoesNotPlay(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Say(message(sentences(1, 30)), Voice{})
		w.until("at the second", func(s Snapshot) bool { return s.Sentence == 2 && s.Phase == Playing })
		w.service.fail = func(int) (float64, error) { return 0, forbid }
		to := w.Snapshot().Length * 7 / 10
		w.Seek(to)
		s := w.until("failed", func(s Snapshot) bool {
			if s.Phase == Playing {
				t.Errorf("plays %v", s.Place)
			}
			return s.Phase == Failed
		})
		if s.Problem.Kind != problem.Forbidden || s.Place != to {
			t.Errorf("%v after a seek to %v: %+v", s.Place, to, s.Problem)
		}
		w.service.fail = nil
		w.Retry()
		if s := w.untilPhase(Playing); s.Place < to-time.Second || s.Place > to+time.Second {
			t.Errorf("goes on at %v after a seek to %v", s.Place, to)
		}
	})
}
