package owner

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestGoroutinesAreNamedUntilTheyEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Goroutines
		if err := g.Wait(t.Context()); err != nil {
			t.Errorf("before the first: %v", err)
		}
		for range 2 { // the second time after all have ended
			g.Go("transcribe", func() { time.Sleep(time.Minute) })
			g.Go("transcribe", func() { time.Sleep(time.Hour) })
			g.Go("purge", func() { time.Sleep(time.Minute) })
			for _, want := range []string{"purge, transcribe", "transcribe"} {
				ctx, cancel := context.WithTimeout(t.Context(), 50*time.Second)
				err := g.Wait(ctx)
				cancel()
				if !errors.Is(err, context.DeadlineExceeded) || !strings.HasSuffix(err.Error(), ": still running: "+want) {
					t.Errorf("%v, want %s", err, want)
				}
			}
			if err := g.Wait(t.Context()); err != nil {
				t.Errorf("in the end: %v", err)
			}
		}
		canceled, cancel := context.WithCancel(t.Context())
		cancel()
		if err := g.Wait(canceled); err != nil {
			t.Errorf("none is running: %v", err)
		}
	})
}

func TestAddCountsUntilEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Goroutines
		ended := g.Add("expire")
		time.AfterFunc(time.Hour, ended)
		began := time.Now()
		if err := g.Wait(t.Context()); err != nil || time.Since(began) != time.Hour {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

// Goexit ends a goroutine as returning does.
func TestGoexitEndsAGoroutine(t *testing.T) {
	var g Goroutines
	g.Go("exit", runtime.Goexit)
	if err := g.Wait(t.Context()); err != nil {
		t.Error(err)
	}
}

// A panic ends the program with its message, even if the owner is closing.
func TestAPanicEndsTheProgram(t *testing.T) {
	if os.Getenv("PARLANDO_TEST_PANIC") != "" {
		var g Goroutines
		g.Go("panic", func() { panic("a mistake in the program") })
		_ = g.Wait(context.Background())
		os.Exit(0)
	}
	program := exec.Command(os.Args[0], "-test.run=^TestAPanicEndsTheProgram$")
	program.Env = append(os.Environ(), "PARLANDO_TEST_PANIC=1")
	out, err := program.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "a mistake in the program") || !strings.Contains(string(out), "goroutines_test.go") {
		t.Errorf("%v\n%s", err, out)
	}
}
