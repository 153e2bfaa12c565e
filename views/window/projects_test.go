package window

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/projects"
	"parlando/app/transcripts"
	"parlando/assets/spoken"
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

// chatsIn returns the number of chats of a project.
func (p *user) chatsIn(project chat.ID) (n int) {
	p.t.Helper()
	order, err := p.History.Order(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	for _, e := range order {
		if e.Project == project {
			n++
		}
	}
	return n
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

func TestWhatIsSentIsShownBeforeSending(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id := p.newProject("Moving house", strings.Repeat("The notice period is three months. ", 200))
		p.chat.OpenProject(id)
		p.drain()
		p.types("When does it end?")
		p.clicks("What is sent…")
		for _, words := range []string{"to the model Practice writer", "Lease.txt", "File of “Moving house”", "When does it end?", "about 1,500 tokens", "With the reply that will cost"} {
			p.sees(words)
		}
		p.presses(fyne.KeyEscape)
		p.composer.FocusText()
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		p.opensMenuOfReply()
		p.clicks("Details")
		p.sees("Files sent")
		p.sees("Lease.txt")
	})
}

// estimated returns the tokens of the next message as the sheet of what is sent estimates them.
func (p *user) estimated() int {
	p.t.Helper()
	p.wait(time.Second)
	p.clicks("More")
	p.clicks("What is sent…")
	p.sees("In all")
	found := regexp.MustCompile(`In all (?:about )?([\d,]+) tokens`).FindStringSubmatch(p.text())
	if found == nil {
		p.t.Fatalf("no estimate in %s", p.text())
	}
	n, err := strconv.Atoi(strings.ReplaceAll(found[1], ",", ""))
	if err != nil {
		p.t.Fatal(err)
	}
	p.presses(fyne.KeyEscape)
	return n
}

// The estimate of the first message counts the files, the instructions and the memories.
func TestTheFirstEstimateCountsAllThatIsSent(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		before := p.estimated()
		more := func(what string, least, most int) {
			t.Helper()
			now := p.estimated()
			if n := now - before; n < least || n > most {
				t.Errorf("%s: %d tokens more", what, n)
			}
			before = now
		}
		remember := func(list chat.ID) {
			t.Helper()
			for i := range 40 {
				if _, err := p.Memories.Add(t.Context(), list, fmt.Sprintf("%d: %s", i, strings.Repeat("lift and stairs ", 11)), ""); err != nil {
					t.Fatal(err)
				}
			}
		}
		remember("")
		more("memories of all chats", 1000, 2500)
		p.beginsTemporaryChat()
		more("a temporary chat", -2500, -1000)
		id := p.newProject("Moving house", strings.Repeat("The notice period is three months. ", 300))
		p.chat.OpenProject(id)
		more("files", 1500, 3000)
		if err := p.Projects.SetInstructions(t.Context(), id, strings.Repeat("Answer in plain words. ", 400)); err != nil {
			t.Fatal(err)
		}
		more("instructions", 1500, 3000)
		remember(id)
		more("memories of the project", 1000, 2500)
		if err := p.Projects.SetMemories(t.Context(), id, projects.AllMemories); err != nil {
			t.Fatal(err)
		}
		more("all memories", 1000, 2500)
		p.clicks("More")
		p.clicks("Use memories in this chat")
		more("no memories", -5000, -2000)
	})
}

// A file that does not fit the model is never left out silently.
func TestFilesThatDoNotFitAreChosenByTheUser(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		// about 12,000 tokens
		id := p.newProject("Large", strings.Repeat("All these words are part of a long contract. ", 1200))
		path := filepath.Join(t.TempDir(), "More.txt")
		if err := os.WriteFile(path, []byte(strings.Repeat("And one more page of the contract. ", 1200)), 0o600); err != nil {
			t.Fatal(err)
		}
		p.chat.OpenProject(id)
		p.drain()
		p.sees("All of it is sent with each message")
		h.dialogs.choosing(path)
		p.clicks("Add")
		p.clicks("Pictures or files…")
		p.sees("More.txt")
		p.sees("The files of this project are too long for Practice writer")
		p.sees("Choose fewer files or another model before you send.")
		p.sees("Files chosen: 2 of 2")
		p.sends("Hello?")
		p.drain()
		if c := p.chat.Conversation(); c.ID != "" || p.composer.Draft().Text != "Hello?" {
			t.Errorf("it was sent: %+v", c)
		}
		p.clicks("Choose files…")
		p.clicks("Lease.txt")
		p.sees("Files sent with each message: 1 of 2")
		p.presses(fyne.KeyEscape)
		p.seesNot("too long for")
		p.sees("Doesn't fit")
		p.sees("One file doesn't fit. Limit in tokens: 16,384.")
		p.composer.FocusText()
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		if b := p.lastRequest().Background; b == nil || len(b.Files) != 1 || b.Files[0] != "More.txt" {
			t.Errorf("sent was %+v", b)
		}
	})
}

