package recovery_test

import (
	"os"
	"path/filepath"
	"testing"

	"parlando/app/recovery"
)

func TestFilesComeAlong(t *testing.T) {
	from := filled(t)
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(from, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("library.db.before-3", "an earlier version")
	put("blobs/ab/.part-1", "being written")
	put("recordings/0b0e4c3e-0000-4000-8000-000000000002/sound.wav", "RIFF, not ended")
	put("recordings/0b0e4c3e-0000-4000-8000-000000000002/recording.json", `{"state":"recording"}`)
	elsewhere := filepath.Join(t.TempDir(), "large")
	put("exports/speech.mp3", "sound")
	if err := os.Rename(filepath.Join(from, "exports"), elsewhere); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(from, "exports")); err != nil {
		t.Skip("no links here:", err)
	}
	to := from + "-new"
	if _, err := recovery.Recover(t.Context(), recovery.Options{From: from, To: to}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"models.json": true, "exports/speech.mp3": true, "library.db.before-3": false, "lock": false, "blobs/ab/.part-1": false,
		"recordings/0b0e4c3e-0000-4000-8000-000000000001/sound.wav": true,
		"recordings/0b0e4c3e-0000-4000-8000-000000000002/sound.wav": true,
	} {
		if _, err := os.Stat(filepath.Join(to, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, linked := range map[string]bool{
		"recordings/0b0e4c3e-0000-4000-8000-000000000001/sound.wav": true,
		// The next start puts the header of this one right, which must not change the old library.
		"recordings/0b0e4c3e-0000-4000-8000-000000000002/sound.wav": false,
	} {
		old, err := os.Stat(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		renewed, err := os.Stat(filepath.Join(to, name))
		if err != nil || linked != os.SameFile(old, renewed) || !old.ModTime().Equal(renewed.ModTime()) {
			t.Errorf("%s: %v, the same file is to be %v", name, err, linked)
		}
	}
}
