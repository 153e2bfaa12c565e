package core_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"parlando/app/core"
)

// crashing, in the environment, makes this test program crash with its crash log in the folder
// named.
const crashing = "PARLANDO_TEST_CRASH"

func TestACrashIsStillThereAfterTheNextStarts(t *testing.T) {
	if dir := os.Getenv(crashing); dir != "" {
		core.KeepCrashes(dir, slog.New(slog.DiscardHandler))
		panic("the lighthouse fell over")
	}
	dir := t.TempDir()
	// closes the file in dir
	t.Cleanup(func() { _ = debug.SetCrashOutput(nil, debug.CrashOptions{}) })
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$")
	again.Env = append(os.Environ(), crashing+"="+dir)
	if err := again.Run(); err == nil {
		t.Fatal("the other process did not crash")
	}
	var log bytes.Buffer
	for range 2 { // the second start finds an empty file and leaves the old one alone
		core.KeepCrashes(dir, slog.New(slog.NewTextHandler(&log, nil)))
	}
	kept, err := os.ReadFile(filepath.Join(dir, "crash.log.old"))
	if err != nil || !strings.Contains(string(kept), "the lighthouse fell over") {
		t.Errorf("kept %q, %v", kept, err)
	}
	if info, err := os.Stat(filepath.Join(dir, "crash.log")); err != nil || info.Size() != 0 || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file for the next crash: %v, %v", info, err)
	}
	if n := strings.Count(log.String(), "The last run crashed"); n != 1 {
		t.Errorf("the log tells %d times of the crash:\n%s", n, log.String())
	}
}

func TestWhatTheToolkitPrintsEarlyComesIntoTheLog(t *testing.T) {
	var noise core.EarlyLog
	fmt.Fprintln(&noise, "before there is a log")
	var log bytes.Buffer
	noise.Redirect(&log)
	fmt.Fprintln(&noise, "after")
	if got := log.String(); got != "before there is a log\nafter\n" {
		t.Errorf("the log has %q", got)
	}
}
