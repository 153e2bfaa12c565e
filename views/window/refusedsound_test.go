package window

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/app/transcripts"
	"parlando/client/practice"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/widgets"
)

// picky is the practice gateway with a model that refuses a field of the requests at one path:
// whatever its value, or above most.
type picky struct {
	http.RoundTripper
	path, field string
	most        float64 // 0 knows no such field, unless it takes it with any value
	takes       bool

	mu  sync.Mutex
	got []string // the values of the field, "" for none
}

func newPicky(h *home, path, field string, most float64) *picky {
	s := &picky{RoundTripper: practice.New(practice.Options{}).Transport(), path: path, field: field, most: most}
	h.net.service = s
	return s
}

func (s *picky) values() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.got, ",")
}

func (s *picky) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.URL.Path, s.path) {
		return s.RoundTripper.RoundTrip(r)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	value := fieldOf(r.Header.Get("Content-Type"), body, s.field)
	s.mu.Lock()
	s.got = append(s.got, value)
	most, takes := s.most, s.takes
	s.mu.Unlock()
	number, _ := strconv.ParseFloat(value, 64)
	said := ""
	switch {
	case value == "" || takes:
	case most == 0:
		said = `{"error":{"message":"Unknown parameter: '` + s.field + `'.","type":"invalid_request_error","param":"` + s.field + `","code":"unknown_parameter"}}`
	case number > most:
		most := strconv.FormatFloat(most, 'f', -1, 64)
		said = `{"error":{"message":"Invalid '` + s.field + `': must be between 0 and ` + most + `.","type":"invalid_request_error","param":"` + s.field + `","code":"invalid_value"}}`
	}
	if said == "" {
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(bytes.NewReader(body))
		return s.RoundTripper.RoundTrip(again)
	}
	return &http.Response{
		StatusCode: http.StatusBadRequest, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(said)), ContentLength: int64(len(said)), Request: r,
	}, nil
}

func (s *picky) CloseIdleConnections() {
	s.RoundTripper.(interface{ CloseIdleConnections() }).CloseIdleConnections()
}

// fieldOf is a field of a request's body, "" if it has none.
func fieldOf(kind string, body []byte, field string) string {
	kind, options, _ := mime.ParseMediaType(kind)
	if kind == "application/json" {
		var all map[string]json.RawMessage
		_ = json.Unmarshal(body, &all)
		return string(all[field])
	}
	for parts := multipart.NewReader(bytes.NewReader(body), options["boundary"]); ; {
		part, err := parts.NextPart()
		if err != nil {
			return ""
		}
		if part.FormName() == field {
			value, _ := io.ReadAll(part)
			return string(value)
		}
	}
}

// entersAt gives Parlando the address of the service of this home.
func (h *home) entersAt() *user {
	p := h.start()
	p.fillsIn("api.example.org", practice.Key)
	p.has("Message")
	return p
}

// asksForSpeed moves the slider of the panel of Read aloud.
func (p *user) asksForSpeed(speed float64) {
	p.t.Helper()
	seen.Walk(p.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
		if s, ok := o.(*widgets.Slider); ok && s.AccessibilityLabel() == "Speed" {
			s.OnChanged(speed)
		}
	})
	p.wait(2 * time.Second)
}

