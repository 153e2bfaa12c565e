package window

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/app/transcripts/export"
	"parlando/views/seen"
	"parlando/views/shell"
)

// namesIn are the names of the files in a folder.
func (p *user) namesIn(dir string) (names []string) {
	p.t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

func TestATranscriptIsSavedInEveryFormatAndAllAreSavedAtOnce(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		_, lines := p.opensExample()
		one, all := t.TempDir(), t.TempDir()
		p.frame.Files().RememberFolder(shell.SaveText, one)
		p.clicks("Save as…")
		p.clicks("All formats")
		p.sees("All formats, to be saved in ")
		p.clicks("Save")
		p.sees("Saved 7 files in ")
		p.sees("Open folder")
		names := p.namesIn(one)
		for _, f := range export.Formats() {
			if !slices.Contains(names, "The old pear tree"+f.Ext()) {
				t.Errorf("there is no %s in %q", f, names)
			}
		}
		if len(names) != len(export.Formats()) {
			t.Errorf("there is %q", names)
		}

		p.drops(recordingIn(t, t.TempDir(), "Second.mp3"))
		p.sees("1 request")
		p.clicks("Start")
		p.becomes("Second", transcripts.Done)
		p.frame.Files().RememberFolder(shell.SaveText, all)
		p.clicks("All transcripts")
		p.clicks("Save all transcripts…")
		p.sees("2 transcripts, to be saved in ")
		p.clicks("Plain text (.txt)")
		p.clicks("Subtitles (.srt)")
		p.clicks("Save")
		p.sees("Saved 2 files in ")
		names = p.namesIn(all)
		if !slices.Equal(names, []string{"Second.srt", "The old pear tree.srt"}) {
			t.Errorf("there is %q", names)
		}
		if text, err := os.ReadFile(filepath.Join(all, "Second.srt")); err != nil || !strings.Contains(string(text), lines[0].Text) {
			t.Errorf("it is %q, %v", text, err)
		}
	})
}

func TestATranscriptIsTranslatedCorrectedAndTakenBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id, lines := p.opensExample()
		p.clicksLine(lines[0].Text)
		p.clicks("More")
		p.clicks("Translate into…")
		p.seesNot("Detect automatically")
		p.types("German")
		p.clicks("German")
		p.sees("All lines have been translated into German.")
		p.clicks("OK")
		p.seesNot("All lines have been translated into German.")
		now := p.linesOf(id)
		if len(now) != len(lines) || now[0].Translation == "" || now[len(now)-1].Translation == "" || now[0].Text != lines[0].Text {
			t.Fatalf("it is %+v", now)
		}
		p.sees(now[0].Translation)
		// A word of it is corrected where it stands.
		p.clicksLine(now[1].Translation)
		p.presses(fyne.KeyEnd)
		p.types(" Und mehr.")
		p.wait(2 * time.Second)
		p.until("the translation to be kept", func() bool { return p.linesOf(id)[1].Translation == now[1].Translation+" Und mehr." })
		if got := p.linesOf(id); len(got) != len(now) || got[1].Text != now[1].Text {
			t.Errorf("it is %+v", got)
		}
		p.holds(fyne.KeyZ)
		p.wait(time.Second)
		p.until("that to be taken back", func() bool { return p.linesOf(id)[1].Translation == now[1].Translation })
		p.holds(fyne.KeyZ)
		p.wait(time.Second)
		p.until("all translations to be taken back at once", func() bool {
			return !slices.ContainsFunc(p.linesOf(id), func(l transcripts.Line) bool { return l.Translation != "" })
		})
	})
}

func TestASoundFileThatWentElsewhereIsFound(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		before, after := t.TempDir(), t.TempDir()
		p := h.looksAround()
		p.drops(recordingIn(t, before, "Walk.mp3"))
		p.sees("1 request")
		p.clicks("Start")
		one := p.becomes("Walk", transcripts.Done)
		path := filepath.Join(after, "Walk by the river.mp3")
		if err := os.Rename(one.Path, path); err != nil {
			t.Fatal(err)
		}
		p.quit()

		p = h.start()
		p.clicks("Transcribe")
		p.sees("audio not found")
		p.clicksLine("Walk")
		p.sees("The audio file was moved or deleted.")
		p.clicks("Locate file…")
		p.sees("Locate the audio file")
		p.clicks("Cancel")
		if err := p.Transcripts.Locate(t.Context(), one.ID, path); err != nil {
			t.Fatal(err)
		}
		p.seesNot("The audio file was moved or deleted.")
		p.has("Playback position: 0%")
		p.clicks("Play")
		p.until("the sound", func() bool { return p.Speech.Snapshot().Phase == speech.Playing })
		p.Speech.Stop()
		p.drain()
	})
}

func TestAQuestionGrowsWithTheNameOfItsFolder(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensExample()
		p.clicks("All transcripts")
		p.clicks("Save all transcripts…")
		p.sees("1 transcript, to be saved in ")
		at := func(name string) *seen.Rect { return seen.Find(p.window.Canvas(), true, name).Control }
		choose, save := at("Choose a folder…"), at("Save")
		folder := filepath.Join(t.TempDir(), strings.Repeat("a folder of interviews ", 9))
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		h.dialogs.choosing(folder)
		p.clicks("Choose a folder…")
		p.sees("of interviews")
		below := func(r *seen.Rect, name string) float32 { return at(name).Position.Y - r.Position.Y }
		grown := at("Save").Position.Y - at("Choose a folder…").Position.Y
		if grown != save.Position.Y-choose.Position.Y || below(save, "Save") < 20 {
			t.Errorf("Choose folder… went %v down, Save %v", below(choose, "Choose a folder…"), below(save, "Save"))
		}
	})
}
