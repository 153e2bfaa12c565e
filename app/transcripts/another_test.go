package transcripts_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"parlando/app/changes"
	"parlando/app/settings"
	"parlando/app/transcripts"
	"parlando/client/practice/speechtest"
)

func TestOthersAreChangedWhileOneIsTranscribed(t *testing.T) {
	said := speechtest.Synthesize("Short words. ")
	w := newWorld(t, said)
	old := w.add(w.file("old.wav", said))[0]
	w.ended(old, transcripts.Done)
	arrived, release := w.block(1)
	ids := w.add(w.file("a.wav", said), w.file("b.wav", said), w.file("c.wav", said), w.file("d.wav", said), w.file("e.wav", said))
	running, paused, renamed, first, deleted := ids[0], ids[1], ids[2], ids[3], ids[4]
	w.await(arrived)
	w.try(w.Pause(t.Context(), old)) // does nothing
	w.try(w.Pause(t.Context(), paused))
	w.try(w.Rename(t.Context(), renamed, "C"))
	w.try(w.Move(t.Context(), first, -1))
	w.try(w.Move(t.Context(), paused, 4)) // exactly the last place
	w.try(w.Delete(t.Context(), deleted))
	w.try(w.Delete(t.Context(), old))
	w.try(w.Remove(t.Context(), old))
	order := func() string {
		var all []string
		for _, s := range w.List() {
			all = append(all, s.Title+" "+string(s.State))
		}
		return strings.Join(all, ", ")
	}
	if got := order(); got != "d waiting, a working, C waiting, b paused" {
		t.Errorf("meanwhile: %s", got)
	}
	if w.get(running).Pausing {
		t.Error("the running one is pausing")
	}
	if all := w.deleted(); len(all) != 1 || all[0].ID != deleted || all[0].State != transcripts.Paused {
		t.Errorf("deleted: %+v", all)
	}
	release()
	w.ended(running, transcripts.Done)
	w.ended(first, transcripts.Done)
	w.ended(renamed, transcripts.Done)
	if got := order(); got != "b paused, d done, C done, a done" {
		t.Errorf("at the end: %s", got)
	}
	if n := w.answers(); n != 4 {
		t.Errorf("%d answers", n)
	}
	// The last one of the queue, which is alone in it.
	w.try(w.Move(t.Context(), paused, 0))
	w.try(w.Resume(t.Context(), paused))
	w.ended(paused, transcripts.Done)
}

func TestOneOfTwoThatRunIsDeletedAndOneIsPaused(t *testing.T) {
	said := speechtest.Synthesize("Short words. ")
	w := newWorld(t, said)
	w.choose(func(s *settings.Transcription) { s.ConcurrentFiles = 2 })
	arrived, let, gone := make(chan struct{}, 3), make(chan struct{}), make(chan struct{}, 3)
	w.fail(func(_ int, _ http.ResponseWriter, r *http.Request) bool {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return true
		}
		arrived <- struct{}{}
		select {
		case <-let:
			r.Body = io.NopCloser(bytes.NewReader(body))
			return false
		case <-r.Context().Done():
			gone <- struct{}{}
			return true
		}
	})
	ids := w.add(w.file("a.wav", said), w.file("b.wav", said), w.file("c.wav", said), w.file("d.wav", said))
	w.await(arrived)
	w.await(arrived)
	w.try(w.Delete(t.Context(), ids[0]))
	w.await(gone)
	w.await(arrived) // the third takes its place
	w.choose(func(s *settings.Transcription) { s.ConcurrentFiles = 1 })
	w.marks.Mark(changes.Change{Topic: changes.Settings})
	w.try(w.Pause(t.Context(), ids[2]))
	if b, c, d := w.get(ids[1]), w.get(ids[2]), w.get(ids[3]); b.State != transcripts.Working || b.Pausing || !c.Pausing || d.State != transcripts.Waiting {
		t.Errorf("the second %+v, the third %+v, the fourth %+v", b, c, d)
	}
	close(let)
	for _, id := range ids[1:] {
		w.ended(id, transcripts.Done) // each has one part, which is waited for
	}
	if n := w.answers(); n != 3 || len(gone) > 0 {
		t.Errorf("%d answers, %d more requests canceled", n, len(gone))
	}
	if all := w.deleted(); len(all) != 1 || all[0].ID != ids[0] || all[0].State != transcripts.Paused {
		t.Errorf("deleted: %+v", all)
	}
}
