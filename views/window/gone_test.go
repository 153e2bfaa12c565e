package window

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/history"
	"parlando/app/settings"
	"parlando/views/seen"
)

const folderGone = "The folder with your chats was removed, renamed or replaced, so nothing can be saved or sent. If you bring it back, you can continue."

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
		comeBack()
		p.seesNot(folderGone)
		p.seesNot(notEverythingKept)

		leave()
		missing := filepath.Join(h.dir, "missing")
		h.dialogs.choosing(missing)
		p.clicks("Save my chats to another folder…")
		p.until("the failure to be shown", func() bool { p.drain(); return p.reads("Your chats couldn't be saved there") })
		p.sees("Copy what I typed")
		chosen, said := t.TempDir(), ""
		p.SetReopen(func(n Next) { said = n.Sentence })
		h.dialogs.choosing(chosen)
		p.clicks("Choose a folder…")
		p.until("the chats to be saved", func() bool { p.drain(); return said != "" })
		if dir := filepath.Join(chosen, "Parlando"); p.core.Settings.Get().Library != dir || !strings.Contains(said, dir) {
			t.Errorf("it says %q, and the settings name %s", said, p.core.Settings.Get().Library)
		}
		comeBack() // to close well
	})
}

func TestAFolderThatIsGoneIsSaidOnce(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, leave, comeBack func()) {
		p.sends(lighthouse)
		p.readsToTheEnd()
		p.types("typed at once")
		once := func(where string) {
			t.Helper()
			p.wait(time.Second)
			if n := strings.Count(p.text(), "The folder with your chats"); n != 1 {
				t.Errorf("%s says %d times that the folder is gone:\n%s", where, n, p.text())
			}
		}
		unnoticed := func() {
			t.Helper()
			if err := os.Rename(filepath.Join(h.dir, "data"), filepath.Join(h.dir, "moved")); err != nil {
				t.Fatal(err)
			}
		}
		unnoticed()
		p.presses(fyne.KeyReturn)
		once("the chat")
		p.chat.NewChat()
		p.types("typed while it is gone")
		once("a new chat")
		p.closes()
		p.sees(notEverythingKept)
		p.frame.ReportWriteError(history.ErrGone)
		p.wait(time.Second)
		if len(p.frame.Toasts().Objects()) > 0 {
			t.Error("a toast covers the question")
		}
		comeBack()
		p.seesNot(folderGone)
		once("a folder that is back")
		p.wait(time.Minute)
		p.composer.FocusText()
		unnoticed()
		p.types("stored in vain")
		p.wait(6 * time.Second)
		once("a message box")
		comeBack()
	})
}

func TestQuestionsAboutAFolderThatIsGoneFitTheLargestText(t *testing.T) {
	for _, screen := range []fyne.Size{fyne.NewSize(720, 800), fyne.NewSize(480, 800)} {
		t.Run(fmt.Sprint(screen.Width), func(t *testing.T) {
			goneStory(t, func(t *testing.T, h *home, p *user, leave, comeBack func()) {
				p.screen.Resize(screen)
				p.settings.SetTextSize(settings.MaxTextSize)
				p.types("only just typed")
				leave()
				p.wait(time.Second)
				fits := func(names ...string) {
					t.Helper()
					for _, name := range names {
						b := seen.Find(p.canvas, true, name).Control
						if b == nil || b.Position.X < 0 || b.Position.X+b.Size.Width > screen.Width || b.Position.Y+b.Size.Height > screen.Height {
							t.Errorf("%q is at %+v", name, b)
						}
					}
				}
				fits("Save my chats to another folder…")
				p.closes()
				p.wait(time.Second)
				fits("Copy what I typed", "Close anyway", "Cancel", "Save my chats to another folder…")
				comeBack()
			})
		})
	}
}

func TestMissingPicturesAreAskedAbout(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, leave, comeBack func()) {
		p.drops(h.board("red.png", 20, 20))
		p.until("the picture", func() bool { return p.inOrder() == "red.png" })
		leave()
		if err := os.RemoveAll(filepath.Join(h.dir, "moved", "blobs")); err != nil {
			t.Fatal(err)
		}
		chosen, said := t.TempDir(), ""
		p.SetReopen(func(n Next) { said = n.Sentence })
		h.dialogs.choosing(chosen)
		p.clicks("Save my chats to another folder…")
		p.until("the question", func() bool { p.drain(); return p.reads("Continue without some pictures or recordings?") })
		p.wait(time.Minute)
		p.clicks("Not yet")
		if said != "" || p.core.Settings.Get().Library != "" {
			t.Errorf("it went on with %q: %s", p.core.Settings.Get().Library, said)
		}
		p.clicks("Save my chats to another folder…")
		p.until("the question", func() bool { p.drain(); return p.reads("Continue without some pictures or recordings?") })
		p.clicks("Continue without them")
		p.until("it to go on", func() bool { p.drain(); return said != "" })
		comeBack()
	})
}

func TestClosingOffersToSaveTheChatsOfAFolderThatIsGone(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, leave, comeBack func()) {
		leave()
		p.closes()
		said := ""
		p.SetReopen(func(n Next) { said = n.Sentence })
		h.dialogs.choosing(t.TempDir())
		p.clicks("Save my chats to another folder…")
		p.until("the chats to be saved", func() bool { p.drain(); return said != "" })
		comeBack()
	})
}

func TestOtherPagesSayThatTheFolderIsGone(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, leave, comeBack func()) {
		p.ShowSpeak()
		p.drain()
		leave()
		p.sees(folderGone)
		p.sees("Save my chats to another folder…")
		p.frame.Toasts().Clear()
		p.drain()
		p.seesNot(folderGone)
		p.ShowTranscribe()
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
