package transcribe

import (
	"slices"
	"strings"
	"testing"

	"parley/app/problem"
	"parley/app/transcripts/scribe"
	"parley/views/theme"
)

func TestWhatIsHeldBackSaysWhyAndGoesOn(t *testing.T) {
	w := open(t, theme.Light, 1024)
	list := queue()
	list[1].Held = problem.Problem{Kind: problem.KeyRejected, Status: 401}
	w.SetTranscripts(list)
	if !strings.Contains(w.text(), "Held back: Key not accepted") {
		t.Errorf("it says %s", w.text())
	}
	w.press("Go on")
	w.Open("memo")
	if !strings.Contains(w.text(), "The service refused another recording, and would refuse this one too.") {
		t.Errorf("it says %s", w.text())
	}
	if !slices.Contains(w.said, "retry memo") {
		t.Errorf("it said %q", w.said)
	}
}

func TestWhatNobodySpeaksInIsAskedAboutOnceMore(t *testing.T) {
	w := open(t, theme.Light, 1024)
	silent := Question{Choices: Choices{Model: "whisper-1"}, Files: []Asked{{Name: "Recording", Silent: true, Estimate: scribe.Estimate{Bytes: 100_000}}}}
	w.Ask(&silent)
	w.press("Start")
	if slices.Contains(w.said, "start") || !strings.Contains(w.text(), "Nobody speaks in this recording") {
		t.Fatalf("it said %q, and says %s", w.said, w.text())
	}
	w.press("Start all the same")
	if !slices.Contains(w.said, "start") {
		t.Errorf("it said %q", w.said)
	}
	w.said = nil
	spoken := Question{Choices: Choices{Model: "whisper-1"}, Files: []Asked{{Name: "Recording", Estimate: scribe.Estimate{Bytes: 100_000}}}}
	w.Ask(nil)
	w.Ask(&spoken)
	w.press("Start")
	if !slices.Contains(w.said, "start") {
		t.Errorf("it said %q", w.said)
	}
}
