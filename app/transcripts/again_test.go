package transcripts_test

import (
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"

	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/transcripts"
	"parlando/client/practice"
	"parlando/client/practice/speechtest"
)

func TestAFailedTranscriptStaysUntilAnotherModelIsDone(t *testing.T) {
	said := speechtest.Synthesize("The harbor council met on Monday. ")
	w := newWorld(t, said)
	filtered := func(_ int, rw http.ResponseWriter, r *http.Request) bool {
		_, _ = io.Copy(io.Discard, r.Body)
		http.Error(rw, `{"error":{"code":"content_filter","message":"Blocked by the content filter."}}`, http.StatusBadRequest)
		return true
	}
	w.fail(filtered)
	first := w.add(w.file("council.mp3", said))[0]
	was := w.ended(first, transcripts.Failed)
	again := func(o transcripts.AddOptions) (s transcripts.Transcript) {
		t.Helper()
		id, err := w.TranscribeAgain(t.Context(), w.List()[0].ID, o)
		w.try(err)
		return w.get(id)
	}

	// The other one fails, too: that changes nothing.
	second := again(transcripts.AddOptions{Model: "another-model", Language: "en"})
	if second.Model != "another-model" || second.Language != "en" || second.Title != was.Title || second.Replaces != first {
		t.Errorf("the new one is %+v", second)
	}
	w.ended(second.ID, transcripts.Failed)
	w.restart()
	if got := w.get(first); !reflect.DeepEqual(got.Problem.Kind, was.Problem.Kind) || got.State != was.State || got.Model != was.Model || got.Title != was.Title {
		t.Errorf("it was %+v and is %+v", was, got)
	}
	if hits, err := w.Search(t.Context(), "council", 10); err != nil || len(hits) != 2 {
		t.Errorf("a search finds %+v, %v", hits, err)
	}

	// The one that is done takes the place of both, and not before.
	arrived, release := w.block(1)
	third, err := w.TranscribeAgain(t.Context(), second.ID, transcripts.AddOptions{Model: practice.TranscriptionModel})
	w.try(err)
	w.await(arrived)
	if len(w.List()) != 3 {
		t.Errorf("while the new one is made there are %+v", w.List())
	}
	release()
	w.ended(third, transcripts.Done)
	w.until(third, func(transcripts.Transcript) bool { return len(w.List()) == 1 })
	if got := w.get(third); got.Title != "council" || got.Problem.Kind != problem.Kind("") {
		t.Errorf("%+v", got)
	}
	w.try(w.Restore(t.Context(), first)) // for 30 days
}

func TestADoneTranscriptIsTranscribedAgainBesideIt(t *testing.T) {
	said := speechtest.Synthesize("The harbor council met on Monday. ")
	w := newWorld(t, said)
	path := w.file("council.mp3", said)
	ids, refused := w.Add(t.Context(), []transcripts.File{{Path: path}}, transcripts.AddOptions{Copy: true})
	if len(refused) > 0 {
		t.Fatal(refused)
	}
	old := ids[0]
	w.ended(old, transcripts.Done)
	w.try(w.Rename(t.Context(), old, "Monday"))
	w.try(w.Edit(t.Context(), old, transcripts.SetText{Line: w.lines(old)[0].ID, Text: "Put right by hand."}))
	was := w.get(old)
	w.try(os.Remove(path))

	id, err := w.TranscribeAgain(t.Context(), old, transcripts.AddOptions{Language: "fr"})
	w.try(err)
	if s := w.ended(id, transcripts.Done); s.Title != "Monday" || s.Replaces != "" || !s.Copied {
		t.Errorf("%+v", s)
	}
	if got := w.get(old); !reflect.DeepEqual(got, was) || w.text(old) != "Put right by hand." {
		t.Errorf("it was %+v and is %+v: %s", was, got, w.text(old))
	}
	if got := w.text(id); got != strings.TrimSpace(said.Text()) {
		t.Errorf("the new one says %q", got)
	}
	one, err := w.SoundPath(t.Context(), old)
	w.try(err)
	if other, err := w.SoundPath(t.Context(), id); err != nil || one == other {
		t.Errorf("both stand on one copy of the sound: %s, %v", other, err)
	}
}

