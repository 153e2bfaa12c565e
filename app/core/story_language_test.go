package core_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speech/speechtext"
	"parlando/app/speechexports"
	"parlando/media/voice/voicetest"
)

// tellsVoices has the voice of this computer note the voices it was asked for, and returns a
// function that returns those of the last few sentences.
func tellsVoices(t *testing.T) (asked func() []string) {
	t.Helper()
	voicetest.NeedsVoice(t)
	path, err := exec.LookPath("espeak-ng")
	if err != nil {
		t.Skip("espeak-ng is missing: run .ci/install test")
	}
	folder := t.TempDir()
	noted := filepath.Join(folder, "noted")
	program := "#!/bin/sh\necho \"$@\" >> '" + noted + "'\nexec '" + path + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(folder, "espeak-ng"), []byte(program), 0o700); err != nil { //nolint:gosec // It is a program.
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	return func() []string {
		file, err := os.ReadFile(noted)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(noted); err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, m := range regexp.MustCompile(`-v ([a-z-]+)\+`).FindAllSubmatch(file, -1) {
			all = append(all, string(m[1]))
		}
		return all
	}
}

func TestTheVoiceOfThisComputerSpeaksTheLanguageOfTheText(t *testing.T) {
	asked := tellsVoices(t)
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.Speech.SetWords(speechtext.Words{Language: "en"})
		reads := func(body string, want ...string) {
			t.Helper()
			p.Speech.Say(speech.Text{Source: speech.MessageSource("m"), Conversation: "c", Body: body}, speech.Voice{Local: true})
			p.listens(speech.Playing)
			p.listens(speech.Idle)
			if got := asked(); !slices.Equal(got, want) {
				t.Errorf("%q is read by the voices %q, not %q", body, got, want)
			}
		}
		reads("Okay.", "en-us")
		reads("Das kann ich gern machen. Wie lang soll der Text denn werden?", "de", "de")
		reads("Okay.", "de")
		reads("Ich habe den Text übersetzt. Hier ist er:\n\nI don't know. You could ask somebody from the office.", "de", "de", "en-us", "en-us")

		p.Settings.Change(func(s *settings.Settings) { s.Comfort.Announce = true })
		p.Announcements.Say("a", "Reply done.")
		time.Sleep(time.Minute)
		p.Speech.SetWords(speechtext.Words{Language: "de"})
		p.Announcements.Say("a", "Antwort fertig.")
		time.Sleep(time.Minute)
		if got := asked(); !slices.Equal(got, []string{"en-us", "de"}) {
			t.Errorf("announcements in English and German have the voices %q", got)
		}

		id, err := p.SpeechExports.Start(speechexports.Job{
			Title: "t", Text: "Je ne sais pas. Le mieux est de demander.", Plain: true, Voice: speech.Voice{Local: true, Voice: "alloy"}, Format: "wav",
		})
		if err != nil {
			t.Fatal(err)
		}
		p.until("the sound file", func() bool {
			for _, one := range p.SpeechExports.List() {
				if one.ID == id {
					return one.State == speechexports.Done
				}
			}
			return false
		})
		if got := asked(); !slices.Equal(got, []string{"fr-fr", "fr-fr"}) {
			t.Errorf("a French sound file has the voices %q", got)
		}
	})
}
