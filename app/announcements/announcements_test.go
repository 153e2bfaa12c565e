package announcements

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/changes"
	"parlando/app/recordings"
)

// world has a voice that takes a second for each sentence, and notes what was heard whole.
type world struct {
	*Announcements
	t            *testing.T
	marks        *changes.Marks
	busy, silent atomic.Bool

	mu       sync.Mutex
	speaking bool
	heard    []string
	stuck    bool
}

func bubble(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, marks: changes.New()}
		w.Announcements = New(Options{
			Voice: voice{w}, Wanted: func() bool { return !w.silent.Load() }, Busy: w.busy.Load,
			News: w.marks.Fork(changes.Speech, changes.Microphone, changes.Settings),
		})
		w.SetOpening(func(p recordings.Purpose) string {
			if p == recordings.PurposeVoiceChat {
				return ""
			}
			return "opening for " + string(p)
		})
		test(t, w)
		if err := w.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

func (w *world) say(ctx context.Context, sentence string) error {
	w.mu.Lock()
	if w.speaking {
		w.t.Errorf("%q is said over another sentence", sentence)
	}
	w.speaking = true
	after := time.After(time.Second)
	if w.stuck {
		after = nil
	}
	w.mu.Unlock()
	var err error
	select {
	case <-after:
	case <-ctx.Done():
		err = ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.speaking = false
	if err == nil {
		w.heard = append(w.heard, sentence)
	}
	return err
}

// voice is the world as a Voice.
type voice struct{ *world }

func (v voice) Say(ctx context.Context, sentence string) error { return v.say(ctx, sentence) }
func (v voice) HasVoice(context.Context) bool                  { return true }

// turns says that a text is read aloud now, or the microphone is open, or neither.
func (w *world) turns(busy bool) {
	w.busy.Store(busy)
	w.marks.Mark(changes.Change{Topic: changes.Speech})
	synctest.Wait()
}

// hears fails unless exactly this was said since it was last asked.
func (w *world) hears(when string, want ...string) {
	w.t.Helper()
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Equal(w.heard, want) {
		w.t.Errorf("%s: heard %q, want %q", when, w.heard, want)
	}
	w.heard = nil
}

func (w *world) speaks() bool {
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.speaking
}

func TestAnnouncementsAreSaidOneAfterTheOther(t *testing.T) {
	bubble(t, func(_ *testing.T, w *world) {
		w.Say("a", "one")
		w.Say("b", "two")
		time.Sleep(1500 * time.Millisecond)
		w.hears("meanwhile", "one")
		time.Sleep(time.Second)
		w.hears("then", "two")
	})
}

func TestANewerAnnouncementTakesThePlaceOfOneThatWaits(t *testing.T) {
	bubble(t, func(_ *testing.T, w *world) {
		w.turns(true)
		w.Say("a", "begun")
		w.Say("b", "asks")
		w.Say("c", "other")
		w.Say("a", "done")
		w.Say("b", "")
		w.turns(false)
		time.Sleep(time.Minute)
		w.hears("afterwards", "other", "done")
	})
}

func TestNothingIsSaidWhileTextIsReadOrTheMicrophoneIsOpen(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Say("a", "one")
		time.Sleep(500 * time.Millisecond)
		w.turns(true)
		if w.speaks() {
			t.Error("it goes on while a text is read aloud")
		}
		w.Say("b", "two")
		time.Sleep(time.Minute)
		w.hears("while a text is read aloud")
		w.turns(false)
		time.Sleep(time.Minute)
		w.hears("afterwards", "one", "two")

		w.Say("a", "old")
		time.Sleep(500 * time.Millisecond)
		w.Say("a", "new")
		w.turns(true)
		w.turns(false)
		time.Sleep(time.Minute)
		w.hears("one that was interrupted and has a newer one", "new")
	})
}

func TestWhatIsNotWantedIsDropped(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.silent.Store(true)
		w.Say("a", "one")
		w.Opening(t.Context(), recordings.PurposeKeep)
		w.silent.Store(false)
		w.turns(true)
		w.Say("b", "two")
		w.silent.Store(true)
		w.turns(false)
		w.silent.Store(false)
		w.turns(false)
		time.Sleep(time.Minute)
		w.hears("at the end")
		w.Say("a", "three")
		time.Sleep(500 * time.Millisecond)
		w.silent.Store(true)
		w.turns(false)
		time.Sleep(time.Minute)
		w.hears("switched off in the middle")
	})
}

