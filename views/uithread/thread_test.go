package uithread

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/changes"
)

// window is a queue that one goroutine drains, as a window's thread does.
func window(t *testing.T) *Thread {
	queue := make(chan func(), 1024)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for f := range queue {
			f()
		}
	}()
	t.Cleanup(func() { close(queue); <-done })
	return New(func(f func()) { queue <- f }, func() {})
}

func TestFiveThousandChangesAreSeenInAtMostOneLookAFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thread, marks := window(t), changes.New()
		ctx, cancel := context.WithCancel(t.Context())
		looks, latest, seen := 0, 0, 0
		thread.Watch(ctx, marks, func([]changes.Change) { looks++; seen = latest })
		for i := range 5000 {
			done := make(chan struct{})
			thread.Do(func() { latest = i + 1; close(done) })
			<-done
			marks.Mark(changes.Change{Topic: changes.Message, ID: "reply"})
			time.Sleep(2 * time.Millisecond) // virtual
		}
		time.Sleep(time.Second)
		synctest.Wait()
		cancel()
		synctest.Wait()
		if most := int(10*time.Second/UpdateInterval) + 2; looks > most {
			t.Errorf("%d looks in ten seconds, want at most %d", looks, most)
		}
		if seen != 5000 {
			t.Errorf("the last look saw %d of 5000", seen)
		}
	})
}

func TestNoLookWhileNothingChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thread, marks := window(t), changes.New()
		ctx, cancel := context.WithCancel(t.Context())
		looks := 0
		thread.Watch(ctx, marks, func([]changes.Change) { looks++ })
		time.Sleep(time.Hour)
		synctest.Wait()
		cancel()
		synctest.Wait()
		if looks != 0 {
			t.Errorf("%d looks", looks)
		}
	})
}

func TestWhatRunsLaterIsFollowedByARepaint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thread, marks := window(t), changes.New()
		ctx, cancel := context.WithCancel(t.Context())
		changed, painted := 0, 0
		change := func() { changed++ }
		thread.repaint = func() { painted = changed }
		after := func(what string, start func()) {
			t.Helper()
			before := painted
			start()
			time.Sleep(2 * time.Second) // virtual
			synctest.Wait()
			if painted == before || painted != changed {
				t.Errorf("%s: %d changes, %d were painted", what, changed, painted)
			}
		}
		after("Do", func() { thread.Do(change) })
		after("Go", func() { thread.Go(func() func() { return change }) })
		after("After", func() { thread.After(time.Second, change) })

		before := painted
		thread.After(time.Second, change)()
		thread.Go(func() func() { return nil })
		thread.Watch(ctx, marks, func([]changes.Change) { change() })
		marks.Mark(changes.Change{Topic: changes.Message})
		time.Sleep(2 * time.Second) // virtual
		synctest.Wait()
		cancel()
		if painted != before {
			t.Error("it was painted although nothing ran, or for a look, whose widgets ask themselves")
		}
	})
}

func TestAPollLooksAtItsIntervalUntilItIsStoppedAndRepaintsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thread := window(t)
		looks := 0
		thread.repaint = func() { t.Error("it repaints") }
		var stop func()
		thread.run(func() { stop = thread.Poll(time.Second, func() { looks++ }) })
		time.Sleep(3500 * time.Millisecond) // virtual
		synctest.Wait()
		if looks != 3 {
			t.Errorf("%d looks, want 3", looks)
		}
		thread.run(func() { stop() })
		time.Sleep(time.Minute)
		synctest.Wait()
		if looks != 3 {
			t.Error("it looks after it was stopped")
		}
	})
}

func TestAStoppedTimerNeverRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thread := window(t)
		ran := 0
		stop := thread.After(time.Second, func() { ran++ })
		thread.After(2*time.Second, func() { ran += 10 })
		done := make(chan struct{})
		thread.Do(func() { stop(); close(done) })
		<-done
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if ran != 10 {
			t.Errorf("ran %d, want the second alone", ran)
		}
	})
}

func TestWhatIsReadAtTheStartIsThereBeforeTheFirstPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thread := New(func(func()) { t.Error("it should not have come later") }, func() {})
		var got []string
		thread.WaitForReads(time.Second, func() {
			thread.Go(func() func() {
				time.Sleep(10 * time.Millisecond) // virtual
				return func() {
					got = append(got, "list")
					thread.Go(func() func() { return func() { got = append(got, "draft") } })
				}
			})
		})
		if len(got) != 2 || got[0] != "list" || got[1] != "draft" {
			t.Errorf("got %v", got)
		}
	})
}

func TestWhatIsSlowAtTheStartComesLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thread := window(t)
		quick := false
		var slow atomic.Bool
		thread.WaitForReads(100*time.Millisecond, func() {
			thread.Go(func() func() { return func() { quick = true } })
			thread.Go(func() func() {
				time.Sleep(time.Second) // virtual
				return func() { slow.Store(true) }
			})
		})
		if !quick || slow.Load() {
			t.Errorf("quick %v, slow %v when the window is shown", quick, slow.Load())
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if !slow.Load() {
			t.Error("what was slow never came")
		}
	})
}
