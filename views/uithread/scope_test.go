package uithread

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
)

func TestWhatIsReadIsShownOrItsErrorIsUnlessSomethingElseIsShownByThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thread := window(t)
		scope := NewScope(thread)
		var told []string
		load := func(what string, err error) {
			done := make(chan struct{})
			thread.Do(func() {
				defer close(done)
				Load(scope, func() (string, error) { return what, err },
					func(got string) { told = append(told, got) },
					func(err error) { told = append(told, what+": "+err.Error()) })
				if what == "late" {
					scope.Reset()
				}
			})
			<-done
			synctest.Wait()
		}
		load("chat", nil)
		load("draft", errors.New("unread"))
		load("late", nil)
		load("late", errors.New("unread"))
		if want := []string{"chat", "draft: unread"}; !slices.Equal(told, want) {
			t.Errorf("told %q, want %q", told, want)
		}
	})
}
