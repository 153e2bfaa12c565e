package window

import (
	"slices"
	"testing"
	"testing/synctest"
)

func TestWorkGoesThroughATurnstileInTheOrderInWhichItCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var line turnstile
		var through []int
		var places []func()
		for i := range 20 {
			enter, leave := line.queue()
			places = append(places, func() {
				enter()
				defer leave()
				through = append(through, i)
			})
		}
		slices.Reverse(places)
		for _, place := range places {
			go place()
			synctest.Wait() // the last in line is the first to wait
		}
		if !slices.IsSorted(through) || len(through) != 20 {
			t.Errorf("%v", through)
		}
	})
}
