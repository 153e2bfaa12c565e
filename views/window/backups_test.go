package window

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlando/app/backups"
	"parlando/app/history"
	"parlando/app/settings"
)

// opensBackups shows what is on this computer, by way of the settings.
func (p *user) opensBackups() {
	p.t.Helper()
	p.settings.Open()
	p.clicks("Your data")
	p.clicks("What is on this computer")
	p.sees("Your chats")
	p.seesNot("Looking for backups…")
}

// backs makes a backup.
func (p *user) backs(reason backups.Reason) backups.Backup {
	p.t.Helper()
	b, err := p.Backups.Make(p.t.Context(), reason)
	if err != nil {
		p.t.Fatal(err)
	}
	return b
}

// otherLibrary makes a library with so many chats beside that of the program.
func (h *home) otherLibrary(name string, chats int) (dir string) {
	h.t.Helper()
	dir = filepath.Join(h.dir, name)
	chatsOfTwo(h.t, dir, chats)
	return dir
}

func TestWhatIsOnThisComputer(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.backs(backups.Daily)
		h.otherLibrary("data-2020-01-01", 3)
		damaged := h.otherLibrary("data-2020-01-02", 2)
		path := filepath.Join(damaged, history.FileName)
		data, err := os.ReadFile(path)
		if err == nil {
			copy(data, make([]byte, 64))
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		p.opensBackups()
		p.sees("1 chat, last changed: now")
		p.sees("Backup of today, ")
		p.sees("checked")
		p.sees("Earlier library of ")
		p.sees("3 chats")
		p.sees("can be read in part")

		p.clicks("Back up now")
		p.sees("The backup is made and checked.")
		p.until("the second backup", func() bool { list, _ := p.Backups.List(); return len(list) == 2 })
		p.seesNot("Backing up…")
	})
}

// A long list begins at its top, and shows there a backup that is made by hand.
func TestTheNewestBackupsAreInSight(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		for range 4 {
			p.backs(backups.ByHand)
		}
		p.opensBackups()
		before := p.has("In use").Y
		p.clicks("Back up now")
		p.sees("The backup is made and checked.")
		p.until("the fifth backup", func() bool { list, _ := p.Backups.List(); return len(list) == 5 })
		p.seesNot("Backing up…")
		if after := p.has("In use").Y; after != before {
			t.Errorf("the list was at %v, it is now at %v", before, after)
		}
		p.sees("Backups are made automatically")
	})
}

func TestABackupThatCannotBeMadeIsSaid(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		p.Settings.Change(func(s *settings.Settings) { s.Backups.Folder = file })
		p.wait(61 * time.Second) // it is tried by itself
		const sentence = "The folder for backups isn't there."
		p.sees(sentence)
		p.clicks("Show")
		p.sees("What is on this computer")
		p.sees("Not everything could be listed.")
		p.sees(sentence)
		p.seesNot("There are no backups")

		p.clicks("Use the usual folder")
		p.sees("There are no backups in this folder yet.")
		p.clicks("Back up now")
		p.seesNot(sentence)
		p.sees("Backup of today, ")
	})
}

func TestABackupIsChecked(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		b := p.backs(backups.Daily)
		p.opensBackups()
		check := func() {
			p.clicks("More about " + "Backup of today, " + b.Made.Format("15:04"))
			p.clicks("Check every byte")
		}
		check()
		p.sees("Every byte is as it was written.")
		if err := os.WriteFile(filepath.Join(filepath.Dir(b.Path), b.Library.Name), []byte("other"), 0o600); err != nil {
			t.Fatal(err)
		}
		check()
		p.sees("This backup is damaged. An older one may be whole.")
	})
}

func TestTheChoicesAboutBackups(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensBackups()
		p.clicks("Back up automatically")
		p.sees("Backups are made only when you make them.")
		p.clicks("Recordings and sound files")
		p.clicks("10 GB")
		p.clicks("50 GB")
		dir := t.TempDir()
		h.dialogs.choosing(dir)
		p.clicks("Choose a folder…")
		p.drain()
		p.sees(dir)
		if b := p.Settings.Get().Backups; !b.Off || !b.WithoutSounds || b.LimitGB != 50 || b.Folder != dir {
			t.Errorf("the settings are %+v", b)
		}
		p.clicks("Back up now")
		p.sees("Backup of today, ")
	})
}

func TestAnEmptyListNamesTheBackupThatHasChats(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.backs(backups.Daily)
		if err := p.History.Delete(t.Context(), p.open().ID); err != nil {
			t.Fatal(err)
		}
		p.quit()
		p = h.start()
		const sentence = "Your list of chats is empty, but there is 1 chat in “Backup of today"
		p.sees(sentence)
		p.clicks("Look at them")
		p.sees("What is on this computer")
		p.presses("Escape")
		p.sends("Another question")
		p.seesNot(sentence)
	})
}
