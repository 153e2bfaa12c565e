package window

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/imports/chatgpt/chatgpttest"
	"parlando/app/memories"
	"parlando/app/projects"
)

// rememberingGPT writes an export of ChatGPT with a memory and custom instructions.
func rememberingGPT(t *testing.T, memory string) (path string) {
	t.Helper()
	about := chatgpttest.New("a").Message("i", "user", chatgpttest.Object{
		"content_type": "user_editable_context", "user_profile": "I teach botany.", "user_instructions": "Be brief.",
	}).User("a", "An elm?").Assistant("b", "A tree.")
	kept := chatgpttest.New("b").Message("m", "system", chatgpttest.Object{"content_type": "model_editable_context", "model_set_context": memory}).
		User("a", "A cat?").Assistant("b", "An animal.")
	return exportOf(t, about, kept)
}

// claudeExport writes an export of Claude with two projects, the first of which has a chat, a file
// and a memory.
func claudeExport(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "claude.zip")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
	type object = map[string]any
	for _, file := range []struct {
		name    string
		content []object
	}{
		{"conversations.json", []object{{
			"uuid": "a", "name": "Chapter one", "project": object{"uuid": "p"}, "created_at": "2026-01-02T03:04:05Z", "chat_messages": []object{
				{"uuid": "1", "sender": "human", "text": "How to begin?"}, {"uuid": "2", "sender": "assistant", "text": "With a question.", "parent_message_uuid": "1"},
			},
		}}},
		{"projects.json", []object{
			{"uuid": "p", "name": "Thesis", "prompt_template": "Be strict.", "docs": []object{{"uuid": "d", "filename": "Outline.md", "content": "# Outline"}}},
			{"uuid": "q", "name": "Garden", "prompt_template": ""},
		}},
		{"memories.json", []object{{"conversations_memory": "Ada teaches.", "project_memories": object{"p": "The thesis is due in May."}}}},
	} {
		w, createErr := z.Create(file.name)
		if err = errors.Join(err, createErr); createErr == nil {
			err = errors.Join(err, json.NewEncoder(w).Encode(file.content))
		}
	}
	if err := errors.Join(err, z.Close(), out.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// takes imports all chats of a file and leads back to the list of the imports.
func (p *user) takes(path, button string) {
	p.t.Helper()
	p.takeFiles([]string{path})
	p.clicks(button)
	p.clicks("Back")
	p.sees("Earlier imports")
}

// tabsToNth presses Tab until the keyboard is at the n-th of what has a name.
func (p *user) tabsToNth(name string, n int) {
	p.t.Helper()
	p.tabsTo(name)
	for range n - 1 {
		p.tabs(false)
		p.tabsTo(name)
	}
}

// closesSheets presses Escape until no sheet is open.
func (p *user) closesSheets() {
	p.t.Helper()
	for p.frame.HasOverlay() {
		p.presses(fyne.KeyEscape)
	}
}

// What ChatGPT remembered is read line by line before a model is told anything of it, and can be
// taken back in one step.
func TestTheMemoryOfAnImportIsRemembered(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		if _, err := p.Memories.Add(t.Context(), "", "Prefers tea.", ""); err != nil {
			t.Fatal(err)
		}
		p.takes(rememberingGPT(t, "1. [2025-03-01]. Has two cats.\n\n2. [2025-04-11]. Prefers tea.\n\n3. [2025-05-02]. Cycles to work."), "Import 2 chats")
		p.tabsTo("Instructions and memory…")
		p.presses(fyne.KeySpace)
		p.sees("no model reads them")
		p.clicks("Remember…") // of the custom instructions
		p.sees("I teach botany.")
		p.sees("2 ticked")
		p.clicks("Cancel")
		p.tabsToNth("Remember…", 2)
		p.presses(fyne.KeySpace)
		p.sees("Has two cats.")
		p.sees("already here")
		p.sees("2 ticked · room for 49")
		p.knows("Prefers tea.")
		p.tabsTo("Has two cats.")
		p.presses(fyne.KeySpace)
		p.sees("1 ticked")
		p.tabsTo("Add 1 sentence")
		p.presses(fyne.KeySpace)
		p.knows("Prefers tea.", "Cycles to work.")
		p.sees("One sentence was added.")
		p.clicks("Undo")
		p.knows("Prefers tea.")
		p.closesSheets()

		p.opensMemories()
		p.clicks("Add from an import or a list…")
		p.sees("Has two cats.")
		p.clicks("Add 2 sentences")
		p.knows("Prefers tea.", "Has two cats.", "Cycles to work.")
		p.sees("3 of 50")
		p.closesSheets()
		p.quit()
		p = h.start()
		p.types("What do I drink?")
		p.top.OnMenu(p.top)
		p.clicks("What is sent…")
		p.sees("Cycles to work.")
		p.presses(fyne.KeyEscape)
		p.composer.FocusText()
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		if b := p.lastRequest().Background; b == nil || b.Memories != 3 {
			t.Errorf("sent was %+v", b)
		}
	})
}

