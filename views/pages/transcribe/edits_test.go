package transcribe

import (
	"context"
	"errors"
	"slices"
	"testing"
)

func TestOneTranscriptThatCannotBeStoredHoldsNoOtherBack(t *testing.T) {
	var q editQueue
	var made []string
	change := func(what string, err *error) lineChange {
		return lineChange{transcript: "b", do: func(context.Context) error {
			if *err == nil {
				made = append(made, what)
			}
			return *err
		}}
	}
	full, fine := errors.New("the disk is full"), error(nil)
	first := change("first", &full)
	first.transcript = "a"
	second := change("second", &fine)
	second.transcript = "a"
	for _, c := range []lineChange{first, second, change("other", &fine)} {
		q.add(c)
	}
	if _, kept := q.run(t.Context()); kept == nil || !slices.Equal(made, []string{"other"}) || q.idle("a") || !q.idle("b") {
		t.Errorf("made %q, error %v", made, kept)
	}
	full = nil
	if !q.begin() {
		t.Fatal("nothing waits")
	}
	if _, kept := q.run(t.Context()); kept != nil || !slices.Equal(made, []string{"other", "first", "second"}) || q.begin() {
		t.Errorf("made %q, error %v", made, kept)
	}
}
