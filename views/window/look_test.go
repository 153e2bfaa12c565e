package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/backups"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/instance"
)

// reopens opens a library in the window again, as the program does, once act has made the window
// ask for it.
func (h *home) reopens(p *user, act func()) *user {
	h.t.Helper()
	var next *Next
	p.SetReopen(func(n Next) { next = &n })
	act()
	p.until("the window to be opened again", func() bool { return next != nil })
	p.quit()
	h.look, h.putsBack = next.Look, next.PutBack != nil
	p = h.start()
	p.Continue(*next)
	p.drain()
	return p
}

// looks makes chats, backs them up, deletes all but the first and opens the backup.
func (h *home) looks(titles int) (p *user, ids []chat.ID) {
	h.t.Helper()
	h.looksAround().quit()
	ids = chatsOfTwo(h.t, filepath.Dir(h.stored(history.FileName)), titles)
	p = h.start()
	p.backs(backups.Daily)
	for _, id := range ids[1:] {
		if err := p.History.Delete(h.t.Context(), id); err != nil {
			h.t.Fatal(err)
		}
	}
	p.chat.Open(ids[0])
	p.drain()
	return h.reopens(p, func() {
		p.opensBackups()
		p.clicks("Open")
	}), ids
}

func TestABackupIsLookedAt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, ids := h.looks(3)
		own := p.Settings.Get().Conversation
		if own != ids[0] {
			t.Errorf("the own chat is %q", own)
		}
		const strip = "Backup of 1 January 2000, 00:00. You can read and copy, but not change it."
		p.sees(strip)
		p.sees("Answer 2") // of the newest chat
		if text := p.text(); strings.Contains(text, "Your chats") || strings.Contains(text, "disk") {
			t.Errorf("there is a second banner: %s", text)
		}
		for _, name := range []string{"New chat", "Transcribe", "Read aloud", "Send", "Adjust replies"} {
			p.hasNot(name)
		}
		p.clicks("Chat 1")
		p.sees("Answer 1")
		p.sees(strip)
		p.types("typed")
		p.seesNot("typed")
		const refusal = "A backup can be read and copied, but not changed."
		for _, name := range []string{"Try again", "Edit and send again"} {
			p.hasNot(name)
		}
		p.clicks("Practice writer")
		p.hasNot("Refresh list")
		p.opensMenuOfReply()
		p.hasNot("Delete this message")
		p.presses(fyne.KeyEscape)
		p.seesNot(refusal)
		p.holds(fyne.KeyN)
		p.sees(refusal)
		if !p.HandleRequest(instance.Request{NewChat: true}) || p.open().ID != ids[1] {
			t.Error("another start began a chat in the backup")
		}
		if now := p.Settings.Get().Conversation; now != own {
			t.Errorf("the settings name the chat %q of the backup", now)
		}
		if folder, err := p.gallery.MakeFolder(); err != nil || folder == h.look.Folder {
			t.Errorf("copies for other programs are in %s, %v", folder, err)
		}
		p.settings.Open()
		p.clicks("Your data")
		p.sees("You are looking at a backup.")
		p.quit()

		h.look = nil
		p = h.start()
		p.sees("Answer 0")
		p.seesNot(strip)
	})
}

func TestChatsArePutBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, _ := h.looks(4)
		p = h.reopens(p, func() { p.clicks("Put back this chat") })
		p.sees("“Chat 3” is back.")
		p.clicks("Show")
		p.sees("Answer 3")
		if p.open().Title != "Chat 3" {
			t.Errorf("%q is open", p.open().Title)
		}
	})
}

// The list of chats of a backup renames and deletes none of them, but puts them back.
func TestAChatIsPutBackFromTheList(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, ids := h.looks(3)
		p.tabsTo("Chat 2")
		p.presses(fyne.KeyF2)
		p.types("Renamed")
		p.presses(fyne.KeyReturn)
		p.presses(fyne.KeyDelete)
		p.sees("A backup can be read and copied, but not changed.")
		if found, err := p.History.Summaries(t.Context(), ids); err != nil || found[ids[2]].Title != "Chat 2" {
			t.Errorf("the chats are now %+v, %v", found, err)
		}
		p = h.reopens(p, func() {
			row, _ := p.under(p.has("Chat 1"), func(o fyne.CanvasObject) bool {
				_, ok := o.(fyne.SecondaryTappable)
				return ok
			})
			row.(fyne.SecondaryTappable).TappedSecondary(&fyne.PointEvent{})
			p.hasNot("Rename")
			p.hasNot("Pin")
			p.clicks("Put back this chat")
		})
		p.sees("“Chat 1” is back.")
	})
}

func TestSomeChatsAndAllArePutBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, _ := h.looks(4)
		p.clicks("Put back…")
		p.has("Put back")
		for _, i := range []int{0, 1, 2} {
			at := "Chat " + string(rune('0'+i))
			p.clicks(at + " · Yesterday, 23:5" + string(rune('6'+i)))
		}
		p.sees("Put back 3 chats")
		p = h.reopens(p, func() { p.clicks("Put back 3 chats") })
		p.sees("2 chats are back. 1 chat was here already: “Chat 0”.")
		order, err := p.History.Order(t.Context())
		if err != nil || len(order) != 3 {
			t.Errorf("%d chats are here, %v", len(order), err)
		}
	})
}

func TestAnEncryptedBackupAsksForItsPassphrase(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		if err := p.Backups.Encrypt(t.Context(), "correct horse"); err != nil {
			t.Fatal(err)
		}
		p.backs(backups.ByHand)
		p.opensBackups()
		p.sees("checked, encrypted")
		p.clicks("Open")
		p.sees("This backup is encrypted")
		p.types("wrong")
		p.presses("Return")
		p.sees("The passphrase is wrong.")
		h.reopens(p, func() {
			for range len("wrong") {
				p.presses("BackSpace")
			}
			p.types("correct horse")
			p.presses("Return")
		}).sees("You can read and copy, but not change it.")
	})
}

func TestAnotherLibraryIsLookedAt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		dir := h.otherLibrary("data-2020-01-01", 2)
		before, err := os.Stat(filepath.Join(dir, history.FileName))
		if err != nil {
			t.Fatal(err)
		}
		p = h.reopens(p, func() {
			p.opensBackups()
			p.sees("Earlier library of ")
			p.clicks("Open")
		})
		p.sees("Earlier library of ")
		p.sees("You can read and copy, but not change it.")
		p.sees("Answer 1")
		p = h.reopens(p, func() {
			p.clicks("Put back…")
			p.clicks("All")
			p.sees("Transcripts, recordings and sound files come back, too.")
			p.clicks("Put back everything")
		})
		p.sees("2 chats are back.")
		if after, err := os.Stat(filepath.Join(dir, history.FileName)); err != nil || after.ModTime() != before.ModTime() {
			t.Errorf("the other library was changed: %v", err)
		}
	})
}

func TestPuttingBackThatFailsLeadsBackToTheBackup(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, _ := h.looks(2)
		if err := os.RemoveAll(filepath.Join(h.look.Folder, history.FileName)); err != nil {
			t.Fatal(err)
		}
		p = h.reopens(p, func() { p.clicks("Put back this chat") })
		p.sees("Not everything could be put back. Nothing was lost")
		var next Next
		p.SetReopen(func(n Next) { next = n })
		p.clicks("Back to the backup")
		if next.Look == nil || next.Look.Folder != h.dir && next.Look.Made.IsZero() {
			t.Errorf("it leads to %+v", next)
		}
	})
}