// listens presses Listen and waits until the end.
func (p *user) listens() {
	p.t.Helper()
	p.clicks("Listen")
	p.reading(speech.Document)
	p.until("the end", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
}

func TestARefusedSpeedIsChangedWithOneClickAndALowerOneIsSent(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newPicky(h, "/audio/speech", "speed", 1.25)
		// in a lower one the files that were made have to be scrolled to
		h.screen = fyne.NewSize(1280, 1000)
		p := h.entersAt()
		p.opensSpeak()
		p.pastes("The last train had gone.")
		p.opensVoices()
		p.asksForSpeed(1.5)
		p.clicks("Listen")
		p.sees("With this model, “Speed” must be between 0.0 and 1.25. It is set to 1.5.")
		p.sees("This model accepts 0.0 to 1.25") // beside the slider
		p.pressesControl("Set to 1.25 and read")
		p.reading(speech.Document)
		p.until("the end", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		if got := p.Settings.Get().Speech.RequestSpeed; got != 1.25 {
			t.Errorf("the speed is %v", got)
		}
		p.asksForSpeed(0.8)
		p.listens()
		if got := service.values(); got != "1.5,1.25,0.8" {
			t.Errorf("the service was asked for %s", got)
		}

		// What is accepted after all is not refused any more.
		service.mu.Lock()
		service.most = 2
		service.mu.Unlock()
		p.asksForSpeed(1.75)
		p.listens()
		p.seesNot("This model accepts 0.0 to 1.25")
		service.mu.Lock()
		service.most, service.got = 1.25, nil
		service.mu.Unlock()

		// A file that is made of it fails in the same way, and goes on in the same way.
		p.asksForSpeed(1.5)
		p.frame.Files().RememberFolder(shell.SaveSound, t.TempDir())
		p.clicks("Save audio…")
		p.clicks("Save")
		p.until("the refusal", func() bool {
			l := p.SpeechExports.List()
			return len(l) == 1 && l[0].State == speechexports.Failed
		})
		p.sees("With this model, “Speed” must be between 0.0 and 1.25. It is set to 1.5.")
		p.clicks("Create without this setting")
		p.until("the file", func() bool { return p.SpeechExports.List()[0].State == speechexports.Done })
		if got := service.values(); got != "1.5," {
			t.Errorf("the service was asked for %s", got)
		}
	})
}

func TestASpeedTheModelDoesNotKnowIsTriedAgainOnceTheModelsAreRefreshed(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newPicky(h, "/audio/speech", "speed", 0)
		h.screen = fyne.NewSize(1600, 800) // in a narrower one the player says so in its hint
		p := h.entersAt()
		p.opensSpeak()
		p.pastes("The last train had gone.")
		p.opensVoices()
		p.asksForSpeed(1.5)
		p.clicks("Listen")
		p.reading(speech.Document)
		p.sees("“Speed” wasn't used: this model doesn't support it.")
		p.until("the end", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		p.sees("Not sent: this model doesn't accept it")
		p.listens()
		p.listens() // from what is kept
		if got := service.values(); got != "1.5,," {
			t.Errorf("the service was asked for %s", got)
		}
		p.top.OnRefresh()
		p.drain()
		p.seesNot("Not sent: this model doesn't accept it")
		p.listens()
		p.pressesControl("Try again") // beside the slider
		p.listens()
		if got := service.values(); got != "1.5,,,1.5,,1.5," {
			t.Errorf("the service was asked for %s", got)
		}
	})
}

// asksAbout drops a recording and waits until it was looked at.
func (p *user) asksAbout(name string) {
	p.t.Helper()
	p.drops(recordingIn(p.t, p.t.TempDir(), name))
	p.until("it to be looked at", func() bool { return p.reads("1 request") })
}

func TestARefusedTemperatureOfATranscriptIsChangedWithOneClick(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newPicky(h, "/audio/transcriptions", "temperature", 0.5)
		p := h.entersAt()
		p.asksAbout("Lecture.mp3")
		p.clicks("More")
		p.slides("Creativity", 0.9)
		p.clicks("Start")
		p.becomes("Lecture", transcripts.Failed)
		p.sees("With this model, “Creativity” must be between 0.0 and 0.5. It is set to 0.9.")
		p.hasNot("Try again")
		p.clicks("Use 0.5 and transcribe")
		p.becomes("Lecture", transcripts.Done)
		p.asksAbout("Talk.mp3")
		p.sees("This model accepts 0.0 to 0.5")
		p.slides("Creativity", 0.3)
		p.clicks("Start")
		p.becomes("Talk", transcripts.Done)
		if got := service.values(); got != "0.9,0.5,0.3" {
			t.Errorf("the service was asked with %s", got)
		}
	})
}

