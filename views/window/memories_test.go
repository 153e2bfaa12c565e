package window

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/memories"
)

// opensMemories opens the sheet of the memories from the settings.
func (p *user) opensMemories() {
	p.t.Helper()
	p.clicks("Settings")
	p.clicks("Your data")
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
		p.tabsTo("Something to remember")
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
		p.clicks("List: In all chats")
		p.clicks("Moving house")
		p.sees("We move on 1 March.")
		p.sees("in the chats of this project")
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
		}
	})
}
