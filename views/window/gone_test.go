package window

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const folderGone = "The folder with your chats was removed, renamed or replaced, so nothing can be saved or sent."

// goneStory tells of a user whose data folder goes away: leave renames it, and comeBack undoes
// that.
func goneStory(t *testing.T, tell func(t *testing.T, h *home, p *user, leave, comeBack func())) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps open files in their place")
	}
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		data, moved := filepath.Join(h.dir, "data"), filepath.Join(h.dir, "moved")
		turn := func(from, to string, gone bool) {
			t.Helper()
			if err := os.Rename(from, to); err != nil {
				t.Fatal(err)
			}
			p.until("the folder to be noticed", func() bool { return p.core.History.Gone() == gone })
			p.drain()
		}
		tell(t, h, p, func() { turn(data, moved, true) }, func() { turn(moved, data, false) })
	})
}

func TestAFolderThatIsGoneIsSaidAndSavedElsewhere(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, leave, comeBack func()) {
		p.types("only just typed")
		leave()
		p.sees(folderGone)
		p.closes()
		p.sees(notEverythingKept)
		p.clicks("Cancel")
		comeBack()
		p.seesNot(folderGone)

		leave()
		missing := filepath.Join(h.dir, "missing")
		h.dialogs.choosing(missing)
		p.clicks("Save my chats to another folder…")
		p.until("the failure to be shown", func() bool { p.drain(); return p.reads("Your chats couldn't be saved there") })
		chosen, said := t.TempDir(), ""
		p.SetReopen(func(sentence string) { said = sentence })
		h.dialogs.choosing(chosen)
		p.clicks("Choose folder…")
		p.until("the chats to be saved", func() bool { p.drain(); return said != "" })
		if dir := filepath.Join(chosen, "Parlando"); p.core.Settings.Get().Library != dir || !strings.Contains(said, dir) {
			t.Errorf("it says %q, and the settings name %s", said, p.core.Settings.Get().Library)
		}
		comeBack() // to close well
	})
}

func TestClosingOffersToSaveTheChatsOfAFolderThatIsGone(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, leave, comeBack func()) {
		leave()
		p.closes()
		said := ""
		p.SetReopen(func(sentence string) { said = sentence })
		h.dialogs.choosing(t.TempDir())
		p.clicks("Save my chats to another folder…")
		p.until("the chats to be saved", func() bool { p.drain(); return said != "" })
		comeBack()
	})
}

func TestOtherPagesSayThatTheFolderIsGone(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, leave, comeBack func()) {
		p.showSpeak()
		p.drain()
		leave()
		p.sees(folderGone)
		p.sees("Save my chats to another folder…")
		p.frame.Toasts().Clear()
		p.drain()
		p.seesNot(folderGone)
		p.showTranscribe()
		p.drain()
		p.sees(folderGone)
		comeBack()
	})
}

func TestAChatThatCannotBeReadIsCopiedFromMemory(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, leave, comeBack func()) {
		p.sends(lighthouse)
		p.readsToTheEnd()
		want, err := p.chatText(t.Context(), p.open().ID)
		if err != nil {
			t.Fatal(err)
		}
		heal := h.failing("chosen")
		leave()
		h.dialogs.choosing(filepath.Join(h.dir, "missing"))
		p.clicks("Save my chats to another folder…")
		p.clicks("Copy this chat")
		p.sees("Copied.")
		if copied, _ := p.hasCopied(h); !strings.Contains(want, lighthouse) || strings.TrimSpace(copied) != strings.TrimSpace(want) {
			t.Errorf("copied %q, want %q", copied, want)
		}
		comeBack()
		heal()
	})
}
