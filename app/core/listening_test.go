package core

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/secrets/secretstest"
	"parlando/media/speaker/speakertest"
)

// listening are the packages of which nothing runs while nothing is heard; all of them could.
var listening = []string{"parlando/media/", "parlando/app/speech.", "parlando/app/speech/clips.", "parlando/app/speechexports.", "parlando/app/mediakeys.", "godbus/dbus"}

// running are the goroutines of those packages, or of others.
func running(of ...string) []string {
	stacks := make([]byte, 1<<20)
	var found []string
	for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if slices.ContainsFunc(of, func(p string) bool {
			return strings.Contains(stack, "\n"+p) || strings.Contains(stack, "github.com/"+p) || strings.Contains(stack, "created by "+p)
		}) {
			found = append(found, stack)
		}
	}
	return found
}

// A start opens nothing of what is heard: no sound, no bus, no program that speaks, and no
// goroutine that waits for one. Nor does an end that comes before anything was heard, and it waits
// for nothing.
func TestAStartMakesNoSoundReady(t *testing.T) {
	dir := t.TempDir()
	asked := busAsked(t)
	started := programStarted(t)
	output := speakertest.New()
	options := Options{Keyring: &secretstest.Keyring{}, Output: output}
	silent := func(when string) {
		t.Helper()
		if stacks := running(listening...); len(stacks) > 0 {
			t.Errorf("%s: %d goroutines run:\n%s", when, len(stacks), strings.Join(stacks, "\n\n"))
		}
		if asked() {
			t.Errorf("%s: the session bus was joined", when)
		}
		if program := started(); program != "" {
			t.Errorf("%s: %s was started", when, program)
		}
		if output.OpenCount() > 0 {
			t.Errorf("%s: the output was opened", when)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		c, err := Open(t.Context(), Flags{DataDir: dir}, options)
		if err != nil {
			t.Fatal(err)
		}
		if c.Speech == nil || c.MediaKeys == nil || c.SpeechExports == nil {
			t.Fatalf("not there: %v, %v, %v", c.Speech, c.MediaKeys, c.SpeechExports)
		}
		c.MediaKeys.Update() // as the window does, whatever has changed
		synctest.Wait()
		silent("after the start")
		began := time.Now()
		if err := c.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if waited := time.Since(began); waited > 0 {
			t.Errorf("the end waits %v", waited)
		}
		silent("after the end")
		if stacks := running("parlando/app/speech/autoread."); len(stacks) > 0 {
			t.Errorf("replies are still followed:\n%s", strings.Join(stacks, "\n\n"))
		}
	})
}

// What uses another is closed before it.
func TestWhatIsHeardIsClosedInReverse(t *testing.T) {
	c, err := Open(t.Context(), Flags{DataDir: t.TempDir()}, Options{Keyring: &secretstest.Keyring{}, Output: speakertest.New()})
	if err != nil {
		t.Fatal(err)
	}
	var opened, closed []string
	for i := range c.closers {
		was := c.closers[i]
		opened = append(opened, was.what)
		c.closers[i].close = func(ctx context.Context) error {
			closed = append(closed, was.what)
			return was.close(ctx)
		}
	}
	if err := c.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if slices.Reverse(opened); !slices.Equal(closed, opened) {
		t.Errorf("closed in the order %q", closed)
	}
	last := -1
	for _, what := range []string{"sound files", "media keys", "following replies", "reading aloud", "sound", "replies", "network", "library"} {
		at := slices.Index(closed, what)
		if at <= last {
			t.Errorf("%s is the %dth to be closed, of %q", what, at+1, closed)
		}
		last = at
	}
}

// busAsked has a session bus that answers nobody, and reports whether one tried it.
func busAsked(t *testing.T) func() bool {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bus")
	bus, err := net.Listen("unix", path)
	if err != nil {
		t.Skip(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+path)
	var asked atomic.Bool
	var accepting sync.WaitGroup
	accepting.Go(func() {
		for {
			conn, err := bus.Accept()
			if err != nil {
				return
			}
			asked.Store(true)
			_ = conn.Close()
		}
	})
	t.Cleanup(func() { _ = bus.Close(); accepting.Wait() })
	return asked.Load
}

// programStarted has none but programs that leave a note, and tells which was started.
func programStarted(t *testing.T) func() string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	for _, name := range []string{"espeak-ng", "espeak", "say", "powershell", "powershell.exe", "dbus-launch", "pactl", "wl-paste", "xclip"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n: >\"$0.started\"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return func() string {
		notes, err := filepath.Glob(filepath.Join(dir, "*.started"))
		if err != nil || len(notes) == 0 {
			return ""
		}
		return filepath.Base(notes[0])
	}
}
