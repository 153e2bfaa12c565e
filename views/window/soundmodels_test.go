package window

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/dictation"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/app/voicechat"
	"parlando/client/practice"
)

// namesOnly is a service that lists the IDs of its models only. It may stop to list some, and tell
// the end of others.
type namesOnly struct {
	http.RoundTripper

	mu   sync.Mutex
	gone []string
	ends map[string]time.Time
	// hold delays the answers for sound until it is closed, nil for none.
	hold chan struct{}
	// asked are the models of the requests for speech and transcripts.
	asked []string
}

func newNamesOnly(h *home) *namesOnly {
	s := &namesOnly{RoundTripper: practice.New(practice.Options{}).Transport(), ends: map[string]time.Time{}}
	h.net.service = s
	return s
}

// connects connects to the service.
func (s *namesOnly) connects(h *home) *user {
	p := h.start()
	p.fillsIn("https://api.example.org/names-only/v1", practice.Key)
	p.has("Message")
	return p
}

// loses changes what the service lists, which Parlando notices.
func (s *namesOnly) loses(p *user, ids ...string) {
	p.t.Helper()
	s.mu.Lock()
	s.gone = ids
	s.mu.Unlock()
	if err := p.Connections.RefreshModels(p.t.Context(), p.connection()); err != nil {
		p.t.Fatal(err)
	}
	p.drain()
}

// requests are the models that were asked for speech or transcripts since the last call.
func (s *namesOnly) requests() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.asked = nil }()
	return strings.Join(slices.Compact(s.asked), " ")
}

func (s *namesOnly) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.Contains(r.URL.Path, "/audio/") {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		s.mu.Lock()
		s.asked = append(s.asked, strings.Trim(fieldOf(r.Header.Get("Content-Type"), body, "model"), `"`))
		hold := s.hold
		s.mu.Unlock()
		if hold != nil {
			<-hold
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	response, err := s.RoundTripper.RoundTrip(r)
	if err != nil || !strings.HasSuffix(r.URL.Path, "/models") {
		return response, err
	}
	defer func() { _ = response.Body.Close() }()
	var list struct {
		Data []map[string]any `json:"data"`
	}
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list.Data = slices.DeleteFunc(list.Data, func(m map[string]any) bool { return slices.Contains(s.gone, m["id"].(string)) })
	for _, m := range list.Data {
		if ends := s.ends[m["id"].(string)]; !ends.IsZero() {
			m["shutdown_date"] = ends.Format(time.DateOnly)
		}
	}
	body, err := json.Marshal(list)
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	response.Header.Del("Content-Length")
	return response, err
}

func (s *namesOnly) CloseIdleConnections() {
	s.RoundTripper.(interface{ CloseIdleConnections() }).CloseIdleConnections()
}

// settles stores the models for sound of the service.
func (p *user) settles(speech, transcription string) {
	id := p.connection()
	p.Settings.Change(func(s *settings.Settings) {
		s.Speech.Models.Set(id, speech)
		s.Transcription.Models.Set(id, transcription)
	})
	p.drain()
}

// asksAboutFile shows the question of Transcribe for a file.
func (p *user) asksAboutFile(name string) {
	p.t.Helper()
	p.ShowTranscribe()
	p.drops(recordingIn(p.t, p.t.TempDir(), name))
	p.sees("Transcribe this recording?")
	p.seesNot("Checking…")
}

// The fixed names are offered nowhere where the service lists others, whatever it says of these.
func TestAListOfNamesOffersItsOwnModelsForSound(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(1280, 2200)
		p := newNamesOnly(h).connects(h)
		offers := func(where string, models ...string) {
			t.Helper()
			p.sees("Guessed from its name")
			for _, m := range models {
				p.has(m)
			}
			if text := p.text(); strings.Contains(text, "tts-1") || strings.Contains(text, "whisper-1") {
				t.Errorf("%s offers a model that the service lacks: %s", where, text)
			}
			p.presses(fyne.KeyEscape)
		}
		p.opensSpeak()
		p.holds(fyne.KeyM)
		offers("Read aloud", "practice-tts-mini", "practice-orpheus")
		p.asksAboutFile("memo.mp3")
		p.holds(fyne.KeyM)
		offers("Transcribe", "practice-gpt-transcribe", "practice-whisper")
		p.clicks("Cancel")
		p.opensSection("Reading aloud")
		p.clicks("Model: practice-tts-mini")
		offers("Settings", "practice-tts-mini", "practice-orpheus")
		p.clicks("Dictation")
		p.clicks("Model: practice-whisper")
		offers("Settings", "practice-gpt-transcribe", "practice-whisper")
	})
}

