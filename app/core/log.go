package core

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"parlando/client/failure"
)

const (
	// logName is the file name of the log; the previous log ends in ".old".
	logName = "parlando.log"
	// logLimit is the size in bytes above which the log is rotated at a start.
	logLimit = 1 << 20
)

// openLog opens the log for appending, with mode 0600. hideKeys removes keys from each entry. If
// opening fails, log output is discarded: a full disk must not prevent users from reading their
// chats.
func openLog(dir string, level slog.Level, hideKeys func(string) string) (*slog.Logger, io.Closer) {
	name := filepath.Join(dir, logName)
	if info, err := os.Stat(name); err == nil && info.Size() > logLimit {
		// If renaming fails, the log only gets longer.
		_ = os.Rename(name, name+".old")
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return slog.New(slog.DiscardHandler), io.NopCloser(nil)
	}
	if info, err := f.Stat(); err == nil && info.Mode().Perm()&0o077 != 0 {
		_ = f.Chmod(0o600) // created by hand or restored from a backup
	}
	return slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: level, ReplaceAttr: masked(hideKeys)})), f
}

// masked removes the keys in use and anything that looks like a key from a log attribute, because
// errors of other programs may contain one.
func masked(hideKeys func(string) string) func([]string, slog.Attr) slog.Attr {
	return func(_ []string, a slog.Attr) slog.Attr {
		switch a.Value.Kind() {
		case slog.KindString, slog.KindAny:
			text := a.Value.String()
			if clean := failure.MaskKeys(hideKeys(text)); clean != text {
				return slog.String(a.Key, clean)
			}
		}
		return a
	}
}
