package sidebar

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// openProjects is a sidebar with so many projects.
func openProjects(t *testing.T, n int) *world {
	t.Helper()
	w := open(t, theme.Light)
	say := func(f string, a ...any) { w.said = append(w.said, fmt.Sprintf(f, a...)) }
	w.Callbacks.Projects = &ProjectCallbacks{
		New: func() { say("new project") }, Open: func(id chat.ID) { say("open project %s", id) },
		Rename: func(id chat.ID, name string) { say("rename project %s %s", id, name) }, Delete: func(id chat.ID) { say("delete project %s", id) },
		Move: func(id, from, to chat.ID) { say("move %s from %s to %s", id, from, to) }, ChooseFor: func(id, from chat.ID) { say("choose for %s in %s", id, from) },
	}
	projects := make([]Project, n)
	for i := range projects {
		projects[i] = Project{ID: chat.ID(fmt.Sprint("p", i)), Name: fmt.Sprint("Project ", i)}
	}
	w.SetProjects(projects)
	return w
}

func TestSixProjectsAreShownUntilTheOthersAreUnfolded(t *testing.T) {
	w := openProjects(t, 12)
	shows := func(why string, want ...string) {
		t.Helper()
		if got := w.lines(); !slices.Equal(got[:len(want)], want) {
			t.Errorf("%s: the lines are %q", why, got)
		}
	}
	six := []string{"# Projects", "p0", "p1", "p2", "p3", "p4", "p5"}
	shows("at first", append(six, "", "# Pinned")...)
	w.Select("", "p9", now)
	shows("another one open", append(six, "p9", "", "# Pinned")...)
	w.Select("tree", "", now)
	w.said = nil
	test.Tap(w.row("More projects"))
	shows("unfolded", append(six, "p6", "p7", "p8", "p9", "p10", "p11", "# Pinned")...)
	w.SetProjects(w.Projects()[:6])
	shows("without those", append(six, "# Pinned")...)
	w.heard("")
}

func TestASidebarWithoutProjectsHasOnlyTheirHeading(t *testing.T) {
	w := openProjects(t, 0)
	if got := w.lines()[:2]; !slices.Equal(got, []string{"# Projects", "# Pinned"}) {
		t.Errorf("the lines are %q", got)
	}
	w.SetSimple(true)
	if got := w.lines()[0]; got != "# Pinned" {
		t.Errorf("the Simple view begins with %q", got)
	}
	if items := w.MoveItems("tree", ""); items != nil {
		t.Errorf("the Simple view offers %+v", items)
	}
}

func TestProjectsAreReachedByKeyboardAlone(t *testing.T) {
	w := openProjects(t, 3)
	w.said = nil
	c := w.window.Canvas()
	c.Focus(w.list)
	w.key(fyne.KeyHome)
	if got := w.list.AccessibilityLabel(); got != "Project 0" {
		t.Fatalf("the keyboard is at %q", got)
	}
	w.key(fyne.KeyReturn)
	w.heard("open project p0")
	w.said = nil
	w.key(fyne.KeyDown)
	w.key(fyne.KeyDelete)
	w.heard("delete project p1")
	w.said = nil
	w.key(fyne.KeyF2)
	w.field().SetText("Choir")
	w.field().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	w.heard("rename project p1 Choir")
	w.said = nil
	c.FocusNext()
	button, is := c.Focused().(*widgets.IconButton)
	if !is || button.AccessibilityLabel() != "New project" {
		t.Fatalf("Tab leads to %T", c.Focused())
	}
	button.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	w.heard("new project")
}

