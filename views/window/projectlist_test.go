package window

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/projects"
	"parlando/views/widgets"
)

// hasProject makes a project that the sidebar shows.
func (p *user) hasProject(name string) projects.Project {
	p.t.Helper()
	one, err := p.Projects.Create(p.t.Context(), name)
	if err != nil {
		p.t.Fatal(err)
	}
	p.sees(name)
	return one
}

// inProject waits until the open chat is in a project, "" for none, and the list has so many chats.
func (p *user) inProject(project chat.ID, listed int) {
	p.t.Helper()
	id := p.open().ID
	p.until("the project", func() bool {
		c, err := p.History.Conversation(p.t.Context(), id)
		return err == nil && c.Project == project && p.open().Project == project && len(p.sidebar.Order()) == listed
	})
}

func TestAChatIsMovedIntoANewProjectAndOut(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		p.nav.Rename(p.open().ID) // the title in the list
		p.types("Coast")
		p.presses(fyne.KeyReturn)
		p.sees("Coast")
		p.top.OnMenu(p.top)
		p.clicks("Move to project…")
		p.clicks("New project…")
		p.types("Moving house")
		p.presses(fyne.KeyReturn)
		p.sees("Moved to “Moving house”.")
		list, err := p.Projects.List(t.Context())
		if err != nil || len(list) != 1 || list[0].Name != "Moving house" {
			t.Fatalf("%+v, %v", list, err)
		}
		house := list[0].ID
		p.inProject(house, 0)
		p.clicks("Undo")
		p.inProject("", 1)
		p.top.OnMenu(p.top)
		p.clicks("Move to project…")
		p.types("mov")
		p.presses(fyne.KeyReturn)
		p.inProject(house, 0)
		p.holds(fyne.KeyK)
		p.types("coast")
		p.until("the chat and its project", func() bool { return p.reads("Coast Moving house") })
		p.presses(fyne.KeyEscape)
		p.top.OnMenu(p.top)
		p.clicks("Move out of “Moving house”")
		p.sees("Moved out of “Moving house”.")
		p.inProject("", 1)
	})
}

// The rows of a project's page have the menu of those in the list, also for the keyboard.
func TestTheChatsOfAProjectHaveTheMenuOfTheList(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		id, house := p.open().ID, p.hasProject("Moving house").ID
		if err := p.History.SetProject(t.Context(), id, house); err != nil {
			t.Fatal(err)
		}
		p.inProject(house, 0)
		p.top.OnMenu(p.top)
		p.clicks("Rename")
		p.sees("Rename this chat")
		p.types("Coast")
		p.presses(fyne.KeyReturn)
		p.until("the title", func() bool { return p.open().Title == "Coast" })
		p.chat.OpenProject(house)
		p.until("the list", func() bool { return p.named("More about Coast") })
		p.tabsTo("More about Coast")
		p.presses(fyne.KeySpace)
		p.has("Delete")
		p.presses(fyne.KeyReturn) // Rename
		p.sees("Rename this chat")
		p.presses(fyne.KeyEnd)
		p.types(" and sea")
		p.presses(fyne.KeyEscape)
		row, local := p.under(p.has("Coast"), func(o fyne.CanvasObject) bool { _, is := o.(*widgets.NavRow); return is })
		row.(*widgets.NavRow).TappedSecondary(&fyne.PointEvent{Position: local, AbsolutePosition: p.has("Coast")})
		p.clicks("Rename")
		p.sees("Coast and sea") // what was typed is kept
		p.presses(fyne.KeyReturn)
		p.sees("Coast and sea")
		p.clicks("More about Coast and sea")
		p.clicks("Pin")
		p.wait(time.Second)
		p.clicks("More about Coast and sea")
		p.has("Unpin")
		p.clicks("Move out of “Moving house”")
		p.sees("Chats that you begin here")
		p.clicks("Undo")
		p.clicks("More about Coast and sea")
		p.clicks("Delete")
		p.sees("The chat was deleted.")
		p.sees("Chats that you begin here")
		p.clicks("Undo")
		p.has("More about Coast and sea")
	})
}

