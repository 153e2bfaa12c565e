package speech

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// numbers is "1 2 3" for 1 to 3.
func numbers(from, to int) string {
	var all []string
	for i := from; i <= to; i++ {
		all = append(all, fmt.Sprint(i))
	}
	return strings.Join(all, " ")
}

func TestATextIsHeardSentenceBySentence(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		text := message(sentences(1, 40))
		w.Say(text, Voice{})
		if s := w.Snapshot(); s.Phase != Preparing || s.Source != text.Source || s.Title != "A reply" || s.Conversation != "c" {
			t.Errorf("at once: %+v", s)
		}
		last := 0
		for s := w.untilPhase(Playing); s.Phase != Idle; s = w.Snapshot() {
			if s.Sentence < last {
				t.Fatalf("sentence %d after %d", s.Sentence, last)
			}
			last = s.Sentence
			want := fmt.Sprintf("This one has the number %d.", s.Sentence)
			if got := text.Body[s.Start:s.End]; got != want {
				t.Fatalf("sentence %d is %q", s.Sentence, got)
			}
			if s.Place > s.Length {
				t.Fatalf("%v of %v", s.Place, s.Length)
			}
			time.Sleep(50 * time.Millisecond)
			synctest.Wait()
		}
		if got := w.order(); got != numbers(1, 40) {
			t.Errorf("heard %s", got)
		}
		asked := w.service.asked()
		if asked[0] != "This one has the number 1." {
			t.Errorf("the first part is %q", asked[0])
		}
		for _, part := range asked {
			if len(part) > 400 {
				t.Errorf("a part of %d characters", len(part))
			}
		}
		if got := strings.Join(asked, " "); got != strings.TrimSpace(text.Body) {
			t.Errorf("asked for %q", got)
		}
	})
}

// The marked sentence is compared with the one that is heard.
func TestTheMarkedSentenceIsTheOneThatIsHeard(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Say(message(sentences(1, 30)), Voice{})
		wrong, all := 0, 0
		for s := w.untilPhase(Playing); s.Phase != Idle; s = w.Snapshot() {
			if v := int(w.output.CurrentSample()*levels + 0.5); v != 0 {
				all++
				if v != s.Sentence {
					wrong++
				}
			}
			time.Sleep(20 * time.Millisecond)
			synctest.Wait()
		}
		if wrong*20 > all || all < 1000 {
			t.Errorf("%d of %d times another sentence was heard than marked", wrong, all)
		}
	})
}

func TestASecondListeningCostsNothing(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		text := message(sentences(1, 25))
		w.Say(text, Voice{})
		w.untilPhase(Playing)
		w.untilPhase(Idle)
		asked := len(w.service.asked())
		w.close()
		w.service.fail = func(int) (float64, error) { return 0, offline }
		w.open()
		if !w.IsFree(text, Voice{}) {
			t.Error("what is cached is not free")
		}
		more := text
		more.Body += " And this one is new."
		if w.IsFree(more, Voice{}) || w.IsFree(text, Voice{Voice: "another"}) || !w.IsFree(more, Voice{Local: true}) {
			t.Error("what is missing in the cache is free, or the voice of this computer is not")
		}
		w.Say(text, Voice{})
		w.untilPhase(Playing)
		w.untilPhase(Idle)
		if n := len(w.service.asked()); n != asked {
			t.Errorf("asked %d times more: %q", n-asked, w.service.asked()[asked:])
		}
		if got, want := w.order(), numbers(1, 25)+" "+numbers(1, 25); got != want {
			t.Errorf("heard %s", got)
		}
		// Also from the middle.
		text.From = strings.Index(text.Body, "This one has the number 13")
		w.Say(text, Voice{})
		w.untilPhase(Playing)
		w.untilPhase(Idle)
		if n := len(w.service.asked()); n != asked {
			t.Errorf("from the middle asked %d times more: %q", n-asked, w.service.asked()[asked:])
		}
		if got, want := w.order(), numbers(1, 25)+" "+numbers(1, 25)+" "+numbers(13, 25); got != want {
			t.Errorf("heard %s", got)
		}
	})
}

func TestGoingToASentence(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		text := message(sentences(1, 40))
		at := func(n int) int { return strings.Index(text.Body, fmt.Sprintf("number %d.", n)) }
		w.Say(text, Voice{})
		w.until("in the third sentence", func(s Snapshot) bool { return s.Sentence == 3 })
		w.GoTo(at(30))
		if s := w.Snapshot(); s.Sentence != 30 {
			t.Errorf("marked at once: %d", s.Sentence)
		}
		w.until("in sentence 32", func(s Snapshot) bool { return s.Sentence == 32 })
		w.GoTo(at(2)) // back to what is there: nothing is asked for
		asked := len(w.service.asked())
		w.until("in sentence 4", func(s Snapshot) bool { return s.Sentence == 4 })
		_ = asked
		w.Next()
		w.Next()
		if s := w.Snapshot(); s.Sentence != 6 {
			t.Errorf("two on from 4: %d", s.Sentence)
		}
		w.until("in sentence 7", func(s Snapshot) bool { return s.Sentence == 7 })
		time.Sleep(2100 * time.Millisecond / 16 * 12)
		w.Stop()
		if s := w.Snapshot(); s.Phase != Idle || s.Source != (Source{}) {
			t.Errorf("after Stop: %+v", s)
		}
		synctest.Wait()
		got := w.order()
		if !strings.HasPrefix(got, "1 2 3 30 31 32 2 3 4 6 7") {
			t.Errorf("heard %s", got)
		}
	})
}
