package core_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/connections"
	"parlando/app/recordings"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/app/transcripts"
	"parlando/assets/spoken"
	"parlando/client/practice"
	"parlando/media/microphone"
)

// awake is a computer that knows why it must not sleep.
type awake struct {
	mu      sync.Mutex
	reasons []string
}

func (a *awake) Hold(reason string) (release func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reasons = append(a.reasons, reason)
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		i := slices.Index(a.reasons, reason)
		a.reasons = slices.Delete(a.reasons, i, i+1)
	}
}

// isAwake checks what keeps the computer awake once nothing more happens at this time.
func (h *home) isAwake(when string, want ...string) {
	h.t.Helper()
	synctest.Wait()
	h.awake.mu.Lock()
	defer h.awake.mu.Unlock()
	if !slices.Equal(h.awake.reasons, want) {
		h.t.Errorf("%s: awake for %q, want %q", when, h.awake.reasons, want)
	}
}

// holdUp lets requests for sound wait until they are answered.
type holdUp struct {
	http.RoundTripper
	answers chan bool
}

// answer lets the request that waits through, or refuses it.
func (s *holdUp) answer(t *testing.T, well bool) {
	t.Helper()
	select {
	case s.answers <- well:
	case <-time.After(time.Minute):
		t.Fatal("no request waits")
	}
	synctest.Wait()
}

func (s *holdUp) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.Contains(r.URL.Path, "/audio/") {
		select {
		case well := <-s.answers:
			if !well {
				w := httptest.NewRecorder()
				w.WriteHeader(http.StatusUnauthorized)
				return w.Result(), nil
			}
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
	return s.RoundTripper.RoundTrip(r)
}

func TestTheComputerIsAwakeWhileSomethingIsRecorded(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		h.isAwake("at the start")
		p.Recordings.Start(recordings.PurposeKeep)
		time.Sleep(time.Minute)
		h.isAwake("recording", "Recording")
		p.Recordings.Stop()
		h.isAwake("stopped")

		p.Recordings.Start(recordings.PurposeVoiceChat)
		time.Sleep(time.Second)
		h.isAwake("in a voice chat", "Recording")
		h.mic.Unplug()
		h.isAwake("without a microphone")
		if phase := p.Recordings.Live().Phase; phase != recordings.Failed {
			t.Errorf("phase %d", phase)
		}
		h.mic.SetError(microphone.ErrNoDevice)
		p.Recordings.Start(recordings.PurposeDictation)
		time.Sleep(time.Second)
		h.isAwake("with no microphone")

		h.mic.SetError(nil)
		p.Recordings.Start(recordings.PurposeKeep)
		time.Sleep(time.Second)
		h.isAwake("recording again", "Recording")
		p.quit()
		h.isAwake("closed")
	})
}

func TestTheComputerIsAwakeWhileSomethingIsTranscribed(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		way := &holdUp{overThere{practice.New(practice.Options{}).Transport()}, make(chan bool)}
		h.net.service = way
		p := h.start()
		made := p.connects("https://api.example.org", practice.Key, connections.ConnectOptions{})
		var files []transcripts.File
		for _, name := range []string{"pear-tree.mp3", "mariposas.mp3"} {
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, spoken.Sound(name), 0o600); err != nil {
				t.Fatal(err)
			}
			files = append(files, transcripts.File{Path: path})
		}
		add := func() {
			t.Helper()
			if ids, refused := p.Transcripts.Add(t.Context(), files, transcripts.AddOptions{Connection: made.ID}); len(ids) != 2 {
				t.Fatalf("refused %+v", refused)
			}
		}
		add()
		time.Sleep(time.Minute)
		h.isAwake("two files", "Transcribing")
		way.answer(t, true)
		h.isAwake("the second file", "Transcribing")
		way.answer(t, true)
		h.isAwake("both are done")

		add()
		time.Sleep(time.Second)
		second := p.Transcripts.List()[1].ID
		for _, one := range p.Transcripts.List()[:2] {
			if err := p.Transcripts.Pause(t.Context(), one.ID); err != nil {
				t.Fatal(err)
			}
		}
		h.isAwake("until the answer to the first has come", "Transcribing")
		way.answer(t, true)
		h.isAwake("paused")
		if err := p.Transcripts.Resume(t.Context(), second); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		h.isAwake("gone on with", "Transcribing")
		way.answer(t, false)
		h.isAwake("failed")
		if err := p.Transcripts.Retry(t.Context(), second); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		h.isAwake("tried again", "Transcribing")
		p.quit()
		h.isAwake("closed")
	})
}

func TestTheComputerIsAwakeWhileASoundFileIsMade(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		way := &holdUp{overThere{practice.New(practice.Options{}).Transport()}, make(chan bool)}
		h.net.service = way
		p := h.start()
		made := p.connects("https://api.example.org", practice.Key, connections.ConnectOptions{})
		text := "The blue boxes go to the harbor."
		id, err := p.SpeechExports.Start(speechexports.Job{Title: "Boxes", Text: text, Voice: speech.Voice{Voice: "nova", Connection: made.ID}, Format: "mp3"})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		h.isAwake("being made", "Making a sound file")
		p.SpeechExports.Cancel(id)
		h.isAwake("stopped")
		again := func() {
			t.Helper()
			if err := p.SpeechExports.Resume(id); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			h.isAwake("gone on with", "Making a sound file")
		}
		again()
		way.answer(t, false)
		h.isAwake("failed")
		again()
		p.Recordings.Start(recordings.PurposeKeep)
		h.isAwake("recording, too", "Making a sound file", "Recording")
		way.answer(t, true)
		p.until("the sound file", func() bool { return p.SpeechExports.List()[0].State == speechexports.Done })
		h.isAwake("recording only", "Recording")
		p.quit()
		h.isAwake("closed")
	})
}
