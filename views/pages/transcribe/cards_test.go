package transcribe

import (
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/views/seen"
	"parlando/views/theme"
)

// refused is a refusal of a field's value.
func refused(field, value string) problem.Refusal {
	return problem.Refusal{Field: field, Value: value, Min: new(float64), Max: new(float64)}
}

func TestEachButtonOfTheCardsIsPassedOn(t *testing.T) {
	const again = "Transcribe without it"
	blocked, live := problem.Problem{Kind: problem.KeyRejected}, recordings.Live{Purpose: recordings.PurposeKeep, Phase: recordings.Hearing}
	temperature := refused("temperature", "2")
	failed := problem.Problem{Kind: problem.RefusedSetting, Status: 400, Detail: "what it said", Refusal: &temperature}
	for _, c := range []struct {
		change        func(*transcripts.Transcript)
		press, passed string
	}{
		{func(t *transcripts.Transcript) { t.State = transcripts.Working }, "Pause", "pause a"},
		{func(t *transcripts.Transcript) { t.State = transcripts.Working }, "Cancel", "cancel a"},
		{func(t *transcripts.Transcript) { t.Gone = true }, "Use whisper-large", "use whisper-large for a"},
		{func(t *transcripts.Transcript) { t.Gone = true }, "Keep it", "keep for a"},
		{func(t *transcripts.Transcript) { t.Blocked = blocked }, "Cancel", "cancel a"},
		{func(t *transcripts.Transcript) { t.State = transcripts.Paused }, "Cancel", "cancel a"},
		{func(t *transcripts.Transcript) { t.State, t.Problem = transcripts.Failed, failed }, again, "retry a temperature <nil>"},
		{func(t *transcripts.Transcript) { t.State, t.Problem = transcripts.Failed, failed }, "Copy details", "copied"},
		{func(t *transcripts.Transcript) { t.State, t.Problem = transcripts.Failed, failed }, "Delete", "delete a"},
	} {
		w := openBody(t, theme.Light, 720)
		one := transcripts.Transcript{ID: "a", Title: "A talk", State: transcripts.Waiting}
		c.change(&one)
		w.SetTranscripts([]transcripts.Transcript{one})
		w.Open("a")
		w.said = nil
		w.press(c.press)
		w.heard(c.passed)
	}
	w := openBody(t, theme.Light, 1024)
	w.SetExamples([]example{{"pear", "The old pear tree", "English"}}, "")
	w.press("The old pear tree")
	w.SetLive(live)
	w.press("Discard")
	w.heard("example pear", "discard")
}

func TestEachOptionOfTheQuestionIsPassedOn(t *testing.T) {
	w := openBody(t, theme.Light, 720)
	q := someQuestion()
	q.Files, q.Language, q.Temperature, q.Times = q.Files[:1], "de", new(float64), &timesChoice{effort{Requests: 40}, effort{Requests: 4}}
	q.Refusals = []catalog.Refusal{{Refusal: refused("language", "de"), At: now}}
	w.Ask(q)
	w.said = nil
	focus := func() string { return seen.Label(w.window.Canvas().Focused().(fyne.CanvasObject)) }
	if focus() != "Start" {
		t.Errorf("the focus is on %q", focus())
	}
	w.press("Try again")
	w.press("Language: German")
	w.press("Basque")
	w.press("Times: Exact times")
	w.press("Fewer requests · 4 requests")
	w.heard("forget language", "language eu", "fewer requests true")
	w.press("More")
	q.Refusals = nil // so that the slider is in sight
	w.Ask(q)
	w.asking.Focus(w.window.Canvas(), "Creativity")
	w.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	w.asking.Focus(w.window.Canvas(), "reset")
	w.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	w.heard("temperature true", "temperature false")
	q.Temperature = nil
	w.Ask(q)
	if focus() != "Creativity" {
		t.Errorf("after the reset the focus is on %q", focus())
	}
}

func TestACardIsLaidOutAnewWhenItChanges(t *testing.T) {
	w := openBody(t, theme.Light, 720)
	one := transcripts.Transcript{ID: "a", Title: "A talk", State: transcripts.Waiting}
	w.SetTranscripts([]transcripts.Transcript{one})
	w.Open("a")
	title, _ := w.find("A talk")
	cancel, _ := w.find("Cancel")
	one.Blocked = problem.Problem{Kind: problem.KeyRejected}
	w.SetTranscripts([]transcripts.Transcript{one})
	titleNow, _ := w.find("A talk")
	cancelNow, _ := w.find("Cancel")
	if titleNow.Y >= title.Y || cancelNow.Y <= cancel.Y { // it is centered
		t.Errorf("title and button went from %v and %v to %v and %v", title, cancel, titleNow, cancelNow)
	}
	q := someQuestion()
	w.Ask(q)
	for _, files := range [][]askedFile{q.Files[:1], q.Files[:3]} {
		q.Files = files
		w.Ask(q)
		if r := w.row("Start"); r.Size.Width < 40 || r.Position.Y+r.Size.Height > 748 {
			t.Errorf("with %d files Start is at %+v", len(files), r)
		}
	}
}
