package desktop

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestHoldsAreCountedAndNeverOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var reasons []string
		holds := 0
		a := NewAwake(nil)
		a.inhibit = func(ctx context.Context, reason string) error {
			mu.Lock()
			if holds++; holds > 1 {
				t.Errorf("%q is holds beside another", reason)
			}
			reasons = append(reasons, reason)
			mu.Unlock()
			<-ctx.Done()
			time.Sleep(time.Second) // a desktop takes its time
			mu.Lock()
			holds--
			mu.Unlock()
			return nil
		}
		expect := func(when string, wantHolds int, wantReasons ...string) {
			t.Helper()
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if holds != wantHolds || len(reasons) != len(wantReasons) || reasons[len(reasons)-1] != wantReasons[len(wantReasons)-1] {
				t.Errorf("%s: %d holds, for %q", when, holds, reasons)
			}
		}
		first, second := a.Hold("first"), a.Hold("second")
		expect("two hold", 1, "first")
		first()
		first()
		expect("one of two released, twice", 1, "first")
		third := a.Hold("third")
		second()
		expect("another of three released", 1, "first")
		third()
		fourth := a.Hold("fourth")
		expect("holds again at once", 1, "first")
		time.Sleep(2 * time.Second)
		expect("and later", 1, "first", "fourth")
		fourth()
		a.Hold("fifth")()
		time.Sleep(3 * time.Second)
		expect("all released", 0, "first", "fourth", "fifth")
	})
}
