package dictation

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/client"
	"parlando/client/failure"
)

func TestWhatIsSaidIsWrittenDown(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.settings.Dictation.Words = []string{"Kubernetes", "jay son -> JSON"}
		w.settings.Dictation.Language = "en"
		target := Target{Conversation: "c", Connection: "s"}
		w.Begin(target)
		w.expect(Opening)
		w.wait(100 * time.Millisecond)
		w.expect(Listening)
		w.says("Kubernetes takes\njay son.")
		w.wait(time.Hour) // a pause does not end it
		if s := w.expect(Listening); s.Target != target {
			t.Errorf("%+v", s)
		}
		w.End()
		w.wait(pollInterval)
		w.expect(Transcribing)
		w.wait(2 * time.Second)
		s := w.expect(Done)
		if s.Text != "Kubernetes takes JSON." || s.Original != "" || s.Target != target || s.Recording != w.recording(0).ID {
			t.Errorf("%+v", s)
		}
		job := w.asked[0]
		if job.Model != "whisper-1" || job.Connection != "s" || job.Language != "en" || !slices.Equal(job.Names, []string{"Kubernetes"}) || filepath.Base(job.Path) != "speech.wav" || filepath.Dir(job.Keep) != filepath.Dir(job.Path) {
			t.Errorf("%+v", job)
		}
		w.Begin(target) // not before the text is taken
		w.expect(Done)
		w.Cancel() // nor is it thrown away
		w.expect(Done)
		if r := w.recording(0); r.State != recordings.Kept {
			t.Errorf("it may go although nobody has its text: %+v", r)
		}
		if taken, ok := w.Take(); !ok || taken != s {
			t.Errorf("%+v", taken)
		}
		w.expect(Idle)
		if r := w.recording(0); r.State != recordings.Sent || r.Text != s.Text || r.Purpose != recordings.PurposeDictation {
			t.Errorf("%+v", r)
		}
		if again, ok := w.Take(); ok {
			t.Errorf("taken twice: %+v", again)
		}
	})
}

func TestAKeyThatIsLetGoAtOnceEndsIt(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Begin(Target{})
		w.End()
		w.wait(5 * time.Second)
		w.expect(Done)
	})
}

func TestWhereNobodySpeaksNothingIsSent(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.silent = true
		w.Begin(Target{})
		w.wait(time.Second)
		w.End()
		w.wait(time.Second)
		w.expect(Nothing)
		if w.requests() != 0 {
			t.Error("silence was sent")
		}
		w.Dismiss()
		w.expect(Idle)
		w.silent = false
		w.answer = func() (string, error) { return " ", nil }
		w.Begin(Target{})
		w.wait(time.Second)
		w.End()
		w.wait(2 * time.Second)
		w.expect(Nothing)
		w.Begin(Target{}) // without a word about the last one
		w.wait(time.Second)
		w.expect(Listening)
		w.answer = func() (string, error) { return "", scribe404{} }
		w.End()
		w.wait(2 * time.Second)
		w.expect(Failed)
	})
}

type scribe404 struct{}

func (scribe404) Error() string             { return "no such model" }
func (scribe404) ProblemKind() problem.Kind { return problem.NoSuchModel }

func TestARefusedRequestKeepsTheRecordingAndTheSameFileIsSentAgain(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.answer = func() (string, error) { return "", &failure.Error{Kind: failure.Server, Status: 500} }
		w.Begin(Target{Conversation: "c"})
		w.wait(time.Second)
		w.End()
		w.wait(2 * time.Second)
		s := w.expect(Failed)
		if !s.CanRetry || s.Problem.Kind != problem.ServerError || s.Problem.Status != 500 {
			t.Errorf("%+v", s)
		}
		if r := w.recording(0); r.State != recordings.Kept || r.Problem.Kind != problem.ServerError {
			t.Errorf("%+v", r)
		}
		w.answer = func() (string, error) { return "Here it is.", nil }
		w.Retry()
		w.wait(pollInterval)
		w.expect(Transcribing)
		w.wait(2 * time.Second)
		if s := w.expect(Done); s.Text != "Here it is." || s.Target.Conversation != "c" {
			t.Errorf("%+v", s)
		}
		if w.asked[0].Path != w.asked[1].Path || len(w.list) != 1 {
			t.Errorf("another file was sent: %+v", w.asked)
		}
		w.Take()
		if r := w.recording(0); r.State != recordings.Sent || r.Problem.Kind != "" {
			t.Errorf("%+v", r)
		}
	})
}

