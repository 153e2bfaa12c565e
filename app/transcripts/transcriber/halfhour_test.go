package transcriber_test

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlando/client/practice/speechtest"
	"parlando/media/audio"
)

// Half an hour comes back whole from the two models of practice that fail with long recordings,
// although a part is answered with a sentence first. Nothing is sent that need not be.
func TestHalfAnHourComesBackWholeFromModelsWithLimits(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("it listens to an hour")
	}
	const rate = 4000
	said := speechOf(10, 300).Resample(rate)
	w := newWorld(t, said)
	all := speechtest.Speech{Rate: rate}
	var words strings.Builder
	for all.Duration() < 33*time.Minute {
		all.Samples = append(append(all.Samples, said.Samples...), make([]float32, 2*60*rate)...)
		words.WriteString(said.Text() + " ")
	}
	path := w.file("lecture.wav", encode(t, audio.WAV, all))
	for model, c := range map[string]struct {
		parts, refused int // refused: the formats or lengths that are, before the first answer
		timed          bool
	}{
		"practice-trouble/audio-limit": {2, 1, true},
		"practice-trouble/audio-ends":  {5, 1, false},
	} {
		t.Run(filepath.Base(model), func(t *testing.T) {
			j := w.job(path)
			j.Model, j.Keep = model, t.TempDir()
			// as an MP3 it would not be one part either, so that it is cut as it is
			j.Limit = 11_600_000
			w.learned.format = ""
			w.fail(func(n int, rw http.ResponseWriter, r *http.Request) bool {
				if n != c.refused+2 {
					return false
				}
				_, _ = io.Copy(io.Discard, r.Body)
				_, _ = io.WriteString(rw, `{"text":"Thank you.","segments":[{"start":0,"end":1,"text":"Thank you."}]}`)
				return true
			})
			text := w.write(j)
			same(t, text.Text, words.String())
			requests := w.count
			if paid := len(w.paid()); paid != c.parts+2 || requests != c.refused+paid || text.AskedAgain != 1 || text.Timed != c.timed {
				t.Errorf("%d requests, %d answered, %d parts asked for again, timed %v", requests, paid, text.AskedAgain, text.Timed)
			}
		})
	}
}
