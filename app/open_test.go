package app

import (
	"bytes"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/core"
)

// A start that was killed left an empty file, which every later start complained about.
func TestTheAppKeepsNothingBesideTheDataFolder(t *testing.T) {
	home := t.TempDir()
	config, cache := filepath.Join(home, ".config"), filepath.Join(home, ".cache")
	for name, value := range map[string]string{"HOME": home, "XDG_CONFIG_HOME": config, "XDG_CACHE_HOME": cache, "USERPROFILE": home, "APPDATA": config, "LOCALAPPDATA": cache} {
		t.Setenv(name, value)
	}
	old := filepath.Join(config, "fyne", core.ID, "preferences.json")
	if err := os.MkdirAll(filepath.Dir(old), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	log.SetOutput(&said)
	defer log.SetOutput(os.Stderr)
	defer fyne.SetCurrentApp(nil)
	for range 2 {
		a := newApp(nil)
		fyne.CurrentApp().Preferences().SetString("folder", "there")
		if a.UniqueID() != core.ID || a.Metadata().ID != core.ID || a.Metadata().Name != "Parlando" || a.Preferences().String("folder") != "" {
			t.Errorf("the app is %q, %+v", a.UniqueID(), a.Metadata())
		}
	}
	if said.Len() > 0 {
		t.Errorf("it said %s", said.String())
	}
	err := filepath.WalkDir(home, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && filepath.Base(filepath.Dir(path)) != "fyne" || path == filepath.Dir(old) {
			return err
		}
		if info, err := entry.Info(); err != nil || path != old || info.Size() != 0 {
			t.Errorf("it wrote %s, %v", path, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
