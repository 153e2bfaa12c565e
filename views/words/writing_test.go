package words

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"parlando/app/problem"
)

func TestNothingIsOfferedForATranscriptThatWouldEndTheSameWay(t *testing.T) {
	test.NewTempApp(t)
	for kind, want := range map[problem.Kind][2]string{
		problem.NoCredit:     {"Open service website", "Continue"},
		problem.Filtered:     {"Choose a model", ""},
		problem.BadRequest:   {"Choose a model", ""},
		problem.TooLarge:     {"", ""},
		problem.TooLong:      {"", ""},
		problem.NothingHeard: {"", ""},
		problem.Busy:         {"Try again", "Try again"},
		problem.SoundMissing: {"Try again", "Try again"},
		problem.KeyRejected:  {"Enter a key", "Try again"},
	} {
		p := problem.Problem{Kind: kind}
		if got := [2]string{TextForTranscriptionProblem(p).Button, RetryTranscriptionLabel(p)}; got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}