// A model that was typed once is offered wherever models of its kind are, and marked if it was
// refused.
func TestATypedModelStaysInEveryMenu(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(1280, 2200)
		service := newNamesOnly(h)
		p := service.connects(h)
		p.opensSpeak()
		p.pastes("The last train had gone.")
		p.holds(fyne.KeyM)
		p.clicks("Enter a model name…")
		p.types("my-voice")
		p.presses(fyne.KeyReturn)
		p.clicks("Listen")
		p.until("the refusal", func() bool { return service.requests() == "my-voice" })
		p.until("the end", func() bool {
			phase := p.Speech.Snapshot().Phase
			return phase == speech.Idle || phase == speech.Failed
		})
		p.Speech.Stop()
		p.drain()
		p.holds(fyne.KeyM)
		p.sees("Refused by the service")
		p.clicks("practice-tts-mini")
		p.asksAboutFile("memo.mp3")
		p.transcribesWith("my-ears")
		p.holds(fyne.KeyM)
		p.clicks("practice-whisper")
		p.holds(fyne.KeyM)
		p.has("my-ears")
		p.presses(fyne.KeyEscape)
		p.clicks("Cancel")
		p.opensSection("Reading aloud")
		p.clicks("Model: practice-tts-mini")
		p.has("my-voice")
		p.sees("Refused by the service")
		p.presses(fyne.KeyEscape)
		p.clicks("Dictation")
		p.clicks("Model: practice-whisper")
		p.has("my-ears")
		p.presses(fyne.KeyEscape)
		p.clicks("Model for transcribing")
		p.types("our-ears")
		p.presses(fyne.KeyReturn)
		p.clicks("Model: our-ears")
		p.clicks("practice-whisper")
		p.clicks("Model: practice-whisper")
		p.has("our-ears")
	})
}

func TestBelowAModelThatEndsSoonThatIsSaid(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(1280, 2200)
		service := newNamesOnly(h)
		day := time.Now().AddDate(0, 0, 10)
		service.ends = map[string]time.Time{"practice-tts-mini": day, "practice-whisper": day}
		p := service.connects(h)
		p.settles("practice-tts-mini", "practice-whisper")
		p.opensSpeak()
		p.opensVoices()
		p.sees("practice-tts-mini ends on ")
		p.clicks("Choose another…")
		p.sees("Ends on ")
		p.clicks("practice-orpheus")
		p.seesNot("ends on ")
		p.asksAboutFile("memo.mp3")
		p.sees("practice-whisper ends on ")
		p.clicks("Choose another…")
		p.clicks("practice-gpt-transcribe")
		p.seesNot("ends on ")
		p.clicks("Cancel")
		p.opensSection("Dictation")
		p.sees("practice-whisper ends on ")
		p.clicks("Choose another…")
		p.clicks("practice-gpt-transcribe")
		p.seesNot("ends on ")
	})
}

