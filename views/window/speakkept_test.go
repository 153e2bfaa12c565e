package window

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWhatIsTypedBeforeTheTextOfSpeakIsReadStandsBehindItOnce(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensSpeak()
		p.types("A text of the last time")
		p.wait(2 * time.Second)
		p.quit()
		path := h.stored("speak.txt")
		h.instead(path)
		p = h.start()
		p.opensSpeak()
		p.sees("Your last text couldn't be opened.")
		p.types("more")
		p.wait(2 * time.Second)
		backups, err := filepath.Glob(path + ".unread-*")
		if err != nil || len(backups) != 1 {
			t.Fatal(backups, err)
		}
		if err := os.RemoveAll(backups[0]); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".real", backups[0]); err != nil { // it can be read again
			t.Fatal(err)
		}
		p.triesAgain()
		both := func() bool { return p.speak.TextBox().Text() == "A text of the last time\nmore" }
		p.until("both texts", both)
		p.quit()
		p = h.start()
		p.opensSpeak()
		p.until("both texts", both)
	})
}

func TestATextOfSpeakThatTheDiskRefusesIsToldAndKeptAtTheEnd(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensSpeak()
		p.types("A text")
		p.wait(2 * time.Second)
		heal := h.instead(h.stored("speak.txt"))
		p.types(" that is longer")
		p.wait(2 * time.Second)
		p.sees("This couldn't be saved.")
		heal()
		p.quit()
		p = h.start()
		p.opensSpeak()
		p.until("the text", func() bool { return p.speak.TextBox().Text() == "A text that is longer" })
	})
}

func TestWhatIsTypedWhileTheTextOfSpeakIsReadIsKeptAtTheEnd(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensSpeak()
		p.types("A text of the last time")
		p.wait(2 * time.Second)
		p.quit()
		p = h.start()
		p.ShowSpeak()
		for _, r := range "more" { // before the text that was read comes to the window's thread
			p.speak.TextBox().TypedRune(r)
		}
		if !p.speak.Loading() {
			t.Fatal("it was read already")
		}
		p.quit()
		p = h.start()
		p.opensSpeak()
		p.until("both texts", func() bool { return p.speak.TextBox().Text() == "A text of the last time\nmore" })
	})
}

func TestAMovedTextOfSpeakComesBackAtALaterStart(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensSpeak()
		p.types("A text of the last time")
		p.wait(2 * time.Second)
		p.quit()
		path := h.stored("speak.txt")
		h.instead(path)
		p = h.start()
		p.opensSpeak()
		p.sees("Your last text couldn't be opened.")
		p.types("more")
		p.wait(2 * time.Second)
		p.quit()

		p = h.start()
		p.opensSpeak()
		p.sees("Your last text couldn't be opened.")
		p.until("what could be read", func() bool { return p.speak.TextBox().Text() == "more" })
		backups, err := filepath.Glob(path + ".unread-*")
		if err != nil || len(backups) != 1 {
			t.Fatal(backups, err)
		}
		if err := os.RemoveAll(backups[0]); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".real", backups[0]); err != nil { // it can be read again
			t.Fatal(err)
		}
		p.quit()

		both := func() bool { return p.speak.TextBox().Text() == "A text of the last time\nmore" }
		for range 2 { // once
			p = h.start()
			p.opensSpeak()
			p.until("both texts", both)
			p.quit()
		}
		if _, err := os.Stat(backups[0]); !os.IsNotExist(err) {
			t.Errorf("it is still there: %v", err)
		}
	})
}
