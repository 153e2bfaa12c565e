package transcribe

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/transcripts/transcriber"
	"parlando/views/theme"
)

func TestABlockedTranscriptSaysWhyAndGoesOn(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	list := someTranscripts()
	list[1].Blocked = problem.Problem{Kind: problem.KeyRejected, Status: 401}
	w.SetTranscripts(list)
	if !strings.Contains(w.text(), "Paused: Key not accepted") {
		t.Errorf("it says %s", w.text())
	}
	w.press("Continue")
	w.Open("memo")
	if !strings.Contains(w.text(), "The service rejected another recording, so this one is waiting.") {
		t.Errorf("it says %s", w.text())
	}
	if !slices.Contains(w.said, "retry memo") {
		t.Errorf("it said %q", w.said)
	}
}

// prose is the shown text, as if no line were broken.
func (w *world) prose() string { return strings.ReplaceAll(w.text(), " | ", " ") }

func TestATranscriptThatAFullDiskHoldsBackBlamesNoService(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	list := someTranscripts()
	list[1].Blocked = problem.Problem{Kind: problem.Storage}
	w.SetTranscripts(list)
	w.Open("memo")
	if text := w.prose(); strings.Contains(text, "The service refused") || !strings.Contains(text, "Another transcript couldn't be saved") {
		t.Errorf("it says %s", text)
	}
}

func TestNothingIsCalledKeptThatIsInMemoryOnly(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	list := someTranscripts()
	list[2].Problem = problem.Problem{Kind: problem.Storage}
	w.SetTranscripts(list)
	w.Open("lecture")
	if strings.Contains(w.prose(), "kept") {
		t.Errorf("it says %s", w.prose())
	}
	list = someTranscripts()
	list[2].Problem, list[2].Unsaved = problem.Problem{Kind: problem.Storage}, true
	w.SetTranscripts(list)
	const unsaved = "The last part isn't saved yet. Free up some space and try again before you close Parlando. You won't be charged again."
	if !strings.Contains(w.prose(), unsaved) {
		t.Errorf("it says %s", w.prose())
	}
	w.press("Try again")
	if !slices.Contains(w.said, "retry lecture") {
		t.Errorf("it said %q", w.said)
	}
}

func TestARecordingThatADiskEndsSaysWhatIsKept(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	failed := recordings.Live{
		Phase: recordings.Failed, Purpose: recordings.PurposeKeep, Elapsed: time.Minute, Problem: problem.Problem{Kind: problem.RecordingNotStored},
	}
	const safe = "Everything saved up to that point is still here."
	w.SetLive(failed)
	if text := w.prose(); !strings.Contains(text, "couldn't be saved. Free up some space and try again.") || strings.Contains(text, safe) {
		t.Errorf("it says %s", text)
	}
	w.press("Close")
	if !slices.Contains(w.said, "dismiss") {
		t.Errorf("it said %q", w.said)
	}
	failed.Kept = true
	w.SetLive(failed)
	if !strings.Contains(w.prose(), safe) {
		t.Errorf("it says %s", w.prose())
	}
	failed.Elapsed = 0
	w.SetLive(failed)
	if !strings.Contains(w.prose(), "Recording couldn't start") {
		t.Errorf("it says %s", w.prose())
	}
	w.SetRecordings(kept(), "", now)
	w.OpenRecording("five")
	if text := w.prose(); strings.Contains(text, "All that was heard") || !strings.Contains(text, "Everything saved up to that point is here.") {
		t.Errorf("it says %s", text)
	}
}

func TestWhatNobodySpeaksInIsAskedAboutOnceMore(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	silent := shownQuestion{choices: choices{Model: "whisper-1"}, Files: []askedFile{{Name: "Recording", Silent: true, Estimate: transcriber.Estimate{Bytes: 100_000}}}}
	w.Ask(&silent)
	w.press("Start")
	if slices.Contains(w.said, "start") || !strings.Contains(w.text(), "No speech in this recording") {
		t.Fatalf("it said %q, and says %s", w.said, w.text())
	}
	w.press("Start anyway")
	if !slices.Contains(w.said, "start") {
		t.Errorf("it said %q", w.said)
	}
	w.said = nil
	spoken := shownQuestion{choices: choices{Model: "whisper-1"}, Files: []askedFile{{Name: "Recording", Estimate: transcriber.Estimate{Bytes: 100_000}}}}
	w.Ask(nil)
	w.Ask(&spoken)
	w.press("Start")
	if !slices.Contains(w.said, "start") {
		t.Errorf("it said %q", w.said)
	}
}
