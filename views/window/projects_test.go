package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/chat"
)

// newProject creates a project with a file of text.
func (p *user) newProject(name, text string) chat.ID {
	p.t.Helper()
	one, err := p.Projects.Create(p.t.Context(), name)
	if err != nil {
		p.t.Fatal(err)
	}
	path := filepath.Join(p.t.TempDir(), "Lease.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.Projects.AddPath(p.t.Context(), one.ID, path, ""); err != nil {
		p.t.Fatal(err)
	}
	p.drain()
	return one.ID
}

// lastRequest returns what was stored about the last reply of the open chat.
func (p *user) lastRequest() *chat.Request {
	p.t.Helper()
	heads, err := p.History.Thread(p.t.Context(), p.chat.Conversation().ID)
	if err != nil || len(heads) == 0 {
		p.t.Fatal(heads, err)
	}
	list, err := p.History.Messages(p.t.Context(), []chat.ID{heads[len(heads)-1].ID})
	if err != nil || len(list) != 1 {
		p.t.Fatal(list, err)
	}
	return list[0].Request
}

func TestAChatBegunInAProjectBelongsToIt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id := p.newProject("Moving house", strings.Repeat("The notice period is three months. ", 20))
		p.chat.OpenProject(id)
		p.drain()
		p.sees("Moving house")
		p.sees("Lease.txt")
		p.sees("Chats that you begin here, or move here, are listed here.")
		if title := p.chat.Title(); title != "Moving house" {
			t.Errorf("the title is %q", title)
		}
		p.clicks("Edit")
		p.types("Answer in plain words.")
		p.clicks("Save")
		p.sees("Answer in plain words.")
		p.sends("When does the notice period end?")
		p.readsToTheEnd()
		if b := p.lastRequest().Background; b == nil || b.Project != "Moving house" || len(b.Files) != 1 {
			t.Errorf("sent was %+v", b)
		}
		if c := p.chat.Conversation(); c.Project != id {
			t.Errorf("the chat is in %q", c.Project)
		}
		p.clicks("Moving house") // the way back
		p.sees("When does the notice period end?")
		p.clicks("When does the notice period end?")
		p.drain()
		if c := p.chat.Conversation(); c.ID == "" || c.Project != id {
			t.Errorf("open is %+v", c)
		}
		p.chat.NewChat()
		p.drain()
		p.seesNot("Lease.txt")
		p.sees("What can I help with?")
		p.sends("Hello")
		p.readsToTheEnd()
		if b := p.lastRequest().Background; b != nil {
			t.Errorf("outside of the project sent was %+v", b)
		}
	})
}
