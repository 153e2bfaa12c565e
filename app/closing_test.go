package app

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestAProgramWhoseWindowIsClosedEndsThoughTheEventLoopDoesNot(t *testing.T) {
	for _, c := range []struct {
		name    string
		returns bool
	}{{"it returns", true}, {"it never returns", false}} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				closed, returned, ended := make(chan struct{}), make(chan struct{}), false
				go endAnyway(closed, returned, func() { ended = true })
				time.Sleep(time.Hour)
				if synctest.Wait(); ended {
					t.Fatal("it ends while its window is open")
				}
				close(closed)
				if c.returns {
					time.Sleep(closingPatience / 2)
					close(returned)
				}
				time.Sleep(closingPatience + 1)
				if synctest.Wait(); ended == c.returns {
					t.Errorf("ended: %v", ended)
				}
			})
		})
	}
}
