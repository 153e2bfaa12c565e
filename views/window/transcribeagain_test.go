package window

import (
	"os"
	"path/filepath"
	"testing"

	"parlando/app/transcripts"
	"parlando/client/practice"
	"parlando/views/shell"
)

func TestTranscribingAgainKeepsWhatThereIs(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.drops(recordingIn(t, t.TempDir(), "Interview.mp3"))
		p.sees("1 request")
		p.transcribesWith("no-such-model")
		p.clicks("Start")
		failed := p.becomes("Interview", transcripts.Failed)

		// With another model that fails, too, the first one is still there.
		p.clicks("Choose a model")
		p.sees("The unfinished transcript stays until this one is done.")
		p.until("it to be looked at", func() bool { return p.reads("1 request") })
		p.transcribesWith("no-such-model-either")
		p.clicks("Start")
		p.until("both to have failed", func() bool {
			l := p.Transcripts.List()
			return len(l) == 2 && l[0].State == transcripts.Failed && l[1].State == transcripts.Failed
		})
		p.sees("Model: no-such-model-either")
		if was, ok := p.Transcripts.Get(failed.ID); !ok || was.Model != "no-such-model" || was.Problem != failed.Problem {
			t.Errorf("the first one is %+v", was)
		}

		// One that is done takes the place of both, also on the screen.
		p.clicks("Choose a model")
		p.until("it to be looked at", func() bool { return p.reads("1 request") })
		p.transcribesWith(practice.TranscriptionModel)
		p.clicks("Start")
		p.transcribe.Open(failed.ID)
		done := p.becomes("Interview", transcripts.Done)
		p.until("it to be alone", func() bool { return len(p.Transcripts.List()) == 1 })
		p.until("it to be shown", func() bool { return p.transcribe.ShownTranscript() == done.ID })

		// One that is done stays beside the new one.
		p.clicks("More")
		p.clicks("Transcribe again…")
		p.sees("Your current transcript doesn't change.")
		p.until("it to be looked at", func() bool { return p.reads("1 request") })
		p.clicks("Start")
		p.until("both to be done", func() bool {
			l := p.Transcripts.List()
			return len(l) == 2 && l[0].State == transcripts.Done && l[1].State == transcripts.Done
		})
		p.sees(practice.TranscriptionModel)

		// What the service answered is saved byte by byte.
		folder := t.TempDir()
		p.frame.Files().RememberFolder(shell.SaveText, folder)
		p.clicks("Save as…")
		p.clicks("What the service sent…")
		p.seesNot("Each response is saved as its own file")
		p.clicks("Save")
		p.sees("Show in folder")
		answers, err := p.Transcripts.Responses(done.ID)
		if err != nil || len(answers) != 1 {
			t.Fatal(answers, err)
		}
		if data, err := os.ReadFile(filepath.Join(folder, "Interview.json")); err != nil || string(data) != answers[0].Raw {
			t.Errorf("saved %q, %v", data, err)
		}
	})
}
