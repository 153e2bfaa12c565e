package window

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/client/practice"
	"parlando/views/shell"
)

// choosy is the practice gateway with a speech model "orpheus" that has two voices of its own and
// gives only WAV, and without any other.
type choosy struct {
	http.RoundTripper

	mu  sync.Mutex
	got []string // voice and format of each request
	not string   // the refusal of everything, "" for none
}

func newChoosy(h *home) *choosy {
	s := &choosy{RoundTripper: practice.New(practice.Options{}).Transport()}
	h.net.service = s
	return s
}

// asked returns what was asked for since the last call.
func (s *choosy) asked() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	got := strings.Join(s.got, ", ")
	s.got = nil
	return got
}

func (s *choosy) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.URL.Path, "/audio/speech") {
		return s.RoundTripper.RoundTrip(r)
	}
	var q map[string]any
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		return nil, err
	}
	voice, _ := q["voice"].(string)
	format, _ := q["response_format"].(string)
	s.mu.Lock()
	s.got = append(s.got, voice+" "+format)
	status, said := http.StatusServiceUnavailable, s.not
	s.mu.Unlock()
	switch {
	case said != "":
	case voice != "tara" && voice != "leah":
		status, said = http.StatusBadRequest, "`voice` must be one of the following voices: [tara leah]"
	case format != "wav":
		status, said = http.StatusBadRequest, "response_format must be one of [wav]"
	default:
		q["model"], q["voice"] = practice.VoiceModel, "alloy"
		body, _ := json.Marshal(q)
		again := r.Clone(r.Context())
		again.Body, again.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		return s.RoundTripper.RoundTrip(again)
	}
	body, _ := json.Marshal(map[string]any{"error": map[string]any{"message": said, "type": "invalid_request_error"}})
	return &http.Response{
		StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)), Request: r,
	}, nil
}

func (s *choosy) CloseIdleConnections() {
	s.RoundTripper.(interface{ CloseIdleConnections() }).CloseIdleConnections()
}

// A model with voices of its own, which gives only WAV, is read and saved as MP3; its voices are
// shown once a refusal has named them, and the one chosen is kept for this model alone.
func TestAModelIsReadInItsOwnVoiceAndFormat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newChoosy(h)
		h.screen = fyne.NewSize(1600, 1000)
		p := h.entersAt()
		p.Speech.ChooseModel("orpheus")
		p.opensSpeak()
		p.pastes("The last train had gone.")
		p.opensVoices()
		p.has("Shimmer")
		p.listens()
		if got := service.asked(); got != "nova mp3, tara mp3, tara wav" {
			t.Errorf("asked for %s", got)
		}
		p.has("Tara")
		p.hasNot("Shimmer")
		p.clicks("Leah")
		p.listens()
		p.listens() // from what is kept
		if got := service.asked(); got != "leah wav" {
			t.Errorf("asked for %s", got)
		}

		folder := t.TempDir()
		p.frame.Files().RememberFolder(shell.SaveSound, folder)
		p.clicks("Save audio…")
		p.clicks("Save")
		p.until("the file", func() bool {
			l := p.SpeechExports.List()
			return len(l) == 1 && l[0].State == speechexports.Done
		})
		saved, _ := filepath.Glob(filepath.Join(folder, "*.mp3"))
		if len(saved) != 1 {
			t.Fatalf("saved %q", saved)
		}
		if sound, err := os.ReadFile(saved[0]); err != nil || bytes.HasPrefix(sound, []byte("RIFF")) {
			t.Errorf("%d bytes, %v", len(sound), err)
		}

		p.Speech.ChooseModel("tts-1")
		p.drain()
		if got := p.Speech.PreferredVoice().Voice; got != "nova" {
			t.Errorf("tts-1 speaks as %q", got)
		}
		p.has("Shimmer")
		p.hasNot("Leah")
		p.Speech.ChooseModel("orpheus")
		p.drain()
		p.has("Leah")
		if got := p.Speech.PreferredVoice().Voice; got != "leah" {
			t.Errorf("orpheus speaks as %q", got)
		}
	})
}

// Where the service no longer has the model, this computer's voice reads and one sentence says so.
func TestThisComputerReadsWhereTheModelIsGone(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newChoosy(h)
		service.not = "no available channels for model orpheus"
		// in a narrower one the sentence is cut, and whole in a hint
		h.screen = fyne.NewSize(2000, 1000)
		p := h.entersAt()
		p.Speech.ChooseModel("orpheus")
		p.opensSpeak()
		p.pastes(train)
		p.clicks("Listen")
		if s := p.reading(speech.Document); !s.Voice.Local || s.Problem.Kind != problem.NoSuchModel {
			t.Errorf("%+v", s)
		}
		p.sees("The service doesn't read aloud with this model. This computer's voice is used instead.")
		p.clicks("Stop reading")
		if got := service.asked(); got != "nova mp3" {
			t.Errorf("asked for %s", got)
		}
	})
}
