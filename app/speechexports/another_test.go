package speechexports_test

import (
	"errors"
	"path/filepath"
	"testing"

	"parlando/app/speechexports"
)

func TestOthersAreChangedWhileOneIsMade(t *testing.T) {
	w := newWorld(t)
	job := speechexports.Job{Text: book(1), Voice: alloy, Format: "wav"}
	old := w.make(job)
	w.ended(old, speechexports.Done)
	reached, release := make(chan struct{}), make(chan struct{})
	w.fail(func(n int, _ string) error {
		if n == 2 {
			close(reached)
			<-release
		}
		return nil
	})
	made, first, middle, last := w.make(job), w.make(job), w.make(job), w.make(job)
	<-reached
	w.Cancel(old) // does nothing
	w.Cancel(first)
	w.Cancel(last)
	if err := errors.Join(w.Delete(t.Context(), old), w.Remove(t.Context(), old), w.Delete(t.Context(), first), w.Remove(t.Context(), first), w.Delete(t.Context(), last)); err != nil {
		t.Fatal(err)
	}
	_, unfinished := w.Path(made)
	_, unsaved := w.SaveAgain(t.Context(), last, filepath.Join(t.TempDir(), "a.wav"), false)
	for _, err := range []error{unfinished, unsaved, w.Resume(old), w.Resume(first), w.Resume(last), w.Remove(t.Context(), made), w.Remove(t.Context(), middle)} {
		if !errors.Is(err, speechexports.ErrUnknown) {
			t.Errorf("got %v", err)
		}
	}
	if err := w.Restore(t.Context(), last); err != nil {
		t.Fatal(err)
	}
	if a, b, c := w.get(made).State, w.get(middle).State, w.get(last).State; a != speechexports.StateMaking || b != speechexports.Waiting || c != speechexports.Stopped {
		t.Errorf("the one that is made is %s, the next %s, the last %s", a, b, c)
	}
	close(release)
	w.ended(made, speechexports.Done)
	w.ended(middle, speechexports.Done)
	if n := len(w.List()); n != 3 || len(w.deleted()) != 0 {
		t.Errorf("%d are left, deleted are %+v", n, w.deleted())
	}
	// Now it is alone.
	if err := w.Resume(last); err != nil {
		t.Fatal(err)
	}
	w.ended(last, speechexports.Done)
	if n := len(w.texts()); n != 4 {
		t.Errorf("asked %d times for four", n)
	}
}
