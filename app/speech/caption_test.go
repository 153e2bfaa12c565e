package speech

import (
	"testing"
	"testing/synctest"
	"time"
)

// The caption is the sentence that is heard, with its neighbors; its level follows the sound.
func TestTheCaptionIsTheSentenceThatIsHeard(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		if c, level := w.Caption(); c != (Caption{}) || level != 0 {
			t.Errorf("%+v at %v while nothing is read", c, level)
		}
		all := []string{"", "This one has the number 400.", "This one has the number 401.", "This one has the number 402.", ""}
		w.Say(message(sentences(400, 402)), Voice{})
		heard := 0.0
		for s := w.untilPhase(Playing); s.Phase != Idle; s = w.Snapshot() {
			if c, level := w.Caption(); s.Sentence > 0 && s.End > 0 {
				if want := (Caption{all[s.Sentence-1], all[s.Sentence], all[s.Sentence+1]}); c != want {
					t.Fatalf("%+v, want %+v", c, want)
				}
				heard = max(heard, level)
			}
			time.Sleep(50 * time.Millisecond)
			synctest.Wait()
		}
		if heard < 0.8 || heard > 0.9 { // 0.4 of full scale are -8 dB
			t.Errorf("the highest level is %v", heard)
		}
	})
}