// What a service answers is kept as it came, whatever it is made into.
func TestTheAnswersOfTheServiceAreKeptAsTheyCame(t *testing.T) {
	for format, c := range map[string]struct{ body, ext string }{
		"verbose_json": {`{"task": "transcribe",  "duration":1.5, "text":"Hello there.", "own":[1, 2],
 "segments":[{"id":0, "start":0.0, "end":1.5, "text":" Hello there."}]}`, ".json"},
		"json": {`{"text" : "Hello\u0020there."}`, ".json"},
		"text": {"Hello   there.", ".txt"},
		"srt":  {"1\r\n00:00:00,000 --> 00:00:01,500\r\nHello there.", ".srt"},
		"vtt":  {"WEBVTT\n\nNOTE of the service\n\n00:00.000 --> 00:01.500\nHello there.", ".vtt"},
	} {
		w := newWorld(t)
		w.catalog.LearnTranscriptFormat("practice", practice.TranscriptionModel, format)
		w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
			_, _ = io.Copy(io.Discard, r.Body)
			_, _ = io.WriteString(rw, c.body)
			return true
		})
		id := w.add(w.file("short.wav", speechtest.Synthesize("Hello there. ")))[0]
		w.ended(id, transcripts.Done)
		w.restart()
		all, err := w.Responses(id)
		w.try(err)
		if len(all) != 1 || w.get(id).Responses != 1 || all[0].Raw != c.body || all[0].Ext != c.ext || all[0].Format != format {
			t.Errorf("%s: %+v", format, all)
		}
	}
}

func TestTheAnswersOfAllPartsAreKept(t *testing.T) {
	said := long()
	w := newWorld(t, said)
	cutting(w)
	id := w.add(w.file("long.mp3", said))[0]
	s := w.ended(id, transcripts.Done)
	all, err := w.Responses(id)
	w.try(err)
	bodies := w.bodies()
	if len(all) < 3 || s.Responses != len(all) || len(bodies) != len(all) {
		t.Fatalf("%d answers of %d: %+v", len(all), len(bodies), s)
	}
	for i, a := range all {
		if a.Raw != strings.TrimSpace(bodies[i]) || (i > 0) != (a.Start > 0) || i > 0 && a.Start <= all[i-1].Start {
			t.Errorf("answer %d: %+v, and it came as %s", i, a, bodies[i])
		}
	}
	if s.AskedAgain != 0 {
		t.Errorf("%d parts were asked for again", s.AskedAgain)
	}
	// What was made for sending goes, and with a transcript all of it.
	w.try(w.Delete(t.Context(), id))
	if _, err := w.Responses(id); err == nil {
		t.Error("a deleted transcript has answers")
	}
}

// How many parts were asked for again is known after a restart, too.
func TestAPartWithVeryLittleTextIsAskedForAgainAndThatIsKept(t *testing.T) {
	said := speechtest.Synthesize(strings.Repeat("The harbor council met on Monday, and nobody spoke against the bridge. ", 16)).Resample(4000)
	w := newWorld(t, said)
	path := w.file("council.wav", said)
	info, err := os.Stat(path)
	w.try(err)
	w.choose(func(s *settings.Transcription) { s.Limit = info.Size() * 6 / 10 })
	w.fail(func(n int, rw http.ResponseWriter, r *http.Request) bool {
		if n != 2 {
			return false
		}
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(rw, `{"text":"Thank you.","segments":[{"start":0,"end":1,"text":"Thank you."}]}`)
		return true
	})
	id := w.add(path)[0]
	w.ended(id, transcripts.Done)
	for range 2 {
		if s := w.get(id); s.AskedAgain != 1 || s.Responses != 3 || strings.Contains(w.text(id), "Thank you.") {
			t.Errorf("asked for again %d, %d answers: %q", s.AskedAgain, s.Responses, w.text(id))
		}
		w.restart()
	}
}