func TestANewProjectOpensAndIsRenamedByKeyboardAlone(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.tabsTo("New project")
		p.presses(fyne.KeyReturn)
		p.types("Mov")
		p.presses(fyne.KeyEscape)
		p.presses(fyne.KeyReturn) // what was typed is kept
		p.types("ing house")
		p.presses(fyne.KeyReturn)
		p.sees("Files")
		list, err := p.Projects.List(t.Context())
		if err != nil || len(list) != 1 || list[0].Name != "Moving house" {
			t.Fatalf("%+v, %v", list, err)
		}
		p.until("the project", func() bool { return p.sidebar.OpenProject() == list[0].ID && len(p.sidebar.Projects()) == 1 })
		p.tabsTo("Moving house")
		p.presses(fyne.KeyF2)
		p.types("Choir")
		p.presses(fyne.KeyReturn)
		p.seesNot("Moving house")
		p.sees("Choir")
		p.presses(fyne.KeyDelete)
		p.sees("It has no chats.")
		p.presses(fyne.KeyReturn)
		p.sees("“Choir” was deleted.")
		p.sees("What can I help with?")
		p.clicks("Undo")
		p.until("the project", func() bool { return p.sidebar.OpenProject() == list[0].ID })
		p.clicks("New chat")
		p.until("no project", func() bool { return p.sidebar.OpenProject() == "" })
	})
}

func TestAProjectIsRenamedAndDeletedFromItsPage(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		house := p.hasProject("Moving house").ID
		p.chat.OpenProject(house)
		p.sees("Chats that you begin here")
		p.top.OnMenu(p.top)
		p.clicks("Rename")
		p.types("New flat")
		p.presses(fyne.KeyReturn)
		p.until("the name", func() bool { return p.sidebar.ProjectName(house) == "New flat" })
		p.top.OnMenu(p.top)
		p.clicks("Delete project…")
		p.sees("Delete “New flat”?")
		p.clicks("Delete")
		p.sees("“New flat” was deleted.")
	})
}

func TestADeletedProjectKeepsItsChatsUnlessSaidOtherwise(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		id, house := p.open().ID, p.hasProject("Moving house").ID
		if err := p.History.SetProject(t.Context(), id, house); err != nil {
			t.Fatal(err)
		}
		p.inProject(house, 0)
		deletes := func() {
			p.t.Helper()
			p.sidebar.Callbacks.Projects.Delete(house)
			p.sees("Delete “Moving house”?")
		}
		deletes()
		p.sees("Its chat stays.")
		p.sees("Its files, instructions and memories are deleted with it.")
		p.presses(fyne.KeyEscape)
		p.seesNot("Delete “Moving house”?")
		deletes()
		p.clicks("Delete")
		p.sees("“Moving house” was deleted.")
		p.chats(1, 0)
		p.clicks("Undo")
		p.inProject(house, 0)
		deletes()
		p.clicks("Delete its chats, too")
		p.sees("Its chat is deleted, too.")
		p.clicks("Delete")
		p.sees("“Moving house” and its chat were deleted.")
		p.chats(0, 1)
		if p.open().ID != "" {
			t.Error("the deleted chat stays open")
		}
		p.clicks("Undo")
		p.until("the chat", func() bool { return p.open().ID == id })
		p.inProject(house, 0)
	})
}

func TestADeletedProjectIsRestoredOrDeletedForever(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		house, choir := p.hasProject("Moving house").ID, p.hasProject("Choir").ID
		for _, id := range []chat.ID{house, choir} {
			if err := p.Projects.Delete(t.Context(), id, false); err != nil {
				t.Fatal(err)
			}
		}
		p.seesNot("Moving house")
		p.deleted.Open()
		p.sees("Project · Deleted: ")
		p.hasNot("View")
		p.clicks("Restore")
		p.sees("was restored.")
		p.until("the other one", func() bool { return strings.Count(p.text(), "Project · Deleted") == 1 })
		p.clicks("Delete forever")
		p.sees("Its chats stay as they are.")
		p.clicks("Delete forever")
		p.sees("Nothing has been deleted in the last 30 days.")
		left, err := p.Projects.List(t.Context())
		if gone, problem := p.Projects.Deleted(t.Context()); err != nil || problem != nil || len(left) != 1 || len(gone) != 0 {
			t.Errorf("listed %+v, deleted %+v, %v, %v", left, gone, err, problem)
		}
	})
}

func TestCostsAreAddedUpByProject(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		p.showCosts()
		p.clicks("Group by: By model")
		p.sees("By chat")
		p.hasNot("By project")
		p.presses(fyne.KeyEscape)
		p.presses(fyne.KeyEscape)
		house := p.hasProject("Moving house").ID
		if err := p.History.SetProject(t.Context(), p.open().ID, house); err != nil {
			t.Fatal(err)
		}
		p.inProject(house, 0)
		p.clicks("New chat")
		p.sends("And without any project?")
		p.readsToTheEnd()
		p.Ledger.Flush()
		p.showCosts()
		p.clicks("Group by: By model")
		p.clicks("By project")
		p.sees("Outside projects")
		p.sees("Project Requests")
	})
}
