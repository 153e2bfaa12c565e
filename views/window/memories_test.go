package window

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/memories"
)

// opensMemories opens the sheet of the memories from the settings.
func (p *user) opensMemories() {
	p.t.Helper()
	p.clicks("Settings")
	p.clicks("Memory")
	p.clicks("What Parlando remembers")
}

// remembered returns the memories of all lists.
func (p *user) remembered() []memories.Memory {
	p.t.Helper()
	all, err := p.Memories.All(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	return all
}

// knows waits until the memories have these texts.
func (p *user) knows(texts ...string) {
	p.t.Helper()
	var now []string
	p.until(strings.Join(texts, "|"), func() bool {
		now = nil
		for _, m := range p.remembered() {
			now = append(now, m.Text)
		}
		return strings.Join(now, "|") == strings.Join(texts, "|")
	})
}

func TestMemoriesAreWrittenChangedAndDeletedWithTheKeyboard(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensMemories()
		p.sees("Nothing is remembered here yet.")
		p.hasKeyboard("Something to remember")
		p.presses(fyne.KeyReturn)
		p.sees("Write a sentence first.")
		p.types("The new flat has no lift.")
		p.presses(fyne.KeyReturn)
		p.knows("The new flat has no lift.")
		p.sees("1 of 50")
		p.seesNot("Write a sentence first.")
		p.types("אני גר בחיפה")
		p.presses(fyne.KeyReturn)
		p.knows("The new flat has no lift.", "אני גר בחיפה")
		p.types("The new flat has no lift.")
		p.presses(fyne.KeyReturn)
		p.sees("This sentence is already in the list.")
		p.tabsTo("Sentence")
		p.presses(fyne.KeyEnd)
		p.types(" It is on the third floor.")
		p.tabs(false)
		p.knows("The new flat has no lift. It is on the third floor.", "אני גר בחיפה")
		p.hasKeyboard("Forget")
		p.presses(fyne.KeySpace)
		p.knows("אני גר בחיפה")
		p.sees("It's no longer remembered.")
		p.clicks("Undo")
		p.knows("The new flat has no lift. It is on the third floor.", "אני גר בחיפה")
		p.sees("2 of 50")
	})
}

func TestASentenceThatIsTooLongStaysTyped(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensMemories()
		p.tabsTo("Something to remember")
		p.types(strings.Repeat("long ", 50))
		p.presses(fyne.KeyReturn)
		p.sees("A sentence can have at most 200 characters.")
		p.clicks("Close")
		p.opensMemories()
		p.sees("long long")
		p.knows()
	})
}

// A sentence that cannot be saved is neither lost nor in the way of other sentences.
func TestAWrongChangeOfASentenceStaysTyped(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		for _, text := range []string{"I am a vegetarian.", "We move on 1 March."} {
			if _, err := p.Memories.Add(t.Context(), "", text, ""); err != nil {
				t.Fatal(err)
			}
		}
		const wrong = "A sentence can have at most 200 characters."
		long := strings.Repeat(" long", 50)
		p.opensMemories()
		p.tabsTo("Sentence")
		p.presses(fyne.KeyEnd)
		p.types(long)
		p.tabs(false)
		p.sees(wrong)
		p.tabsTo("Something to remember")
		p.types("I sing in a choir.")
		p.presses(fyne.KeyReturn)
		p.knows("I am a vegetarian.", "We move on 1 March.", "I sing in a choir.")
		p.wait(time.Second)
		p.quit()
		p = h.start()
		p.opensMemories()
		p.sees("vegetarian. long long")
		p.sees("This change isn't saved.")
		p.tabsTo("Sentence")
		p.tabs(false)
		p.sees(wrong)
		p.knows("I am a vegetarian.", "We move on 1 March.", "I sing in a choir.")
		p.clicks("Discard change")
		p.seesNot("long long")
		p.seesNot(wrong)
		p.sees("I am a vegetarian.")
		p.tabsTo("Sentence")
		p.presses(fyne.KeyEnd)
		p.types(" Fish is fine.")
		p.presses(fyne.KeyEscape) // closes the sheet
		p.knows("I am a vegetarian. Fish is fine.", "We move on 1 March.", "I sing in a choir.")
		p.opensMemories()
		p.seesNot("This change isn't saved.")
	})
}

func TestMemoriesThatCannotBeReadSaySo(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		const failed = "The sentences couldn't be read."
		if _, err := p.Memories.Add(t.Context(), "", "I am a vegetarian.", ""); err != nil {
			t.Fatal(err)
		}
		heal := h.failing("memory")
		p.opensMemories()
		p.sees(failed)
		p.seesNot("Nothing is remembered here yet.")
		p.clicks("Try again")
		p.sees(failed)
		heal()
		p.clicks("Try again")
		p.sees("I am a vegetarian.")
		p.seesNot(failed)
		p.tabsTo("Something to remember")
		p.types("We move on 1 March.")
		heal = h.failing("memory")
		p.Marks.Mark(changes.Change{Topic: changes.Memories})
		p.sees(failed)
		heal()
		p.clicks("Try again")
		p.sees("I am a vegetarian.")
		p.sees("We move on 1 March.")
		p.clicks("Add")
		p.knows("I am a vegetarian.", "We move on 1 March.")
	})
}

