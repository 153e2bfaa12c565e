package core_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/app/speechexports"
)

// Someone saves a text as a file, quits in the middle, and goes on the next day.
func TestQuittingInTheMiddleOfASoundFileKeepsItsParts(t *testing.T) {
	h := newHome(t)
	p := h.start()
	if err := p.Connections.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "Boxes.mp3")
	text := strings.Repeat("# A chapter\n\nThe blue boxes go to the harbor.\n\n", 10)
	id, err := p.SpeechExports.Start(speechexports.Job{Title: "Boxes", Text: text, Voice: speech.Voice{Voice: "nova"}, Format: "mp3", Path: path})
	if err != nil {
		t.Fatal(err)
	}
	until := func(what string, is func(speechexports.SpeechExport) bool) speechexports.SpeechExport {
		t.Helper()
		for {
			if n := p.SpeechExports.List()[0]; is(n) {
				return n
			} else if n.State == speechexports.Failed {
				t.Fatalf("not %s: %+v", what, n)
			}
			select {
			case <-p.Marks.Ready():
				p.Marks.Take()
			case <-t.Context().Done():
				t.Fatalf("not %s", what)
			}
		}
	}
	until("begun", func(n speechexports.SpeechExport) bool { return n.PartsDone >= 2 })
	p.quit()

	p = h.start()
	n := p.SpeechExports.List()[0]
	if n.State != speechexports.Stopped || n.Problem.Kind != problem.Interrupted || n.PartsDone < 2 || n.PartsDone == n.Parts || n.Voice.Model != "tts-1" {
		t.Fatalf("%+v", n)
	}
	if err := p.SpeechExports.Resume(id); err != nil {
		t.Fatal(err)
	}
	n = until("done", func(n speechexports.SpeechExport) bool { return n.State == speechexports.Done })
	if info, err := os.Stat(path); err != nil || info.Size() != n.Bytes || n.SavedAs != path {
		t.Errorf("%+v, %v", n, err)
	}
}
