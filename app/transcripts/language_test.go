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