func TestMemoriesOfAReadOnlyLibraryAreOnlyRead(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		if _, err := p.Memories.Add(t.Context(), "", "I am a vegetarian.", ""); err != nil {
			t.Fatal(err)
		}
		p.opensMemories()
		p.tabsTo("Something to remember")
		p.types("We move on 1 March.")
		p.tabsTo("Sentence")
		p.presses(fyne.KeyEnd)
		p.types(strings.Repeat(" long", 50))
		p.wait(time.Second)
		p.quit()
		h.fromLater()
		p = h.start()
		p.opensMemories()
		p.sees("To change them, update Parlando.")
		p.sees("I am a vegetarian.")
		for _, name := range []string{"Add", "Forget", "Discard change", "Something to remember"} {
			p.hasNot(name)
		}
		p.presses(fyne.KeyEscape)
		p.quit()
		h.write(`DELETE FROM goose_db_version WHERE version_id = 99999`)
		p = h.start()
		p.opensMemories()
		p.sees("We move on 1 March.")
		p.sees("vegetarian. long long")
		p.knows("I am a vegetarian.")
	})
}

// After a text that the user did not write, a tool asks each time.
func TestAModelThatHasReadATextFromOutsideAsksEachTime(t *testing.T) {
	for name, reads := range map[string]struct {
		begins func(p *user)
		named  string
	}{
		"sources of the web": {func(p *user) {
			p.clicks("New chat")
			p.chooses("Practice writer")
			p.sends("Oaks, with sources: ")
			p.readsToTheEnd()
		}, "“www.trees.example”"},
		"imported chat": {func(p *user) {
			c := chat.Conversation{ID: chat.NewID(), Title: "From elsewhere", Created: time.Now()}
			list := []history.ImportedConversation{{Conversation: c, Messages: []chat.Message{{ID: chat.NewID(), Conversation: c.ID, Role: chat.User, State: chat.Done, Created: c.Created, Parts: []chat.Part{{Kind: chat.PartText, Text: "Hello"}}}}}}
			n, err := p.History.BeginImport(p.t.Context(), "chatgpt", "export.zip")
			if err == nil {
				_, err = p.History.AddToImport(p.t.Context(), n, list)
			}
			if err == nil {
				err = p.History.FinishImport(p.t.Context(), n, "{}")
			}
			if err != nil {
				p.t.Fatal(err)
			}
			p.drain()
			p.clicks("From elsewhere")
		}, "an imported chat"},
		"project file": {func(p *user) {
			p.chat.OpenProject(p.newProject("Moving house", "The notice period is three months."))
			p.drain()
		}, "“Lease.txt”"},
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				h.practice.TokenInterval = -1
				p := h.looksAround()
				p.usesTools("Remember facts about me")
				p.sends("Remember that I sing in a choir.")
				p.seesNot("After reading")
				p.decides("Allow")
				p.sends("Remember that I like tea.")
				p.knows("I sing in a choir.", "I like tea.")
				p.readsToTheEnd()
				reads.begins(p)
				p.usesTools("Remember facts about me")
				want := []string{"I sing in a choir.", "I like tea."}
				for _, text := range []string{"We move on 1 March.", "I am a vegetarian."} {
					p.sends("Remember that " + text)
					p.sees("After reading " + reads.named)
					p.hasNot("Allow until this reply is done")
					p.knows(want...)
					p.decides("Allow once")
					want = append(want, text)
					p.knows(want...)
				}
			})
		})
	}
}

func TestMemoriesOfAProjectAreAListOfTheirOwn(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensMemories()
		p.seesNot("In all chats")
		p.presses(fyne.KeyEscape)
		p.presses(fyne.KeyEscape)
		one, err := p.Projects.Create(t.Context(), "Moving house")
		if err != nil {
			t.Fatal(err)
		}
		p.sends("Hello")
		p.until("the end", func() bool { return p.open().ID != "" && p.lastReply().State == chat.Done })
		conversation := p.open()
		if _, err := p.Memories.Add(t.Context(), one.ID, "We move on 1 March.", conversation.ID); err != nil {
			t.Fatal(err)
		}
		p.clicks("New chat")
		p.opensMemories()
		p.sees("A project's chats get them only if its list says so.")
		p.clicks("List: In all chats")
		p.clicks("Moving house")
		p.sees("We move on 1 March.")
		p.sees("in the chats of this project")
		p.clicks("Those for all chats, too")
		p.clicks("List: Moving house")
		p.clicks("In all chats")
		p.sees("These sentences are sent with every message.")
		p.seesNot("only if its list says so")
		p.clicks("List: In all chats")
		p.clicks("Moving house")
		p.clicks("Hello")
		p.until("the chat is open", func() bool { return p.open().ID == conversation.ID })
		p.seesNot("What Parlando remembers")
	})
}

func TestTheMenuOfAChatLeavesTheMemoriesOut(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("More")
		p.seesNot("Use memories in this chat")
		p.presses(fyne.KeyEscape)
		if _, err := p.Memories.Add(t.Context(), "", "We move on 1 March.", ""); err != nil {
			t.Fatal(err)
		}
		p.wait(time.Second)
		for _, off := range []bool{true, false} {
			p.clicks("More")
			p.clicks("Use memories in this chat")
			if got := p.chat.Target().Params.NoMemories; got != off {
				t.Errorf("left out: %v, want %v", got, off)
			}
			p.clicks("More")
			p.clicks("What is sent…")
			p.sees(map[bool]string{true: "Turned off for this chat.", false: "We move on 1 March."}[off])
			p.presses(fyne.KeyEscape)
		}
	})
}
