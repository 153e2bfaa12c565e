package transcriber_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"parlando/app/transcripts/transcriber"
	"parlando/client/practice/speechtest"
	"parlando/media/audio"
)

const diarized = `{"text":"Hello there. Good bye.","segments":[{"start":0.5,"end":1,"text":"Hello there.","speaker":"B"},{"start":1.2,"end":2,"text":"Good bye.","speaker":"A"}]}`

// Speakers are asked for only of models that tell them, and whatever is refused is left out and not
// sent again.
func TestSpeakersAreAskedForOfModelsThatTellThem(t *testing.T) {
	sound := encode(t, audio.WAV, speechtest.Synthesize("Hello there. Good bye. "))
	// The fields that matter here.
	names := []string{"response_format", "chunking_strategy", "diarize", "timestamp_granularities", "prompt"}
	for name, c := range map[string]struct {
		model   string
		listed  bool
		refuses string // a form with it
		answer  string
		first   string // requests, the first time
		second  string
		want    string
	}{
		"by its name": {
			"gpt-4o-transcribe-diarize", false, "-", diarized,
			"diarized_json auto", "diarized_json auto", "1 Hello there.|2 Good bye.",
		},
		"by its name, without the format": {
			"gpt-4o-transcribe-diarize", false, "diarized_json", segments,
			"diarized_json auto; verbose_json auto", "verbose_json auto", "0 Hello there.|0 Good bye.",
		},
		"by its name, without chunking": {
			"speaker-diarizer", false, "chunking_strategy", diarized,
			"diarized_json auto; diarized_json", "diarized_json", "1 Hello there.|2 Good bye.",
		},
		"by the list": {
			"voxtral", true, "-", strings.ReplaceAll(diarized, `"speaker":"`, `"speaker_id":"speaker_`),
			"verbose_json true segment Ana", "verbose_json true segment Ana", "1 Hello there.|2 Good bye.",
		},
		"by the list, which is wrong": {
			"voxtral", true, "diarize", segments,
			"verbose_json true segment Ana; verbose_json Ana", "verbose_json Ana", "0 Hello there.|0 Good bye.",
		},
		"by the list, without the times": {
			"voxtral", true, "timestamp_granularities", diarized,
			"verbose_json true segment Ana; verbose_json true Ana", "verbose_json true Ana", "1 Hello there.|2 Good bye.",
		},
		"another": {"voxtral", false, "-", segments, "verbose_json Ana", "verbose_json Ana", "0 Hello there.|0 Good bye."},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.learned.diarizes = c.listed
			var asked []string
			w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
				if err := r.ParseMultipartForm(1 << 20); err != nil {
					t.Error(err)
				}
				var sent []string
				for _, name := range names {
					if v := r.FormValue(name); v != "" {
						sent = append(sent, v)
					}
				}
				w.mu.Lock()
				asked = append(asked, strings.Join(sent, " "))
				w.mu.Unlock()
				switch {
				case r.FormValue("response_format") == c.refuses:
					rw.WriteHeader(http.StatusBadRequest)
					_, _ = fmt.Fprintf(rw, `{"error":{"message":"response_format '%s' is not compatible with this model.","param":"response_format","code":"unsupported_value"}}`, c.refuses)
				case r.FormValue(c.refuses) != "":
					rw.WriteHeader(http.StatusBadRequest)
					_, _ = fmt.Fprintf(rw, `{"error":{"message":"'%s' is wrong here.","param":"%[1]s","code":"invalid_value"}}`, c.refuses)
				default:
					_, _ = io.WriteString(rw, c.answer)
				}
				return true
			})
			for n, want := range []string{c.first, c.second} {
				asked = nil
				j := w.job(w.file(fmt.Sprint(n), sound))
				j.Model, j.Names = c.model, []string{"Ana"}
				text := w.write(j)
				if got := strings.Join(asked, "; "); got != want {
					t.Errorf("asked with %q, want %q", got, want)
				}
				said := slices.Collect(func(yield func(string) bool) {
					for _, l := range text.Lines {
						if !yield(fmt.Sprint(l.Speaker, " ", l.Text)) {
							return
						}
					}
				})
				if got := strings.Join(said, "|"); got != c.want {
					t.Errorf("wrote %q, want %q", got, c.want)
				}
			}
		})
	}
}

// OpenAI's model takes 1,400 seconds at most; nothing is refused to find out.
func TestPartsForAModelThatTellsSpeakersAreShortEnough(t *testing.T) {
	w := newWorld(t)
	long := speechtest.Speech{Samples: make([]float32, 8000*1500), Rate: 8000}
	path := w.file("long.wav", encode(t, audio.WAV, long))
	for model, want := range map[string]int{"gpt-4o-transcribe-diarize": 2, "whisper-1": 1} {
		got, err := w.Estimate(t.Context(), path, transcriber.Job{Model: model})
		if err != nil || got.Parts != want {
			t.Errorf("%s: %+v, %v; want %d parts", model, got, err, want)
		}
	}
}
