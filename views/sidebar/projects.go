package sidebar

import (
	"slices"
	"strings"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// Project is a project in the list.
type Project struct {
	ID   chat.ID
	Name string
}

// ProjectCallbacks are called when the user acts on projects.
type ProjectCallbacks struct {
	New    func()
	Open   func(chat.ID)
	Rename func(id chat.ID, name string)
	Delete func(chat.ID)
	// Move moves a chat from one project to another, "" for none; ChooseFor asks for the project to
	// which a chat is moved.
	Move      func(id, from, to chat.ID)
	ChooseFor func(id, from chat.ID)
}

// projectList are the projects.
type projectList struct {
	list []Project
	// open is the open project, or that of the open chat, "" for none.
	open chat.ID
	// simple hides the heading while there are no projects, unfolded shows more than maxProjects.
	simple, unfolded bool
}

// maxProjects is the number of projects shown until the user unfolds the others.
const maxProjects = 6

// projectKey begins the keys of the lines of projects.
const projectKey = "project "

// newProjectID identifies the button that makes a new project.
const newProjectID = "new project"

// SetProjects shows the projects, in the given order.
func (s *Sidebar) SetProjects(projects []Project) {
	s.chats.projects.list = projects
	s.paint()
}

// SetSimple hides the heading of the projects while there are none.
func (s *Sidebar) SetSimple(simple bool) {
	s.chats.projects.simple = simple
	s.paint()
}

// Projects returns the projects in the list.
func (s *Sidebar) Projects() []Project { return s.chats.projects.list }

// OpenProject returns the project whose page is open, "" for none.
func (s *Sidebar) OpenProject() chat.ID {
	if s.selected != "" || s.page != Chats {
		return ""
	}
	return s.chats.projects.open
}

// ProjectName returns the name of a project, "" if it is not listed.
func (s *Sidebar) ProjectName(id chat.ID) string {
	for _, p := range s.chats.projects.list {
		if p.ID == id {
			return p.Name
		}
	}
	return ""
}

// projectLines returns the lines above the chats.
func (s *Sidebar) projectLines() (out []listLine) {
	if s.Callbacks.Projects == nil || s.chats.projects.simple && len(s.chats.projects.list) == 0 {
		return nil
	}
	out = []listLine{{kind: heading, words: i18n.Text("Projects"), id: newProjectID}}
	more := false
	for i, p := range s.chats.projects.list {
		if i >= maxProjects && !s.chats.projects.unfolded && p.ID != s.chats.projects.open {
			more = true
			continue
		}
		out = append(out, listLine{kind: project, words: p.Name, id: p.ID})
	}
	if more {
		out = append(out, listLine{kind: moreProjects, words: i18n.Text("More projects")})
	}
	return out
}

// unfold shows all projects until the program ends.
func (s *Sidebar) unfold() {
	s.chats.projects.unfolded = true
	s.paint()
}

// projectRow returns the list row of a project.
func (s *Sidebar) projectRow(l listLine) list.Row {
	return list.Row{
		Title: l.words, Leading: list.Button{Icon: "folder", Side: theme.IconSize}, Selected: l.id == s.chats.projects.open && s.page == Chats,
		Buttons: []list.Button{{ID: list.More, Icon: "ellipsis", Name: i18n.Text("More"), HoverOnly: true}},
	}
}

// projectMenu returns the menu of a project.
func (s *Sidebar) projectMenu(l listLine) []widgets.MenuItem {
	open := widgets.MenuItem{Icon: "folder-open", Text: i18n.Text("Open"), Do: func() { s.Callbacks.Projects.Open(l.id) }}
	return append([]widgets.MenuItem{open}, s.ProjectItems(l.id, func() { s.list.Rename(l.key()) })...)
}

// ProjectItems returns the entries of a menu that change a project. rename turns its name into a
// field.
func (s *Sidebar) ProjectItems(id chat.ID, rename func()) []widgets.MenuItem {
	return []widgets.MenuItem{
		{Icon: "pencil", Text: i18n.Text("Rename"), Do: rename},
		{Icon: "trash-2", Text: i18n.Text("Delete project…"), Danger: true, Do: func() { s.Callbacks.Projects.Delete(id) }},
	}
}

// RenameProject turns the name of a project into a field.
func (s *Sidebar) RenameProject(id chat.ID) { s.Rename(projectKey + id) }

// carrier moves chats that the pointer drags onto projects.
type carrier struct{ sidebar *Sidebar }

// Carries implements list.Carrier.
func (c carrier) Carries(key string) bool {
	s := c.sidebar
	return len(s.chats.projects.list) > 0 && s.query == "" && s.chats.order.Find(chat.ID(key)) >= 0
}

// Accepts implements list.Carrier.
func (c carrier) Accepts(to int) bool { return c.sidebar.lines.at(to).kind == project }

// Drop implements list.Carrier.
func (c carrier) Drop(key string, to int) {
	c.sidebar.Callbacks.Projects.Move(chat.ID(key), "", c.sidebar.lines.at(to).id)
}

// MoveItems returns the entries of a menu that move a chat into a project or out of its project.
// Without any project, the Simple view has none.
func (s *Sidebar) MoveItems(id, in chat.ID) (items []widgets.MenuItem) {
	calls := s.Callbacks.Projects
	if calls == nil || s.chats.projects.simple && len(s.chats.projects.list) == 0 {
		return nil
	}
	items = []widgets.MenuItem{{Icon: "folder", Text: i18n.Text("Move to project…"), Do: func() { calls.ChooseFor(id, in) }}}
	if name := s.ProjectName(in); name != "" {
		out := i18n.Text("Move out of “{{.Name}}”", map[string]any{"Name": words.ShortName(name, words.MaxNameOnButton)})
		items = append(items, widgets.MenuItem{Icon: "folder-open", Text: out, Do: func() { calls.Move(id, in, "") }})
	}
	return items
}

// ChatMenu returns the menu of a chat. rename turns its title into a field.
func (s *Sidebar) ChatMenu(c chat.Summary, rename func()) []widgets.MenuItem {
	pin := widgets.MenuItem{Icon: "pin", Text: i18n.Text("Pin"), Do: func() { s.Callbacks.Pin(c.ID, true) }}
	if c.Pinned {
		pin = widgets.MenuItem{Icon: "pin-off", Text: i18n.Text("Unpin"), Do: func() { s.Callbacks.Pin(c.ID, false) }}
	}
	return slices.Concat([]widgets.MenuItem{{Icon: "pencil", Text: i18n.Text("Rename"), Do: rename}, pin}, s.MoveItems(c.ID, c.Project), []widgets.MenuItem{
		{Icon: "trash-2", Text: i18n.Text("Delete"), Danger: true, Do: func() { s.Callbacks.Delete(c.ID) }},
	})
}

// renamed passes on the new name of the chat or project with a key.
func (s *Sidebar) renamed(key, name string) {
	if id, is := strings.CutPrefix(key, projectKey); is {
		s.Callbacks.Projects.Rename(chat.ID(id), name)
		return
	}
	s.Callbacks.Rename(chat.ID(key), name)
}
