package backups

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlando/app/history"
	"parlando/app/owner"
	"parlando/app/recovery/recoverytest"
	"parlando/app/settings"
)

// secret is the passphrase of encrypted backups.
const secret = "correct horse battery staple"

// filled is the folder of a library with something of everything.
var filled string

func TestMain(m *testing.M) {
	if root := os.Getenv(childRoot); root != "" {
		fmt.Fprintln(os.Stderr, workUntilKilled(root))
		os.Exit(1)
	}
	os.Exit(recoverytest.Run(m, &filled))
}

// house is a library with backups.
type house struct {
	*Backups
	t        *testing.T
	dir      string // of the library
	history  *history.Store
	settings *settings.Store
	now      time.Time
}

// newHouse fills a library and opens its backups.
func newHouse(t *testing.T) *house {
	t.Helper()
	return openHouse(t, t.TempDir(), true)
}

func openHouse(t *testing.T, root string, fill bool) *house {
	t.Helper()
	h := &house{t: t, dir: filepath.Join(root, "parlando"), now: time.Date(2026, 11, 28, 9, 2, 0, 0, time.UTC)}
	if fill {
		must(t, os.CopyFS(h.dir, os.DirFS(filled)))
	}
	var err error
	h.history, err = history.Open(t.Context(), h.dir, history.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, h.history.Close()) })
	config, cache := filepath.Join(root, "config"), filepath.Join(root, "cache")
	must(t, os.MkdirAll(cache, 0o700))
	h.settings, err = settings.Load(config)
	must(t, err)
	must(t, h.settings.Update(func(s *settings.Settings) { s.SidebarOpen = false }))
	t.Cleanup(func() { must(t, h.settings.Close()) })
	h.Backups = New(Options{
		Library: h.history, Settings: h.settings, Dir: h.dir, Config: config, Cache: cache, Folder: filepath.Join(root, "parlando-backups"),
		Version: "1.3", Computer: "Ana's laptop", WorkFactor: 4,
		CommonOptions: owner.CommonOptions{Now: func() time.Time { return h.now }},
	})
	t.Cleanup(func() { must(t, h.Close(t.Context())) })
	return h
}

// makes makes a backup.
func (h *house) makes(reason Reason) Backup {
	h.t.Helper()
	b, err := h.Make(h.t.Context(), reason)
	must(h.t, err)
	return b
}

// lists returns the backups in the folder.
func (h *house) lists() []Backup {
	h.t.Helper()
	list, err := h.List()
	must(h.t, err)
	return list
}

// tree returns the sizes of the files below a folder.
func tree(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	found := map[string]int64{}
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			relative, _ := filepath.Rel(dir, path)
			found[filepath.ToSlash(relative)] = info.Size()
		}
		return err
	}))
	return found
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
