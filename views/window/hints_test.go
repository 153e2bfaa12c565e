package window

import (
	"bytes"
	"io"
	"mime/multipart"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/dictation"
	"parlando/app/settings"
	"parlando/app/transcripts"
	"parlando/client/practice"
	"parlando/views/shell"
)

// forms are the fields of the recordings that went to the service, without the recordings.
func (n *network) forms(t *testing.T) (all []map[string][]string) {
	t.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, body := range n.body {
		end := bytes.IndexByte(body, '\r')
		if !bytes.HasPrefix(body, []byte("--")) || end < 0 {
			continue
		}
		form := map[string][]string{}
		parts := multipart.NewReader(bytes.NewReader(body), string(body[2:end]))
		for {
			part, err := parts.NextPart()
			if err != nil {
				break
			}
			if value, err := io.ReadAll(part); err == nil && part.FileName() == "" {
				form[part.FormName()] = append(form[part.FormName()], string(value))
			}
		}
		all = append(all, form)
	}
	return all
}

// connectsToScene connects to a service that is a scene of practice.
func (h *home) connectsToScene(scene string) *user {
	h.t.Helper()
	h.net.service = practice.New(practice.Options{TokenInterval: -1}).Transport()
	p := h.start()
	p.fillsIn("https://api.example.org/"+scene+"/v1", practice.Key)
	p.sees("What can I help with?")
	return p
}

// A model that reads neither language nor prompt gets the names of a dictation all the same.
func TestADictationTellsTheNamesInTheWayTheModelReads(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.connectsToScene(practice.SpecialSpeechScene)
		current, _ := p.Connections.Current()
		p.Settings.Change(func(s *settings.Settings) {
			s.Transcription.Models = map[chat.ID]string{current.ID: practice.GPTTranscriptionModel}
			s.Dictation.Words = []string{"Ana Costa", "a <b>", "pair tree -> pear tree", "Quintus"}
			s.Dictation.Language = "en"
		})
		p.composer.FocusText()
		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		p.someone(h)
		p.clicks("Stop")
		p.dictates(dictation.Idle)
		if text := p.written(); !strings.HasPrefix(text, pearTree) {
			t.Errorf("%q", text)
		}
		forms := h.net.forms(t)
		if len(forms) == 0 {
			t.Fatal("nothing was sent")
		}
		f := forms[len(forms)-1]
		if !slices.Equal(f["keywords[]"], []string{"Ana Costa", "Quintus"}) || !slices.Equal(f["languages[]"], []string{"en"}) || f["prompt"] != nil || f["language"] != nil {
			t.Errorf("sent %q", f)
		}
	})
}

func TestALanguageThatAModelRefusesIsLeftOutAndSaid(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.connectsToScene(practice.SpecialSpeechScene)
		// as it was chosen the last time
		p.Settings.Change(func(s *settings.Settings) { s.Transcription.Language = "nn" })
		p.drops(recordingIn(t, t.TempDir(), "Interview.mp3"))
		p.sees("1 request")
		p.transcribesWith(practice.GPTTranscriptionModel)
		p.sees("Norwegian Nynorsk")
		p.clicks("Start")
		p.becomes("Interview", transcripts.Done)
		p.sees("English")
		p.sees("You chose Norwegian Nynorsk, but the service heard English.")
		// The refused language is not sent again.
		before := len(h.net.forms(t))
		p.clicks("More")
		p.clicks("Transcribe again…")
		p.sees("2 requests") // for exact times, because the model gives none
		p.clicks("Start")
		p.until("both to be done", func() bool {
			l := p.Transcripts.List()
			return len(l) == 2 && l[0].State == transcripts.Done && l[1].State == transcripts.Done
		})
		for _, f := range h.net.forms(t)[before:] {
			if len(f["languages[]"])+len(f["language"]) > 0 {
				t.Errorf("sent %q", f)
			}
		}
	})
}

func TestATranscriptShowsWhoSpeaksAndIsSavedWithThem(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.connectsToScene(practice.SpecialSpeechScene)
		p.drops(recordingIn(t, t.TempDir(), "Interview.mp3"))
		p.sees("1 request")
		p.transcribesWith(practice.DiarizingModel)
		p.clicks("Start")
		p.becomes("Interview", transcripts.Done)
		p.sees("Speaker 1")
		p.sees("Speaker 2")
		folder := t.TempDir()
		p.frame.Files().RememberFolder(shell.SaveText, folder)
		p.clicks("Save as…")
		p.clicks("Plain text (.txt)")
		p.clicks("Save")
		p.until("the file", func() bool { return len(p.namesIn(folder)) == 1 })
		p.wait(time.Second)
		saved, err := os.ReadFile(filepath.Join(folder, p.namesIn(folder)[0]))
		if err != nil || !strings.Contains(string(saved), "Speaker 1: ") || !strings.Contains(string(saved), "Speaker 2: ") {
			t.Errorf("saved %.300q, %v", saved, err)
		}
	})
}