func TestASettingOfTranscriptsThatIsNotAcceptedIsTriedAgainOnceItIsForgotten(t *testing.T) {
	const notSent = "Not sent: this model doesn't accept it"
	for field, c := range map[string]struct {
		set   func(p *user)
		value string
	}{
		"temperature": {func(p *user) { p.slides("Creativity", 0.5) }, "0.5"},
		"language": {func(p *user) {
			if p.reads("Detect automatically") { // else it is what was chosen last
				p.clicks("Detect automatically")
				p.types("English")
				p.presses(fyne.KeyReturn)
			}
		}, "en"},
	} {
		t.Run(field, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				service := newPicky(h, "/audio/transcriptions", field, 0)
				p := h.entersAt()
				transcribes := func(name string, forget func()) {
					t.Helper()
					p.asksAbout(name + ".mp3")
					if field == "temperature" && name == "One" {
						p.clicks("More") // which stays open
					}
					c.set(p)
					if p.drain(); p.reads(notSent) != (name != "One") {
						t.Errorf("%s: what the model refuses is told at the wrong time", name)
					}
					forget()
					p.seesNot(notSent)
					p.clicks("Start")
					p.becomes(name, transcripts.Done)
				}
				transcribes("One", func() {})
				transcribes("Two", func() { p.pressesControl("Try again") })
				transcribes("Three", p.top.OnRefresh)
				want := strings.Repeat(c.value+",,", 3)
				if got := service.values() + ","; got != want {
					t.Errorf("the service was asked with %q, want %q", got, want)
				}
			})
		})
	}
}

// How a text is to be read is typed once and holds for everything that is read aloud. A voice that
// refuses it reads as usual, and the page says so.
func TestInstructionsOnHowToReadHoldEverywhereUntilTheModelRefusesThem(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newPicky(h, "/audio/speech", "instructions", 0)
		service.takes = true
		h.screen = fyne.NewSize(1280, 1000)
		p := h.entersAt()
		p.opensSpeak()
		p.pastes("The last train had gone.")
		p.listens()
		p.opensVoices()
		p.clicks("How to read it")
		p.types("Calmly, like a bedtime story")
		p.until("it to be stored", func() bool { return p.Settings.Get().Speech.Instructions == "Calmly, like a bedtime story" })
		p.listens()
		p.frame.Files().RememberFolder(shell.SaveSound, t.TempDir())
		p.clicks("Save audio…")
		p.clicks("Save") // from what was heard
		p.until("the file", func() bool {
			l := p.SpeechExports.List()
			return len(l) == 1 && l[0].State == speechexports.Done
		})
		calmly := `"Calmly, like a bedtime story"`
		if got := service.values(); got != ","+calmly {
			t.Errorf("the service was asked for %s", got)
		}

		service.mu.Lock()
		service.takes, service.got = false, nil
		service.mu.Unlock()
		p.pressesControl("More")
		p.clicks("Clear")
		p.pastes("It was late.")
		p.listens()
		p.sees("Not sent: this model doesn't accept it")
		p.listens()
		p.listens() // from what is kept, as is the file
		p.clicks("Save audio…")
		p.clicks("Save")
		p.until("the file", func() bool {
			l := p.SpeechExports.List()
			return len(l) == 2 && l[0].State == speechexports.Done && l[1].State == speechexports.Done
		})
		if got := service.values(); got != calmly+",," {
			t.Errorf("the service was asked for %s", got)
		}
		p.pressesControl("Try again") // below the field
		p.seesNot("Not sent: this model doesn't accept it")

		p.clicks("Standard")
		p.clicks("This computer's voice")
		p.sees("This computer's voice always reads in the same way.")
	})
}
