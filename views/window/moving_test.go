package window

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/backups"
	"parlando/app/settings"
)

// movesOut saves everything for another computer in a folder, and returns the path of the file.
func (p *user) movesOut(dir string) (path string) {
	p.t.Helper()
	p.frame.Files().RememberFolder("save-backup", dir)
	p.opensBackups()
	p.clicks("Move to another computer…")
	p.sees("Your keys aren't in the file")
	p.clicks("Save")
	p.sees("Saved as Parlando ")
	found, err := filepath.Glob(filepath.Join(dir, "Parlando *.parlando"))
	if err != nil || len(found) != 1 {
		p.t.Fatalf("saved are %q, %v", found, err)
	}
	return found[0]
}

func TestChatsMoveToAnotherComputer(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		file := p.movesOut(t.TempDir())
		p.clicks("Show in folder")
		p.until("the folder", func() bool {
			h.dialogs.mu.Lock()
			defer h.dialogs.mu.Unlock()
			return h.dialogs.shown == file
		})
		p.quit()

		other := newHome(t)
		p = other.start()
		other.dialogs.choosing(file)
		p = other.reopens(p, func() { p.clicks("Bring your chats from another computer…") })
		p.sees("Your chat is here.")
		p.sees("What is a lighthouse for?")
	})
}

// What is here when chats of another computer come stays, and can be opened again.
func TestChatsOfAnotherComputerReplaceNothing(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		file := p.movesOut(t.TempDir())
		p.quit()

		other := newHome(t)
		p = other.looksAround()
		p.sends("How do I make plum jam?")
		p.readsToTheEnd()
		other.dialogs.choosing(file)
		p.opensBackups()
		p.clicks("Bring them here…")
		p.sees("Your chats here stay as they are")
		p = other.reopens(p, func() { p.clicks("Choose a file…") })
		p.sees("What is a lighthouse for?")
		p.seesNot("plum jam")
		p.opensBackups()
		p.sees("Earlier library of ")
		p.presses(fyne.KeyEscape)
		p.settings.Open()
		p.clicks("Your data")
		p.has("Open earlier chats")
	})
}

func TestAnEncryptedFileAsksForItsPassphrase(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		if err := p.Backups.Encrypt(t.Context(), "correct horse"); err != nil {
			t.Fatal(err)
		}
		file := p.movesOut(t.TempDir())
		p.quit()

		other := newHome(t)
		p = other.start()
		other.dialogs.choosing(file)
		p.clicks("Bring your chats from another computer…")
		p.sees("This backup is encrypted")
		p.types("wrong horse")
		p.presses(fyne.KeyReturn)
		p.sees("The passphrase is wrong.")
		p.types("correct horse")
		p = other.reopens(p, func() { p.presses(fyne.KeyReturn) })
		p.sees("What is a lighthouse for?")
	})
}

func TestAFileThatCannotBeBroughtInIsSaid(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		b := p.backs(backups.ByHand)
		dir := filepath.Dir(b.Path)
		if err := os.WriteFile(filepath.Join(dir, b.Library.Name), []byte("other"), 0o600); err != nil {
			t.Fatal(err)
		}
		p.quit()

		other := newHome(t)
		p = other.start()
		p.SetReopen(func(n Next) { t.Errorf("the window opens %+v", n) })
		other.dialogs.choosing(other.file("notes.txt", "Words."))
		p.clicks("Bring your chats from another computer…")
		p.sees("This file isn't a backup of Parlando.")
		other.dialogs.choosing(b.Path)
		p.clicks("Choose another file…")
		p.sees("This file is damaged.")
		if now := p.Settings.Get().Library; now != "" {
			t.Errorf("the library is %q", now)
		}
	})
}

func TestAFileForAnotherComputerThatCannotBeSavedIsSaid(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		dir := t.TempDir()
		p.frame.Files().RememberFolder("save-backup", dir)
		p.opensBackups()
		p.clicks("Move to another computer…")
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
		p.clicks("Save")
		p.sees("The folder isn't there any more.")
		p.Settings.Change(func(s *settings.Settings) { s.Backups.Folder = filepath.Join(dir, "missing") })
		p.clicks("Try again")
		p.clicks("Save")
		p.sees("The folder for backups isn't there.")
	})
}
