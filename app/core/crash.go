package core

import (
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
)

// crashName is the file in the log's folder for the runtime's output at a crash; the previous one
// ends in ".old".
const crashName = "crash.log"

// KeepCrashes makes the runtime write to crash.log in dir if the program crashes. Output of an
// earlier run is renamed to crash.log.old, so that restarting does not overwrite it. Disk errors
// are logged.
func KeepCrashes(dir string, l *slog.Logger) {
	name := filepath.Join(dir, crashName)
	if info, err := os.Stat(name); err == nil && info.Size() > 0 {
		l.Warn("The last run crashed", "kept", name+".old")
		if err := os.Rename(name, name+".old"); err != nil {
			l.Warn("The last crash is not set aside", "error", err)
			return // rather lose the next crash than overwrite the last
		}
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		l.Warn("Crashes cannot be kept", "error", err)
		return
	}
	defer f.Close() // SetCrashOutput keeps a handle of its own.
	if err := debug.SetCrashOutput(f, debug.CrashOptions{}); err != nil {
		l.Warn("Crashes cannot be kept", "error", err)
	}
}
