package window

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	_ "modernc.org/sqlite" // to make a library of a later Parlando

	"parlando/app/chat"
	"parlando/app/settings"
)

// fromLater makes the library one that a newer Parlando has written.
func (h *home) fromLater() {
	h.t.Helper()
	files, err := filepath.Glob(filepath.Join(h.dir, "*", "library.db"))
	if err != nil || len(files) != 1 {
		h.t.Fatal(files, err)
	}
	db, err := sql.Open("sqlite", files[0])
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(h.t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)`); err != nil {
		h.t.Fatal(err)
	}
}

func TestALibraryOfANewerParlandoIsReadUnderABanner(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.quit()
		h.fromLater()
		p = h.start()
		p.sees("Your chats were last used by a newer version of Parlando.")
		p.sees("Your chats can't be changed at the moment.")
		p.scrollsUp()
		p.sees("What is a lighthouse for?")
		p.sends("Is anybody there?")
		p.wait(time.Second)
		if p.isWriting() {
			t.Error("a question was sent")
		}
		p.seesNot("nothing can be changed")
		p.clicks("Edit and send again")
		p.wait(time.Second)
	})
}

func TestCreativityIsKeptWithItsChatAndNoOther(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.screen.Resize(fyne.NewSize(1280, 1000)) // so that nothing of the panel is scrolled away
		p.clicks("Adjust replies")
		p.clicks("Creativity")
		p.presses(fyne.KeyRight)
		p.until("a temperature", func() bool { return p.open().Params.Temperature != nil })
		warm := *p.open().Params.Temperature
		id := p.open().ID
		p.holds(fyne.KeyN)
		if p.open().Params.Temperature != nil {
			t.Error("the new chat has the creativity of the old one")
		}
		p.chat.Open(id)
		p.until("the chat", func() bool { return p.open().ID == id })
		p.clicks("Use for new chats")
		p.holds(fyne.KeyN)
		if got := p.open().Params.Temperature; got == nil || *got != warm {
			t.Errorf("a new chat begins with %v, want %v", got, warm)
		}
		p.quit()
		p = h.start()
		p.sees("Creativity") // the panel is where it was
		c, err := p.History.Conversation(t.Context(), id)
		if err != nil || c.Params.Temperature == nil || *c.Params.Temperature != warm {
			t.Errorf("kept %+v, %v", c.Params, err)
		}
	})
}

func TestTheWindowComesBackAsItWasLeft(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensSection("Appearance")
		p.clicks("Dark")
		p.presses(fyne.KeyEscape)
		p.holds(fyne.KeyB)
		p.holds(fyne.KeyJ)
		p.screen.Resize(fyne.NewSize(1100, 700))
		p.quit()
		h.screen = fyne.NewSize(1100, 700)
		p = h.start()
		if s := p.Settings.Get(); s.Theme != settings.Dark || s.WindowWidth != 1100 || s.WindowHeight != 700 {
			t.Errorf("kept %+v", s)
		}
		p.has("Show sidebar")
		p.sees("Creativity")
	})
}

func TestASecondAnswerIsBesideTheFirstWithAnotherModel(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.chooses("Practice problems")
		p.clicks("Try again")
		p.readsToTheEnd()
		p.sees("2 of 2")
		p.scrollsUp()
		p.sees("Type one of these words")
		p.quit()
		p = h.start()
		p.sees("Type one of these words")
		if p.model() != "practice-trouble" {
			t.Errorf("the chat goes on with %q", p.model())
		}
		heads, err := p.History.Thread(t.Context(), p.open().ID)
		if err != nil || len(heads) != 2 {
			t.Fatal(heads, err)
		}
		if ids, err := p.History.Siblings(t.Context(), heads[1].ID); err != nil || len(ids) != 2 {
			t.Errorf("%d answers, %v", len(ids), err)
		}
	})
}

func TestAChatIsRenamedInTheSidebarOfANarrowWindow(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(720, 800)
		p := h.chatsWith("What is a lighthouse for?")
		p.top.OnMenu(p.top)
		p.clicks("Rename")
		p.types("Towers")
		p.presses(fyne.KeyReturn)
		p.sees("Towers")
		p.until("the title on disk", func() bool {
			c, err := p.History.Conversation(t.Context(), p.open().ID)
			return err == nil && c.Title == "Towers"
		})
	})
}

func TestTwoAnswersAtOnceInTwoChats(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.has("Stop")
		first := p.open().ID
		p.holds(fyne.KeyN)
		p.sends("How do foghorns work?")
		p.until("the second chat", func() bool { return p.open().ID != "" && p.open().ID != first })
		p.has("Stop")
		p.until("both marks", func() bool { return p.sidebar.Writing(first) && p.sidebar.Writing(p.open().ID) })
		p.clicks("Stop")
		p.sees("You stopped this reply.")
		p.chat.Open(first)
		p.readsToTheEnd()
		p.seesNot("You stopped")
		for id, want := range map[chat.ID]string{first: "What is a lighthouse for?"} {
			if c, err := p.History.Conversation(t.Context(), id); err != nil || c.Title != want {
				t.Errorf("%+v, %v", c, err)
			}
		}
	})
}
