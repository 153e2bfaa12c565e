package memory

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// counted is a Returner whose giving back is counted, and a switch for whether the program is busy.
func counted() (r *Returner, given *atomic.Int32, busy *atomic.Bool) {
	given, busy = new(atomic.Int32), new(atomic.Bool)
	return New(busy.Load, func() { given.Add(1) }), given, busy
}

func expect(t *testing.T, when string, given *atomic.Int32, want int32) {
	t.Helper()
	synctest.Wait()
	if got := given.Load(); got != want {
		t.Fatalf("%s: given back %d times, want %d", when, got, want)
	}
}

func TestMemoryIsGivenBackOnceAfterWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, given, _ := counted()
		defer r.Close()
		time.Sleep(time.Hour)
		expect(t, "nothing was done", given, 0)
		for range 100 {
			r.Worked()
			time.Sleep(Quiet - time.Millisecond)
		}
		expect(t, "work goes on", given, 0)
		time.Sleep(time.Millisecond + LetGo)
		expect(t, "after the work", given, 1)
		time.Sleep(time.Hour)
		expect(t, "an hour later", given, 1)
		r.Worked()
		time.Sleep(Quiet + LetGo)
		expect(t, "after more work", given, 2)
	})
}

func TestNothingIsGivenBackWhileBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, given, busy := counted()
		defer r.Close()
		busy.Store(true)
		r.Worked()
		time.Sleep(20*Quiet + time.Millisecond)
		expect(t, "busy and silent", given, 0)
		busy.Store(false)
		time.Sleep(Quiet + LetGo)
		expect(t, "no longer busy", given, 1)
	})
}

func TestOthersAreToldToLetGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, given, busy := counted()
		defer r.Close()
		var told atomic.Int32
		r.OnLetGo(func() { told.Add(1) })
		busy.Store(true)
		r.Worked()
		time.Sleep(Quiet)
		synctest.Wait()
		if told.Load() != 0 {
			t.Fatal("told while busy")
		}
		busy.Store(false)
		time.Sleep(Quiet)
		expect(t, "just told", given, 0)
		if told.Load() != 1 {
			t.Fatalf("told %d times", told.Load())
		}
		time.Sleep(LetGo)
		expect(t, "after that", given, 1)
	})
}

func TestNothingIsGivenBackAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, given, _ := counted()
		r.Worked()
		time.Sleep(Quiet)
		synctest.Wait() // it is due
		r.Worked()
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		r.Worked()
		time.Sleep(time.Hour)
		expect(t, "closed", given, 0)
	})
}

func TestWhatTheSystemOffersCanBeCalled(*testing.T) { release() }
