package window

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/settings"
)

// stored is where a file of the program lies.
func (h *home) stored(name string) string {
	h.t.Helper()
	found, err := filepath.Glob(filepath.Join(h.dir, "*", name))
	if err != nil || len(found) != 1 {
		h.t.Fatal(name, found, err)
	}
	return found[0]
}

// instead puts a folder in the place of a file, which can then be neither read nor written, until
// heal puts the file back.
func (h *home) instead(path string) (heal func()) {
	h.t.Helper()
	do := func(err error) {
		if err != nil {
			h.t.Fatal(err)
		}
	}
	do(os.Rename(path, path+".real"))
	do(os.MkdirAll(filepath.Join(path, "in the way"), 0o700))
	return func() {
		do(os.RemoveAll(path))
		do(os.Rename(path+".real", path))
	}
}

func TestWhatCannotBeReadAtTheStartIsTold(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.looksAround().quit()
		library := filepath.Dir(h.stored("library.db"))
		for _, folder := range []string{"narrations", "recordings"} {
			if err := os.RemoveAll(filepath.Join(library, folder)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(library, folder), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		p := h.start()
		p.sees("couldn't be listed. They're still saved.")
		if told := p.reports.unread; len(told) != 2 {
			t.Errorf("told %q", told)
		}
		p.wait(10 * time.Second) // no notice, which goes
		p.opensSpeak()
		p.opensVoices()
		p.sees("Some of your audio files couldn't be listed.")
		p.clicks("Transcribe")
		p.clicks("Recordings")
		p.sees("Some of your recordings couldn't be listed.")
		p.quit()
		if err := os.WriteFile(h.stored("settings.json"), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		p = h.start()
		p.sees("Your settings file was damaged.")
		p.quit()
		if err := os.WriteFile(h.stored("models.json"), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		p = h.start()
		p.sees("Your list of models was damaged")
	})
}

func TestASettingThatTheDiskRefusesIsTold(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.wait(time.Second)
		heal := h.instead(h.stored("settings.json"))
		p.settings.ChangeAppearance(func(s *settings.Settings) { s.Theme = settings.Dark })
		p.sees("This couldn't be saved.")
		heal()
		p.settings.ChangeAppearance(func(s *settings.Settings) { s.Theme = settings.Light })
		p.wait(time.Second)
	})
}

func TestSettingsThatCannotBeReadAreReadAgainAndNothingIsLost(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		p.settings.ChangeAppearance(func(s *settings.Settings) { s.Theme = settings.Dark })
		p.quit()
		settingsHeal, modelsHeal := h.instead(h.stored("settings.json")), h.instead(h.stored("models.json"))
		p = h.start()
		p.sees("Your settings couldn't be read. They're still saved.")
		p.sees("Your list of models and favorites couldn't be read")
		p.wait(10 * time.Second) // it stays
		p.sees("Your settings couldn't be read.")
		p.frame.Toasts().Clear()
		p.settings.ChangeAppearance(func(s *settings.Settings) { s.TextSize = 1.2 })
		p.sees("Your settings couldn't be read.")
		p.triesAgain()
		p.sees("Your settings couldn't be read.")
		settingsHeal()
		modelsHeal()
		p.triesAgain()
		p.seesNot("Your settings couldn't be read.")
		p.seesNot("Welcome to Parlando")
		p.scrollsUp()
		p.sees(lighthouse)
		if len(p.ReadFailures()) > 0 {
			t.Errorf("unread is %q", p.ReadFailures())
		}
		p.quit()
		p = h.start()
		p.sees(lighthouse)
		if s := p.Settings.Get(); s.Theme != settings.Dark || s.TextSize != 1.2 {
			t.Errorf("the settings are %+v", s)
		}
	})
}

func TestAFavoriteThatTheDiskRefusesIsTold(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.wait(time.Second)
		heal := h.instead(h.stored("models.json"))
		mark := func(favorite bool) {
			p.Catalog.SetFavorite(p.connection(), p.Catalog.Models(p.connection())[0].ID, favorite)
		}
		mark(true)
		p.sees("This couldn't be saved.")
		heal()
		mark(false)
		p.wait(time.Second)
	})
}

func TestTheTextOfSpeakThatCannotBeReadIsOfferedAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensSpeak()
		p.types("A text of the last time")
		p.wait(2 * time.Second)
		p.quit()
		heal := h.instead(h.stored("speak.txt"))
		p = h.start()
		p.holds(fyne.KeyT)
		p.sees("Your last text couldn't be opened.")
		p.wait(2 * time.Second)
		heal()
		p.triesAgain()
		p.until("the text", func() bool { return p.speak.TextBox().Text() == "A text of the last time" })
	})
}

func TestAConnectionThatIsGoneIsToldWhenItIsChanged(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.connections.UseForNewChats("gone")
		p.sees("This connection was removed.")
	})
}

func TestChatsThatCannotBeListedAreOfferedAgainUntilTheyAre(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		p.holds(fyne.KeyN)
		p.wantsWritten("")
		p.quit()
		heal := h.failing("conversation")
		p = h.start()
		p.wait(10 * time.Second) // no toast, which goes
		p.sees("Your chats couldn't be listed. They're still saved.")
		heal()
		p.triesAgain()
		p.seesNot("Your chats couldn't be listed.")
		p.has(lighthouse)
	})
}