func TestTheProjectOfTheOpenChatIsMarked(t *testing.T) {
	w := openProjects(t, 3)
	marked := func(why, want string) {
		t.Helper()
		var got []string
		for i := range w.Sidebar.lines.count() {
			if r := w.Sidebar.row(w.Sidebar.lines.at(i)); r.Selected {
				got = append(got, r.Title)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: marked are %q", why, got)
		}
	}
	w.Select("elsewhere", "p1", now)
	marked("a chat", "Project 1")
	if w.OpenProject() != "" {
		t.Error("its project counts as open")
	}
	w.Select("", "p2", now)
	marked("a project", "Project 2")
	if w.OpenProject() != "p2" {
		t.Error("the project does not count as open")
	}
	w.SetPage(Speak)
	marked("another page", "")
}

func TestAChatIsMovedFromItsMenu(t *testing.T) {
	w := openProjects(t, 2)
	does := func(c chat.Summary, text, want string) {
		t.Helper()
		w.said = nil
		for _, item := range w.ChatMenu(c, func() {}) {
			if item.Text == text {
				item.Do()
			}
		}
		w.heard(want)
	}
	one := summary("tree", "Tree", now)
	does(one, "Move to project…", "choose for tree in ")
	does(one, "Move out of “Project 1”", "")
	one.Project = "p1"
	does(one, "Move to project…", "choose for tree in p1")
	does(one, "Move out of “Project 1”", "move tree from p1 to ")
}

func TestAFoundChatNamesItsProject(t *testing.T) {
	inside := hitRow(Hit{Conversation: "c", Title: "Jam", Project: "Grandma's old recipes", Message: "m", Snippet: "The plum jam", Marks: [][2]int{{9, 12}}})
	if inside.Detail != "Grandma's old… · The plum jam" || inside.Detail[inside.DetailMarks[0][0]:inside.DetailMarks[0][1]] != "jam" {
		t.Errorf("%q, marked at %v", inside.Detail, inside.DetailMarks)
	}
	if title := hitRow(Hit{Conversation: "c", Title: "Jam", Project: "Recipes"}); title.End != "Recipes" {
		t.Errorf("%+v", title)
	}
}

// drags drags a row to a place relative to another row and drops it there, unless before returns
// false.
func (w *world) drags(row, onto string, before func() bool) {
	w.t.Helper()
	from := w.row(row)
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject
	start, end := place(from).AddXY(60, 10), place(w.row(onto)).AddXY(60, 10)
	moves := func(to, by fyne.Position) {
		from.(fyne.Draggable).Dragged(&fyne.DragEvent{
			PointEvent: fyne.PointEvent{AbsolutePosition: to, Position: to.Subtract(place(from))}, Dragged: fyne.NewDelta(by.X, by.Y),
		})
	}
	if row != onto {
		moves(start.AddXY(0, -20), fyne.NewPos(0, -20))
	}
	moves(end, fyne.NewPos(end.X-start.X, 1))
	if before == nil || before() {
		from.(fyne.Draggable).DragEnd()
	}
}

func TestAChatIsDraggedIntoAProject(t *testing.T) {
	w := openProjects(t, 3)
	w.said = nil
	w.drags("Letter to the landlord", "Project 1", func() bool {
		if !strings.Contains(w.texts(), "Letter to the l") || strings.Count(w.texts(), "Letter") != 2 {
			t.Errorf("the pointer carries no title: %q", w.texts())
		}
		return true
	})
	w.heard("move letter from  to p1")
	if strings.Count(w.texts(), "Letter") != 1 {
		t.Error("the title stays at the pointer")
	}
	w.said = nil
	w.drags("Letter to the landlord", "Trip to Lisbon in March", nil) // accepts nothing
	w.drags("Project 0", "Project 1", nil)
	w.heard("")
	c := w.window.Canvas()
	c.Focus(w.newChat)
	w.drags("Letter to the landlord", "Project 1", func() bool {
		c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		return true
	})
	w.heard("")
	if c.Focused() != fyne.Focusable(w.newChat) {
		t.Errorf("the keyboard is at %T", c.Focused())
	}
	// A hand that trembles clicks.
	w.drags("Letter to the landlord", "Letter to the landlord", nil)
	w.heard("open letter")
	w.said = nil
	w.SetProjects(nil)
	w.drags("Letter to the landlord", "Trip to Lisbon in March", func() bool {
		if strings.Count(w.texts(), "Letter") != 1 {
			t.Error("without a project a chat is carried")
		}
		return true
	})
}

func TestTheListScrollsUnderADraggedChat(t *testing.T) {
	w := openProjects(t, 3)
	w.shows(hourly(200), "")
	w.window.Canvas().Focus(w.list)
	w.key(fyne.KeyEnd)
	first, _ := w.list.VisibleRange()
	top := fyne.CurrentApp().Driver().AbsolutePositionForObject(w.list)
	row := w.row("Chat 195").(fyne.Draggable)
	for range 20 {
		row.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: top.AddXY(40, 8)}, Dragged: fyne.NewDelta(0, -10)})
	}
	if now, _ := w.list.VisibleRange(); now >= first {
		t.Errorf("at the upper end of the list, row %d is the first, was %d", now, first)
	}
	row.DragEnd()
}