func TestWithoutAModelItSaysSo(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.model = func(chat.ID) string { return "" }
		w.Begin(Target{})
		w.wait(time.Second)
		w.End()
		w.wait(time.Second)
		if s := w.expect(Failed); s.Problem.Kind != problem.NoTranscriber || !s.CanRetry || w.requests() != 0 {
			t.Errorf("%+v", s)
		}
	})
}

func TestWhereTheConnectionIsGoneAnotherOneWritesItDown(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.ready = func(id chat.ID) error {
			if id == "old" {
				return problem.Problem{Kind: problem.ConnectionGone}
			}
			return nil
		}
		w.model = func(id chat.ID) string { return map[chat.ID]string{"new": "listen-1"}[id] }
		w.answer = func() (string, error) { return "Here it is.", nil }
		w.Begin(Target{Conversation: "c", Connection: "old"})
		w.wait(time.Second)
		w.End()
		w.wait(2 * time.Second)
		if s := w.expect(Failed); s.Problem.Kind != problem.ConnectionGone || !s.CanRetry || w.requests() != 0 {
			t.Errorf("%+v", s)
		}
		w.RetryWith("new", "m")
		w.wait(2 * time.Second)
		if s := w.expect(Done); s.Text != "Here it is." || s.Target.Connection != "new" || s.Target.Conversation != "c" {
			t.Errorf("%+v", s)
		}
		if len(w.asked) != 1 || w.asked[0].Connection != "new" || w.asked[0].Model != "listen-1" {
			t.Errorf("%+v", w.asked)
		}
	})
}

func TestEscapeLeavesTheRecordingUntilTomorrow(t *testing.T) {
	for name, when := range map[string]func(w *world){
		"at once":   func(*world) {},
		"opening":   func(w *world) { w.wait(time.Millisecond) },
		"listening": func(w *world) { w.wait(time.Second) },
		"writing":   func(w *world) { w.wait(time.Second); w.End(); w.wait(100 * time.Millisecond) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				w.Begin(Target{})
				when(w)
				w.Cancel()
				w.wait(time.Minute)
				w.expect(Idle)
				if w.live.Phase == recordings.Hearing || w.live.Phase == recordings.Opening {
					t.Error("the microphone is open")
				}
				if len(w.list) > 0 && w.recording(0).State != recordings.Canceled {
					t.Errorf("%+v", w.recording(0))
				}
				w.Begin(Target{})
				w.wait(time.Second)
				w.expect(Listening)
			})
		})
	}
}

func TestAMicrophoneThatCannotBeOpened(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.refuse = problem.Problem{Kind: problem.AlreadyRecording}
		w.Begin(Target{Conversation: "c"})
		w.wait(time.Second)
		if s := w.expect(Failed); s.CanRetry || s.Problem.Kind != problem.AlreadyRecording {
			t.Errorf("%+v", s)
		}
		w.mu.Lock()
		w.refuse, w.live = problem.Problem{}, recordings.Live{}
		w.mu.Unlock()
		w.Retry()
		w.wait(time.Second)
		if s := w.expect(Listening); s.Target.Conversation != "c" {
			t.Errorf("%+v", s)
		}
	})
}

func TestAMicrophoneThatIsTakenAwayLosesNothing(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Begin(Target{})
		w.wait(time.Second)
		w.says("As far as here.")
		w.mu.Lock()
		w.live.Phase, w.live.Problem = recordings.Failed, problem.Problem{Kind: problem.Storage}
		w.list[0].State, w.list[0].Problem = recordings.Kept, w.live.Problem
		close(w.whole)
		w.mu.Unlock()
		w.heard()
		w.wait(2 * pollInterval)
		if s := w.expect(Transcribing); s.Problem.Kind != problem.Storage {
			t.Errorf("it is not told at once: %+v", s)
		}
		w.wait(3 * time.Second)
		if s := w.expect(Done); s.Text != "As far as here." || s.Problem.Kind != problem.Storage {
			t.Errorf("%+v", s)
		}
	})
}

