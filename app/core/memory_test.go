package core

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// countedTrimmer is a MemoryTrimmer whose giving back is counted, and a switch for whether the
// program is busy.
func countedTrimmer() (r *MemoryTrimmer, given *atomic.Int32, busy *atomic.Bool) {
	given, busy = new(atomic.Int32), new(atomic.Bool)
	return newMemoryTrimmer(busy.Load, func() { given.Add(1) }), given, busy
}

func expectTrims(t *testing.T, when string, given *atomic.Int32, want int32) {
	t.Helper()
	synctest.Wait()
	if got := given.Load(); got != want {
		t.Fatalf("%s: given back %d times, want %d", when, got, want)
	}
}

func TestMemoryIsGivenBackOnceAfterWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, given, _ := countedTrimmer()
		defer r.Close(t.Context())
		time.Sleep(time.Hour)
		expectTrims(t, "nothing was done", given, 0)
		for range 100 {
			r.Touch()
			time.Sleep(trimAfter - time.Millisecond)
		}
		expectTrims(t, "work goes on", given, 0)
		time.Sleep(time.Millisecond + trimGrace)
		expectTrims(t, "after the work", given, 1)
		time.Sleep(time.Hour)
		expectTrims(t, "an hour later", given, 1)
		r.Touch()
		time.Sleep(trimAfter + trimGrace)
		expectTrims(t, "after more work", given, 2)
	})
}

func TestNothingIsGivenBackWhileBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, given, busy := countedTrimmer()
		defer r.Close(t.Context())
		busy.Store(true)
		r.Touch()
		time.Sleep(20*trimAfter + time.Millisecond)
		expectTrims(t, "busy and silent", given, 0)
		busy.Store(false)
		time.Sleep(trimAfter + trimGrace)
		expectTrims(t, "no longer busy", given, 1)
	})
}

func TestOthersAreToldToLetGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, given, busy := countedTrimmer()
		defer r.Close(t.Context())
		var told atomic.Int32
		r.BeforeTrim(func() { told.Add(1) })
		busy.Store(true)
		r.Touch()
		time.Sleep(trimAfter)
		synctest.Wait()
		if told.Load() != 0 {
			t.Fatal("told while busy")
		}
		busy.Store(false)
		time.Sleep(trimAfter)
		expectTrims(t, "just told", given, 0)
		if told.Load() != 1 {
			t.Fatalf("told %d times", told.Load())
		}
		time.Sleep(trimGrace)
		expectTrims(t, "after that", given, 1)
	})
}

func TestNothingIsGivenBackAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, given, _ := countedTrimmer()
		r.Touch()
		time.Sleep(trimAfter)
		synctest.Wait() // it is due
		r.Touch()
		if err := r.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.Touch()
		time.Sleep(time.Hour)
		expectTrims(t, "closed", given, 0)
	})
}

func TestWhatTheSystemOffersCanBeCalled(*testing.T) { freeMemory() }