func TestFilesOfAMessageAreAddedToAProject(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		path := filepath.Join(t.TempDir(), "Plan.md")
		if err := os.WriteFile(path, []byte("Pack the boxes."), 0o600); err != nil {
			t.Fatal(err)
		}
		p.chat.AcceptFiles([]string{path})
		p.drain()
		p.sends("What comes first?")
		p.readsToTheEnd()
		p.scrollsUp()
		from := p.app.Driver().AbsolutePositionForObject(p.view)
		p.view.TappedSecondary(&fyne.PointEvent{Position: p.has("Edit and send again").Subtract(from).AddXY(0, -30)})
		p.clicks("Add files to a project…")
		p.clicks("New project…")
		p.types("Moving house")
		p.clicks("Create")
		p.sees("“Plan.md” was added to “Moving house”.")
		list, err := p.Projects.List(t.Context())
		if err != nil || len(list) != 1 || list[0].Files != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		p.chat.OpenProject(list[0].ID)
		p.drain()
		p.sees("Plan.md")
		p.clicks("Plan.md")
		p.clicks("Remove from the project")
		p.sees("“Plan.md” was removed from the project.")
		p.clicks("Undo")
		p.sees("Plan.md")
	})
}

// A recording that is dropped on a project is transcribed first; its transcript is added.
func TestARecordingIsAddedToAProjectAsItsTranscript(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		id := p.newProject("Garden", "The garden is behind the house.")
		p.chat.OpenProject(id)
		p.drain()
		path := filepath.Join(t.TempDir(), "The old pear tree.mp3")
		if err := os.WriteFile(path, spoken.Sound("pear-tree.mp3"), 0o600); err != nil {
			t.Fatal(err)
		}
		p.clicks("Add")
		p.clicks("A transcript…")
		p.sees("There are no transcripts yet. Add a recording on the page Transcribe first.")
		p.presses(fyne.KeyEscape)
		p.drops(path)
		p.sees("Transcribe this recording?")
		p.clicks("Start")
		p.becomes("The old pear tree", transcripts.Done)
		p.chat.OpenProject(id)
		p.drain()
		p.clicks("Add")
		p.clicks("A transcript…")
		p.clicks("The old pear tree")
		p.sees("“The old pear tree” was added to “Garden”.")
		p.sends("What does the prop cost?")
		p.readsToTheEnd()
		p.sees("How much would a prop cost?")
		if b := p.lastRequest().Background; b == nil || len(b.Files) != 2 || b.Files[1] != "The old pear tree" {
			t.Errorf("sent was %+v", b)
		}
	})
}

// A document without text is sent as it is, to a model that takes it.
func TestAScanIsAddedToAProject(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		id := p.newProject("Moving house", "The notice period is three months.")
		p.chat.OpenProject(id)
		p.drain()
		path := filepath.Join(t.TempDir(), "scan.pdf")
		if err := os.WriteFile(path, []byte(strings.Replace(lease, "(The rent) Tj", "", 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		p.drops(path)
		p.sees("Add the files to the project?")
		p.clicks("Add to the project")
		p.sees("scan.pdf 1 page")
		p.sends("How long is it?")
		p.sees("This model probably doesn't support PDFs.")
		p.chooses("Practice eyes")
		p.sends("")
		p.readsToTheEnd()
		p.sees("about one page")
		if b := p.lastRequest().Background; b == nil || len(b.Files) != 2 || b.Files[1] != "scan.pdf" {
			t.Errorf("sent was %+v", b)
		}
	})
}

// A library is opened again at the project that was open.
func TestTheOpenProjectComesBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id := p.newProject("Choir", "Songs")
		p.chat.OpenProject(id)
		p.drain()
		p.types("Half a question")
		p.quit()
		p = h.start()
		p.sees("Choir")
		p.sees("Lease.txt")
		if d := p.composer.Draft(); d.Text != "Half a question" {
			t.Errorf("the draft is %q", d.Text)
		}
		if err := p.Projects.Delete(t.Context(), id, false); err != nil {
			t.Fatal(err)
		}
		p.drain()
		p.sees("What can I help with?")
		if d := p.composer.Draft(); d.Text != "Half a question" {
			t.Errorf("after the project was deleted the draft is %q", d.Text)
		}
	})
}