func TestThatAnnouncementsAreOffIsSaid(t *testing.T) {
	bubble(t, func(_ *testing.T, w *world) {
		w.Say("a", "one")
		w.Say("b", "two")
		time.Sleep(500 * time.Millisecond)
		w.silent.Store(true)
		w.SayAlways("state", "off")
		w.turns(false)
		time.Sleep(time.Minute)
		w.hears("in place of the others", "off")

		w.SayAlways("state", "off")
		time.Sleep(500 * time.Millisecond)
		w.turns(true)
		time.Sleep(time.Minute)
		w.hears("while a text is read aloud")
		w.turns(false)
		time.Sleep(time.Minute)
		w.hears("afterwards", "off")

		w.turns(true)
		w.SayAlways("state", "off")
		w.silent.Store(false)
		w.Say("state", "on")
		w.turns(false)
		time.Sleep(time.Minute)
		w.hears("switched on again meanwhile", "on")
	})
}

func TestTheMicrophoneWaitsForItsAnnouncement(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Say("reply", "one")
		w.Say(Microphone, "stopped")
		time.Sleep(500 * time.Millisecond)
		began := time.Now()
		w.turns(true) // as recordings do before they call Opening
		w.Opening(t.Context(), recordings.PurposeKeep)
		if took := time.Since(began); took != time.Second {
			t.Errorf("the microphone waited %v", took)
		}
		w.hears("before it opens", "opening for keeping")
		w.turns(false)
		time.Sleep(time.Minute)
		w.hears("when it is closed", "one")

		w.turns(true)
		began = time.Now()
		w.Opening(t.Context(), recordings.PurposeVoiceChat)
		if took := time.Since(began); took != 0 {
			t.Errorf("in a conversation by voice it waited %v", took)
		}
	})
}

func TestTheMicrophoneDoesNotWaitForEver(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.stuck = true
		w.turns(true)
		began := time.Now()
		w.Opening(t.Context(), recordings.PurposeKeep)
		if took := time.Since(began); took != maxOpening {
			t.Errorf("without a sound output it waited %v", took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began = time.Now()
		w.Opening(ctx, recordings.PurposeKeep)
		if took := time.Since(began); took != time.Second {
			t.Errorf("a recording that was stopped waited %v", took)
		}
		w.turns(false)
		w.Say("a", "never heard")
		time.Sleep(time.Second)
		began = time.Now()
		if err := w.Close(context.Background()); err != nil || time.Since(began) != 0 {
			t.Errorf("it closed after %v: %v", time.Since(began), err)
		}
		w.Opening(t.Context(), recordings.PurposeKeep)
		if w.speaks() || time.Since(began) != 0 {
			t.Error("it speaks after the end")
		}
	})
}

func TestAnAnnouncementThatIsNotHeardHoldsUpNoOther(t *testing.T) {
	bubble(t, func(_ *testing.T, w *world) {
		w.mu.Lock()
		w.stuck = true
		w.mu.Unlock()
		w.Say("a", "one")
		time.Sleep(time.Second)
		w.mu.Lock()
		w.stuck = false
		w.mu.Unlock()
		w.Say("b", "two")
		time.Sleep(maxSentence + time.Second)
		w.hears("later", "two")
	})
}

func TestANewFocusInterruptsThatOfTheLastAndNothingElse(t *testing.T) {
	bubble(t, func(_ *testing.T, w *world) {
		w.Say(Focus, "first")
		time.Sleep(500 * time.Millisecond)
		w.Say(Focus, "second")
		time.Sleep(500 * time.Millisecond)
		w.Say(Focus, "third")
		time.Sleep(time.Second)
		w.hears("at the last", "third")

		w.Say("a", "a reply")
		time.Sleep(500 * time.Millisecond)
		w.Say(Focus, "first")
		w.Say(Focus, "second")
		time.Sleep(time.Minute)
		w.hears("after a reply", "a reply", "second")

		w.Say(Focus, "first")
		time.Sleep(500 * time.Millisecond)
		w.Say("a", "a reply")
		time.Sleep(time.Minute)
		w.hears("before a reply", "first", "a reply")
	})
}

func TestTheFocusIsNotToldAfterATextThatIsRead(t *testing.T) {
	bubble(t, func(_ *testing.T, w *world) {
		w.turns(true)
		w.Say(Focus, "during it")
		w.Say("a", "a reply")
		w.turns(false)
		time.Sleep(time.Minute)
		w.hears("after it", "a reply")

		w.Say(Focus, "before it")
		time.Sleep(500 * time.Millisecond)
		w.turns(true)
		w.turns(false)
		time.Sleep(time.Minute)
		w.hears("interrupted by it")
	})
}
