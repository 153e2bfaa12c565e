package window

import (
	"archive/zip"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// exportsEverything saves an export in a folder, with a recording or not, and returns its path.
func (p *user) exportsEverything(dir string, sounds bool) (path string) {
	p.t.Helper()
	p.frame.Files().RememberFolder("save-backup", dir)
	p.opensBackups()
	p.clicks("Export everything…")
	p.sees("Keys aren't in the file.")
	if sounds {
		p.clicks("Recordings and sound files, 3 bytes")
	}
	p.clicks("Save")
	p.sees("Saved as Parlando export " + time.Now().Format(time.DateOnly) + ".zip.")
	found, err := filepath.Glob(filepath.Join(dir, "*.zip"))
	if err != nil || len(found) != 1 {
		p.t.Fatalf("saved are %q, %v", found, err)
	}
	return found[0]
}

func TestEverythingIsExportedAndOpenedAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		file := p.exportsEverything(t.TempDir(), false)
		z, err := zip.OpenReader(file)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(z.File, func(f *zip.File) bool { return filepath.Dir(f.Name) == "chats" }) {
			t.Error("the export has no chat")
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		p.quit()

		other := newHome(t)
		p = other.looksAround()
		p = other.reopens(p, func() { p.takeFiles([]string{file}) })
		p.sees("What is a lighthouse for?")
		p.clicks("Put back…")
		p.clicks("All")
		p = other.reopens(p, func() { p.clicks("Put back everything") })
		p.sees("What is a lighthouse for?")
	})
}

func TestAnExportIsChosenWhereOtherProgramsAre(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		file := p.exportsEverything(t.TempDir(), false)
		p.clicks("Close")
		p.opensSection("Your data")
		p.clicks("Bring your chats")
		h.dialogs.choosing(file)
		p = h.reopens(p, func() { p.clicks("Choose files…") })
		p.sees("What is a lighthouse for?")
	})
}

func TestTheSoundIsExportedOnlyByChoice(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		sound := filepath.Join(p.Paths.Data, "recordings", "a", "sound.wav")
		if err := os.MkdirAll(filepath.Dir(sound), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(sound, []byte("abc"), 0o600); err != nil {
			t.Fatal(err)
		}
		z, err := zip.OpenReader(p.exportsEverything(t.TempDir(), true))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == "files/recordings/a/sound.wav" }) {
			t.Error("the export has no sound")
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