func TestAPastedListIsRemembered(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensMemories()
		p.tabsTo("Paste a list…")
		p.presses(fyne.KeySpace)
		p.sees("room for 50")
		p.hasKeyboard("Sentences, one on each line")
		long := "A very long sentence about the flat" + strings.Repeat(" and more", 20)
		p.pastes("# About me\n- Two cats.\n- אני גר בחיפה\n" + long + "\n- Two cats.")
		p.sees("heading")
		p.sees("2 ticked")
		p.sees("Too long: " + fmt.Sprint(len(long)) + " characters, of which 200 fit.")
		p.sees("One sentence is too long to be added.")
		p.closesSheets()
		p.opensMemories()
		p.clicks("Paste a list…")
		p.sees("2 ticked") // what was pasted is still there
		p.tabsTo("Sentence")
		p.presses(fyne.KeyEnd)
		for range 9 * 5 {
			p.presses(fyne.KeyBackspace)
		}
		p.sees("3 ticked")
		p.sees("170 of 200 characters")
		p.seesNot("too long to be added")
		p.clicks("Add 3 sentences")
		p.knows("Two cats.", "אני גר בחיפה", long[:len(long)-9*5])
		p.clicks("Paste a list…")
		p.seesNot("Two cats. ")
		p.sees("0 ticked · room for 47")
	})
}

func TestAFullListTakesNoMoreThanItCan(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		for n := range memories.MaxMemories - 2 {
			if _, err := p.Memories.Add(t.Context(), "", fmt.Sprint("Sentence ", n), ""); err != nil {
				t.Fatal(err)
			}
		}
		p.opensMemories()
		p.clicks("Paste a list…")
		p.tabsTo("Sentences, one on each line")
		p.pastes("One\nTwo\nThree")
		p.sees("Only 2 of these sentences fit: a list has at most 50.")
		p.sees("2 ticked · room for 2")
		p.clicks("Three")
		p.sees("2 ticked")
		p.clicks("One")
		p.clicks("Three")
		p.clicks("Add 2 sentences")
		p.until("50 sentences", func() bool { return len(p.remembered()) == memories.MaxMemories })
		if all := p.remembered(); all[48].Text != "Two" || all[49].Text != "Three" {
			t.Errorf("added are %q and %q", all[48].Text, all[49].Text)
		}
		p.clicks("Paste a list…")
		p.sees("The list is full.")
	})
}

func TestTheProjectsOfAnImportAreMade(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		if _, err := p.Projects.Create(t.Context(), "Garden"); err != nil {
			t.Fatal(err)
		}
		p.takes(claudeExport(t), "Import 1 chat")
		p.clicks("Instructions and memory…")
		p.clicks("Projects…")
		p.sees("1 chat · 1 file")
		p.presses(fyne.KeyEscape)
		p.tabsTo("Projects…")
		p.presses(fyne.KeySpace)
		p.sees("a project of this name is already here")
		p.sees("1 chat · 1 file")
		p.clicks("Read the instructions")
		p.sees("Be strict.")
		p.presses(fyne.KeyEscape)
		p.tabsTo("Make 1 project")
		p.presses(fyne.KeySpace)
		p.sees("One project was made.")
		thesis := func() (one projects.Project) {
			p.until("the project", func() bool {
				list, err := p.Projects.List(t.Context())
				if err == nil && len(list) == 2 {
					one = list[1]
				}
				return one.ID != ""
			})
			return one
		}
		made := thesis()
		if made.Instructions != "Be strict." || made.Files != 1 {
			t.Errorf("the project is %+v", made)
		}
		p.clicks("Undo")
		p.until("the project is gone", func() bool {
			list, err := p.Projects.List(t.Context())
			return err == nil && len(list) == 1
		})
		p.clicks("Make 1 project")
		if made = thesis(); made.Name != "Thesis" || p.chatsIn(made.ID) != 1 {
			t.Errorf("the project is %+v", made)
		}
		p.seesNot("Make 1 project")
		p.clicks("Back")
		p.clicks("Instructions and memory…")
		p.tabsToNth("Remember…", 2)
		p.presses(fyne.KeySpace)
		p.sees("List") // that of the project
		p.sees("The thesis is due in May.")
		p.clicks("Add 1 sentence")
		p.knows("The thesis is due in May.")
		if m := p.remembered()[0]; m.Project != made.ID {
			t.Errorf("it is in the list of %q", m.Project)
		}
		p.closesSheets()

		p.quit()
		p = h.start()
		p.chat.OpenProject(made.ID)
		p.drain()
		p.clicks("Chapter one")
		p.sends("And the end?")
		p.readsToTheEnd()
		if b := p.lastRequest().Background; b == nil || b.Project != "Thesis" || len(b.Files) != 1 || b.Memories != 1 {
			t.Errorf("sent was %+v", b)
		}
	})
}

func TestCustomInstructionsAreAddedBelowTheUsersOwn(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.takes(rememberingGPT(t, "Has two cats."), "Import 2 chats")
		p.clicks("Instructions and memory…")
		p.clicks("Add to instructions…")
		p.sees("New chats would begin with these instructions")
		p.tabsTo("Add")
		p.presses(fyne.KeySpace)
		p.sees("New chats will use these instructions.")
		p.clicks("Undo")
		p.until("taken back", func() bool { return p.chat.Instructions() == "" })
		undo := p.chat.AddInstructions("Never use emoji.")
		if undo == nil {
			t.Fatal("not stored")
		}
		p.clicks("Add to instructions…")
		p.sees("Your instructions now")
		p.sees("Never use emoji.")
		p.clicks("Add")
		p.clicks("Add to instructions…")
		p.sees("already contain this text")
		p.closesSheets()
		want := "Never use emoji.\n\nI teach botany.\n\nBe brief."
		p.sends("Hello") // in the chat that was open already
		p.readsToTheEnd()
		if got := p.open().Params.Instructions; got != want {
			t.Errorf("sent was %q", got)
		}
		p.quit()
		p = h.start()
		p.chat.NewChat()
		p.drain()
		if got := p.chat.Target().Params; got.Instructions != want {
			t.Errorf("a new chat has %q", got.Instructions)
		}
	})
}