func TestARecordingThatGoesOnIsNotDisturbed(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		(*desk)(w).Start(recordings.PurposeKeep)
		w.wait(time.Second)
		w.Begin(Target{})
		w.wait(time.Second)
		if s := w.expect(Failed); s.Problem.Kind != problem.AlreadyRecording || s.CanRetry {
			t.Errorf("%+v", s)
		}
		w.Cancel()
		w.wait(time.Second)
		w.expect(Idle)
		if w.recording(0).State != recordings.Running {
			t.Error("it was ended")
		}
		(*desk)(w).Stop()
	})
}

func TestTidyingUp(t *testing.T) {
	said := "so um hello there is it is it raining today"
	for name, c := range map[string]struct {
		answer         string
		err            error
		want, original string
	}{
		"well":             {"<transcript>\nSo hello there, is it raining today?\n</transcript>", nil, "So hello there, is it raining today?", said},
		"an answer":        {"No, the sun is shining over all of Lisbon this morning.", nil, said, ""},
		"a sermon":         {strings.Repeat("hello there ", 200), nil, said, ""},
		"nothing":          {"", nil, said, ""},
		"half of it gone":  {"raining", nil, said, ""},
		"a refused wish":   {"", errors.New("no"), said, ""},
		"the same":         {said, nil, said, ""},
		"more than needed": {"Hello. Certainly! Here is your text, corrected as you wished.", nil, said, ""},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				w.settings.Dictation.TidyUp, w.settings.Dictation.Words = true, []string{"Ana Costa"}
				w.answer = func() (string, error) { return said, nil }
				w.tidied = func(_ context.Context, r client.ChatRequest) (string, error) {
					if r.Model != "writer" || !slices.Equal(r.Omit, []string{"stream"}) || !strings.Contains(r.Messages[1].Content[0].Text, said) || !strings.HasSuffix(r.Messages[0].Content[0].Text, ": Ana Costa") {
						t.Errorf("asked %+v", r)
					}
					return c.answer, c.err
				}
				w.Begin(Target{Model: "writer"})
				w.End()
				w.wait(3 * time.Second)
				s := w.expect(Done)
				if s.Text != c.want || s.Original != c.original {
					t.Errorf("%+v", s)
				}
				if failed := c.original == "" && name != "the same"; s.NotTidied != failed {
					t.Errorf("tidying up failed: %v, said %v", failed, s.NotTidied)
				}
			})
		})
	}
}

// knownRefusals are the fields that a model is known to refuse.
type knownRefusals []string

func (k knownRefusals) RefusedFields(chat.ID, string) []string         { return k }
func (knownRefusals) LearnRefusals(chat.ID, string, []failure.Refusal) {}
func (knownRefusals) LearnAccepted(_ chat.ID, _, _, _ string)          {}
func (knownRefusals) LearnThinks(chat.ID, string)                      {}

func TestEscapeWhileItIsTidiedUpKeepsWhatWasSaid(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.settings.Dictation.TidyUp = true
		w.tidied = func(ctx context.Context, _ client.ChatRequest) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		}
		w.Begin(Target{Model: "writer"})
		w.End()
		w.wait(2 * time.Second)
		if s := w.expect(Tidying); s.Text != "Hello there." {
			t.Errorf("%+v", s)
		}
		w.Cancel()
		w.wait(pollInterval)
		if w.expect(Done).NotTidied {
			t.Error("what was stopped is called failed")
		}
	})
	bubble(t, func(t *testing.T, w *world) { // nor is it waited for without end
		w.settings.Dictation.TidyUp = true
		w.tidied = func(ctx context.Context, _ client.ChatRequest) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		}
		w.Begin(Target{Model: "writer"})
		w.End()
		w.wait(2*time.Second + tidyWithin)
		if !w.expect(Done).NotTidied {
			t.Error("it was not tidied up, and that is not said")
		}
	})
}

func TestTheEndOfTheProgramKeepsWhatIsBeingSaid(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Begin(Target{})
		w.wait(time.Second)
		if err := w.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if r := w.recording(0); r.State != recordings.Kept {
			t.Errorf("%+v", r)
		}
		w.Begin(Target{})
		w.wait(time.Second)
		if len(w.list) != 1 {
			t.Error("it began after the end")
		}
	})
}
