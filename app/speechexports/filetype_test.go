package speechexports_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/catalog"
	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/client"
	"parlando/media/audio"
)

// service answers requests for speech: with a sound, or with a sentence that refuses.
type service func(format string) (sound []byte, refusal string)

// serves puts a service in the place of practice. formats are those that were asked for, "" for
// none named.
func (w *world) serves(s service) (formats func() string) {
	var asked []string
	w.below = roundTrip(func(r *http.Request) (*http.Response, error) {
		var q struct {
			Format string `json:"response_format"`
		}
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			return nil, err
		}
		asked = append(asked, q.Format)
		sound, refusal := s(q.Format)
		a := &http.Response{StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Request: r}
		if refusal != "" {
			sound, _ = json.Marshal(map[string]any{"error": map[string]any{"message": refusal, "param": "response_format"}})
			a.StatusCode = http.StatusBadRequest
			a.Header.Set("Content-Type", "application/json")
		}
		a.Body = io.NopCloser(bytes.NewReader(sound))
		return a, nil
	})
	return func() string {
		all := strings.Join(asked, " ")
		asked = nil
		return all
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// obstacles are the file types that cannot be made, with what stands against them.
func (w *world) obstacles() string {
	var all []string
	for _, f := range w.FileTypes(alloy) {
		if f.Obstacle != "" {
			all = append(all, f.Format+": "+string(f.Obstacle))
		}
	}
	return strings.Join(all, ", ")
}

func TestOneRefusedFormatTakesNoOtherAway(t *testing.T) {
	w := newWorld(t)
	path := filepath.Join(t.TempDir(), "Boxes.opus")
	opus := w.make(speechexports.Job{Title: "Boxes", Text: book(1), Voice: alloy, Format: "opus", Path: path})
	n := w.ended(opus, speechexports.Failed)
	if n.Problem.Kind != problem.BadRequest || n.Problem.Format != "opus" || !strings.Contains(n.Problem.Detail, "mp3, aac, flac, wav, pcm") {
		t.Errorf("the service's words do not arrive: %+v", n.Problem)
	}
	if got := w.obstacles(); got != "opus: refused" {
		t.Errorf("obstacles: %s", got)
	}
	// The next one is asked for as it was wanted, and comes so.
	flac := w.make(speechexports.Job{Title: "Boxes", Text: book(1), Voice: alloy, Format: "flac"})
	w.ended(flac, speechexports.Done)
	for text, sound := range w.sounds {
		if !bytes.HasPrefix(sound, []byte("fLaC")) {
			t.Errorf("%q came as %q", text, sound[:4])
		}
	}
	// What was refused is made in another format, under its ending.
	if err := w.ResumeAs(opus, "mp3"); err != nil {
		t.Fatal(err)
	}
	if n := w.ended(opus, speechexports.Done); n.Format != "mp3" || !strings.HasSuffix(n.SavedAs, "Boxes.mp3") {
		t.Errorf("%+v", n)
	}
	// A click has it tried again.
	w.catalog.ForgetRefusals("practice", alloy.Model, "response_format")
	if got := w.obstacles(); got != "" {
		t.Errorf("obstacles: %s", got)
	}
}

func TestAnMP3IsNeverPassedOffAsSomethingElse(t *testing.T) {
	mp3 := speechFile(t, "speech.mp3")
	for name, c := range map[string]struct {
		service   service
		asked     string // of a FLAC, then of the MP3
		obstacles string
	}{
		"it sends MP3 whatever is asked for": {
			func(string) ([]byte, string) { return mp3, "" }, "flac mp3", "flac: refused",
		},
		"it does not know the field": {
			func(format string) ([]byte, string) {
				if format != "" {
					return nil, "Unknown parameter: 'response_format'."
				}
				return mp3, ""
			}, "flac ", "opus: refused, aac: refused, flac: refused, wav: refused, pcm: refused",
		},
		"it names what it takes": {
			func(format string) ([]byte, string) {
				if format == "flac" {
					return nil, "Invalid response_format: 'flac'. Input should be 'mp3', 'wav' or 'pcm'"
				}
				return mp3, ""
			}, "flac mp3", "opus: refused, aac: refused, flac: refused",
		},
	} {
		w := newWorld(t)
		formats := w.serves(c.service)
		id := w.make(speechexports.Job{Title: "Boxes", Text: book(1), Voice: alloy, Format: "flac"})
		if n := w.ended(id, speechexports.Failed); n.Problem.Kind != problem.BadRequest || n.Problem.Format != "flac" || n.Problem.Detail == "" || n.PartsDone != 0 {
			t.Errorf("%s: %+v", name, n)
		}
		if got := w.obstacles(); got != c.obstacles {
			t.Errorf("%s: obstacles: %s", name, got)
		}
		if err := w.ResumeAs(id, "mp3"); err != nil {
			t.Fatal(err)
		}
		w.ended(id, speechexports.Done)
		if got := formats(); got != c.asked {
			t.Errorf("%s: asked for %q", name, got)
		}
	}
}

func TestTheListOfModelsAndThisComputerSayWhatTheyMake(t *testing.T) {
	w := newWorld(t)
	w.catalog.SetListed("practice", []catalog.Model{{ID: alloy.Model, Purpose: catalog.PurposeSpeech, Formats: []string{"mp3", "flac"}}})
	if got := w.obstacles(); got != "opus: not_listed, aac: not_listed, wav: not_listed, pcm: not_listed" {
		t.Errorf("obstacles: %s", got)
	}
	for _, f := range w.FileTypes(speech.Voice{Local: true}) {
		if (f.Obstacle == speechexports.NoEncoder) != (f.Format == string(client.AudioOpus)) {
			t.Errorf("%+v", f)
		}
	}
}

// A voice that gives only wav is refused once, saved as MP3 by our own encoder, and offers no file
// types but those two; the same for a voice that the model does not have.
func TestAVoiceThatGivesOnlyWAVIsSavedAsMP3(t *testing.T) {
	wav := speechFile(t, "speech.wav")
	w := newWorld(t)
	var voices []string
	formats := w.serves(func(format string) ([]byte, string) {
		if format != "wav" {
			return nil, "response_format must be one of [wav]"
		}
		return wav, ""
	})
	below := w.below
	w.below = roundTrip(func(r *http.Request) (*http.Response, error) {
		var q struct{ Voice string }
		body, err := io.ReadAll(r.Body)
		if err != nil || json.Unmarshal(body, &q) != nil {
			return nil, err
		}
		voices = append(voices, q.Voice)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if q.Voice != "tara" {
			refusal := `{"detail":[{"loc":["body","voice"],"msg":"Input should be 'tara' or 'leah'"}]}`
			return &http.Response{StatusCode: http.StatusUnprocessableEntity, Header: http.Header{}, Request: r, Body: io.NopCloser(strings.NewReader(refusal))}, nil
		}
		return below.RoundTrip(r)
	})
	id := w.make(speechexports.Job{Title: "Boxes", Text: book(3), Voice: alloy, Format: "mp3"})
	n := w.ended(id, speechexports.Done)
	if got := formats(); got != "mp3 wav wav wav" || strings.Join(voices, " ") != "alloy tara tara tara tara" || n.Voice.Voice != "tara" {
		t.Errorf("asked for %q in the voices %q: %+v", got, voices, n)
	}
	if f := audio.DetectFormat(w.sound(id)); f != audio.MP3 {
		t.Errorf("saved as %q", f)
	}
	if got := w.obstacles(); got != "opus: refused, aac: refused, flac: refused, pcm: refused" {
		t.Errorf("obstacles: %s", got)
	}
}