// Nobody learns from an error after speaking or pressing Start that a model is gone.
func TestAModelForSoundThatIsGoneIsAskedAboutBeforeAnythingIsSent(t *testing.T) {
	const speaks, transcribes = "practice-tts-mini is no longer offered. Continue with ", "practice-whisper is no longer offered. Continue with practice-gpt-transcribe?"
	begin := func(t *testing.T, h *home) (*namesOnly, *user) {
		h.screen = fyne.NewSize(1280, 2200)
		service := newNamesOnly(h)
		p := service.connects(h)
		p.settles("practice-tts-mini", "practice-whisper")
		service.loses(p, "practice-speechwriter", "practice-tts-mini", "practice-whisper")
		return service, p
	}
	nothing := func(t *testing.T, h *home, s *namesOnly) {
		t.Helper()
		if asked := s.requests(); asked != "" || h.microphone.IsOpen() {
			t.Fatalf("sent before the answer: %q; the microphone is open: %v", asked, h.microphone.IsOpen())
		}
	}
	for name, tell := range map[string]func(t *testing.T, h *home, s *namesOnly, p *user){
		"Settings": func(t *testing.T, h *home, s *namesOnly, p *user) {
			p.holds(fyne.KeyComma) // begin with a question
			p.sees(speaks + "practice-orpheus?")
			p.tabsTo("Use practice-orpheus")
			p.presses(fyne.KeyReturn)
			p.hasKeyboard("Model: practice-orpheus")
			p.presses(fyne.KeyEscape)
			p.holds(fyne.KeyComma) // and now with the other one
			p.sees(transcribes)
			p.clicks("Keep practice-whisper")
			p.seesNot("is no longer offered")
			if a := p.Settings.Get(); a.Speech.Models[p.connection()] != "practice-orpheus" || a.Transcription.Models[p.connection()] != "practice-whisper" {
				t.Errorf("%v, %v", a.Speech.Models, a.Transcription.Models)
			}
			nothing(t, h, s)
		},
		"Read aloud": func(t *testing.T, h *home, s *namesOnly, p *user) {
			p.opensSpeak()
			p.pastes("The last train had gone.")
			p.opensVoices()
			p.sees(speaks + "practice-orpheus?")
			for _, asks := range []string{"Listen", "Save audio…"} {
				p.clicks(asks)
				p.wait(time.Second)
				nothing(t, h, s)
				p.clicks("Cancel")
			}
			p.clicks("Listen")
			p.clicks("Use practice-orpheus")
			p.reading(speech.Document)
			p.until("the request", func() bool { return s.requests() == "practice-orpheus" })
		},
		"a sample of a voice": func(t *testing.T, h *home, s *namesOnly, p *user) {
			p.opensSpeak()
			p.opensVoices()
			p.clicks("Try the voice Nova")
			p.wait(time.Second)
			nothing(t, h, s)
			p.clicks("Keep practice-tts-mini")
			p.until("the request", func() bool { return s.requests() == "practice-tts-mini" })
		},
		"Transcribe": func(t *testing.T, h *home, s *namesOnly, p *user) {
			p.asksAboutFile("memo.mp3")
			p.sees(transcribes)
			p.sees("Choose a model first.")
			p.clicks("Start")
			p.wait(time.Second)
			nothing(t, h, s)
			p.clicks("Use practice-gpt-tran…")
			p.clicks("Start")
			p.becomes("memo", transcripts.Done)
			if asked := s.requests(); asked != "practice-gpt-transcribe" {
				t.Errorf("asked %s", asked)
			}
		},
		"dictation": func(t *testing.T, h *home, s *namesOnly, p *user) {
			p.clicks("Dictate")
			p.sees(transcribes)
			p.wait(time.Second)
			nothing(t, h, s)
			p.clicks("Use practice-gpt-tran…")
			p.dictates(dictation.Listening)
			p.someone(h)
			p.clicks("Stop")
			p.dictates(dictation.Idle)
			if asked := s.requests(); asked != "practice-gpt-transcribe" || !strings.HasPrefix(p.written(), pearTree) {
				t.Errorf("asked %s; %q", asked, p.written())
			}
			p.seesNot("is no longer offered")
		},
		"a dictation that is answered elsewhere": func(t *testing.T, h *home, s *namesOnly, p *user) {
			p.clicks("Dictate")
			p.sees(transcribes)
			connection := p.connection()
			p.Settings.Change(func(a *settings.Settings) { a.Transcription.Models.Set(connection, "practice-gpt-transcribe") })
			p.seesNot("is no longer offered")
			nothing(t, h, s)
		},
		"a voice chat": func(t *testing.T, h *home, s *namesOnly, p *user) {
			p.clicks("Voice chat")
			p.sees(transcribes)
			nothing(t, h, s)
			p.clicks("Keep practice-whisper")
			p.sees(speaks + "practice-orpheus?")
			nothing(t, h, s)
			p.clicks("Use practice-orpheus")
			p.voiceChats(voicechat.Listening)
			p.someone(h)
			p.presses(fyne.KeySpace)
			var asked []string
			p.until("the requests", func() bool {
				asked = append(asked, strings.Fields(s.requests())...)
				return slices.Equal(slices.Compact(asked), []string{"practice-whisper", "practice-orpheus"})
			})
		},
		"a reply": func(t *testing.T, h *home, s *namesOnly, p *user) {
			p.sends("What is a lighthouse for?")
			p.readsToTheEnd()
			p.clicks("Read aloud")
			p.sees(speaks + "practice-orpheus?")
			p.wait(time.Second)
			nothing(t, h, s)
			p.clicks("Cancel")
			nothing(t, h, s)
			p.clicks("Read aloud")
			p.clicks("Use practice-orpheus")
			p.reading(speech.Message)
			p.until("the request", func() bool { return s.requests() == "practice-orpheus" })
		},
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				s, p := begin(t, h)
				tell(t, h, s, p)
			})
		})
	}
}

// What waits in the queue is asked about, too.
func TestAQueuedTranscriptWhoseModelIsGoneAsks(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newNamesOnly(h)
		p := service.connects(h)
		p.settles("", "practice-gpt-transcribe")
		p.Settings.Change(func(s *settings.Settings) { s.Transcription.ConcurrentFiles = 1 })
		service.hold = make(chan struct{})
		p.asksAboutFile("first.mp3")
		p.clicks("Start")
		p.settles("", "practice-whisper")
		p.asksAboutFile("second.mp3")
		p.clicks("Start")
		p.until("the request", func() bool { return service.requests() == "practice-gpt-transcribe" })
		service.loses(p, "practice-whisper")
		close(service.hold)
		p.becomes("first", transcripts.Done)
		service.requests()
		p.sees("practice-whisper is no longer offered. Continue with practice-gpt-transcribe?")
		p.wait(time.Minute)
		if asked := service.requests(); asked != "" || p.Transcripts.Busy() {
			t.Errorf("asked %s", asked)
		}
		p.clicks("Use practice-gpt-tran…")
		p.becomes("second", transcripts.Done)
		if asked := service.requests(); asked != "practice-gpt-transcribe" {
			t.Errorf("asked %s", asked)
		}
	})
}

// Where a service has lost its speech, the page says before Listen who reads instead.
func TestThatThisComputerReadsIsSaidBeforeListening(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		current, _ := p.Connections.Current()
		if err := p.Connections.Play(t.Context(), current.ID, practice.NoSpeechScene); err != nil {
			t.Fatal(err)
		}
		p.opensSpeak()
		p.sees("This computer's own voice, if it has one, reads instead.")
	})
}
