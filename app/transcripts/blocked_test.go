package transcripts_test

import (
	"io"
	"net/http"
	"sync"
	"testing"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/transcripts"
	"parlando/client/practice/speechtest"
)

func refuseKey(_ int, rw http.ResponseWriter, r *http.Request) bool {
	_, _ = io.Copy(io.Discard, r.Body)
	http.Error(rw, `{"error":{"code":"invalid_api_key","message":"Incorrect API key provided"}}`, http.StatusUnauthorized)
	return true
}

func TestABlockedTranscriptSaysWhy(t *testing.T) {
	one, two := speechtest.Synthesize("The harbor is closed today."), speechtest.Synthesize("Nobody knows why it rained.")
	w := newWorld(t, one, two)
	w.choose(func(s *settings.Transcription) { s.ConcurrentFiles = 1 })
	w.fail(refuseKey)
	ids := w.add(w.file("one.wav", one), w.file("two.wav", two))
	w.ended(ids[0], transcripts.Failed)
	if s := w.get(ids[1]); s.State != transcripts.Waiting || s.Blocked.Kind != problem.KeyRejected {
		t.Errorf("it is %s, held back by %q", s.State, s.Blocked.Kind)
	}
	if all := w.List(); all[1].Blocked.Kind != problem.KeyRejected || all[0].Blocked.Kind != "" {
		t.Errorf("%+v", all)
	}
	w.fail(nil)
	w.try(w.Retry(t.Context(), ids[1])) // of the one that waits
	if s := w.ended(ids[1], transcripts.Done); s.Blocked.Kind != "" {
		t.Errorf("%+v", s.Blocked)
	}
}

// A file that failed and those that it holds back are told in one look: Try again in between would
// be lost.
func TestAFailureIsToldWithWhatItHoldsBack(t *testing.T) {
	said := speechtest.Synthesize("The harbor is closed today.")
	w := newWorld(t, said)
	w.choose(func(s *settings.Transcription) { s.ConcurrentFiles = 1 })
	w.fail(refuseKey)
	ids := w.add(w.file("one.wav", said), w.file("two.wav", said))
	for range 5 {
		var looks sync.WaitGroup
		for range 8 { // so that somebody looks at each moment
			looks.Go(func() {
				for {
					all := map[chat.ID]transcripts.Transcript{}
					for _, s := range w.List() {
						all[s.ID] = s
					}
					if all[ids[0]].State == transcripts.Failed {
						if all[ids[1]].Blocked.Kind != problem.KeyRejected {
							t.Errorf("the next one is not held back: %+v", all[ids[1]])
						}
						return
					}
				}
			})
		}
		looks.Wait()
		w.try(w.Retry(t.Context(), ids[0]))
	}
}

// At the monthly limit the queue waits: the request under way ends, the others do not leave, and
// what is finished is kept until the limit is lifted.
func TestTranscriptsWaitAtTheMonthlyLimit(t *testing.T) {
	said := long()
	w := newWorld(t, said)
	cutting(w)
	w.choose(func(s *settings.Transcription) { s.ConcurrentFiles = 1 })
	w.fail(func(int, http.ResponseWriter, *http.Request) bool {
		w.limit(true)
		return false
	})
	ids := w.add(w.file("one.mp3", said), w.file("two.mp3", said))
	waits := func(s transcripts.Transcript) bool {
		return s.State == transcripts.Waiting && s.Blocked.Kind == problem.LimitReached
	}
	for range 2 {
		for _, id := range ids {
			w.until(id, waits)
		}
		if w.Busy() {
			t.Error("what waits keeps the computer awake")
		}
		w.restart()
	}
	first := w.answers()
	w.fail(nil)
	w.limit(false)
	parts := 0
	for _, id := range ids {
		parts += w.ended(id, transcripts.Done).Responses
		if got := w.text(id); got != said.Text() {
			t.Errorf("%q", got)
		}
	}
	if got := first + w.answers(); first != 1 || got != parts {
		t.Errorf("%d answers before, %d in all for %d parts", first, got, parts)
	}
}
