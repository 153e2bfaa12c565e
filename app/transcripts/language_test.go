package transcripts_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"parlando/app/transcripts"
	"parlando/client/practice/speechtest"
)

// gpt-transcribe refuses a request whole for a language that it does not know.
func TestALanguageThatTheModelRefusesCostsNoTranscript(t *testing.T) {
	w := newWorld(t)
	var mu sync.Mutex
	var asked []string
	w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			t.Error(err)
		}
		languages := r.MultipartForm.Value["languages[]"]
		mu.Lock()
		asked = append(asked, strings.Join(languages, "+")+r.FormValue("language"))
		mu.Unlock()
		answer := `{"text":"Ho ho.","languages":[{"code":"nb"}],"segments":[{"start":0,"end":1,"text":"Ho ho."}]}`
		if slices.Contains(languages, "nn") {
			rw.WriteHeader(http.StatusBadRequest)
			answer = `{"error":{"message":"Invalid value: 'nn'. Supported values are: 'no' and 'en'.","param":"languages","code":"invalid_value"}}`
		}
		_, _ = io.WriteString(rw, answer)
		return true
	})
	path := w.file("a.wav", speechtest.Synthesize("Ho ho. "))
	for range 2 {
		ids, _ := w.Add(t.Context(), []transcripts.File{{Path: path}}, transcripts.AddOptions{Model: "gpt-transcribe", Language: "nn"})
		w.ended(ids[0], transcripts.Done)
		w.restart()
		if one := w.get(ids[0]); one.Language != "nb" || one.ChosenLanguage != "nn" {
			t.Errorf("heard %q, chosen %q", one.Language, one.ChosenLanguage)
		}
	}
	if want := []string{"nn", "", ""}; !slices.Equal(asked, want) {
		t.Errorf("asked with %q, want %q", asked, want)
	}
}

// Who speaks is stored with neutral names, which are renamed as any others.
func TestSpeakersThatTheServiceTellsGetNames(t *testing.T) {
	w := newWorld(t)
	w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(rw, `{"text":"Hello. Hi. Well.","segments":[{"start":0,"end":1,"text":"Hello.","speaker":"B"},
			{"start":1,"end":2,"text":"Hi.","speaker":"A"},{"start":2,"end":3,"text":"Well.","speaker":"B"}]}`)
		return true
	})
	id := w.add(w.file("a.wav", speechtest.Synthesize("Hello. Hi. Well. ")))[0]
	w.ended(id, transcripts.Done)
	said := func() (all []string) {
		for _, l := range w.lines(id) {
			all = append(all, l.Speaker+": "+l.Text)
		}
		return all
	}
	if want := []string{"Speaker 1: Hello.", "Speaker 2: Hi.", "Speaker 1: Well."}; !slices.Equal(said(), want) {
		t.Errorf("%q, want %q", said(), want)
	}
	w.try(w.Edit(t.Context(), id, transcripts.RenameSpeaker{Old: "Speaker 1", New: "Ana"}))
	if want := []string{"Ana: Hello.", "Speaker 2: Hi.", "Ana: Well."}; !slices.Equal(said(), want) {
		t.Errorf("%q, want %q", said(), want)
	}
}
