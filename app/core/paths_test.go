package core

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"parlando/app/history"
	"parlando/app/recovery"
	"parlando/app/settings"
)

func TestAFolderBesideTheDefaultOneIsNamedRelatively(t *testing.T) {
	p := PathsIn(filepath.Join(t.TempDir(), "stick"))
	elsewhere := t.TempDir()
	for _, c := range []struct{ dir, name string }{
		{p.Home, ""},
		{p.Home + "-2026-11-28", "data-2026-11-28"},
		{filepath.Join(p.Home, "mine", "chats"), "data/mine/chats"},
		{elsewhere, elsewhere},
	} {
		if got := p.nameLibraryFolder(c.dir); got != c.name {
			t.Errorf("%s is named %q, want %q", c.dir, got, c.name)
		}
		if got := p.libraryFolder(c.name); got != c.dir {
			t.Errorf("%q is found at %s, want %s", c.name, got, c.dir)
		}
	}
}

// On Windows and macOS the settings and the logs are in the folder of the library.
func TestSettingsAndLogsStayBehindWithTheirFolder(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	stay := []string{
		"lock", history.FileName, history.FileName + "-wal", settings.FileName, settings.FileName + ".damaged-20261128-220000",
		logName, logName + ".old", crashName, crashName + ".old",
	}
	for _, name := range append(stay, "models.json") {
		if err := os.WriteFile(filepath.Join(from, name), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := recovery.BringAlong(t.Context(), from, to, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if came, err := os.ReadDir(to); err != nil || len(came) != 1 || came[0].Name() != "models.json" {
		t.Errorf("there came along %v, %v", came, err)
	}
}
