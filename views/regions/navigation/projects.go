package navigation

import (
	"context"
	"maps"
	"slices"

	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/app/projects"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// Projects is the part of the owner of the projects that navigation uses.
type Projects interface {
	List(ctx context.Context) ([]projects.Project, error)
	Create(ctx context.Context, name string) (projects.Project, error)
	Rename(ctx context.Context, id chat.ID, name string) error
	Delete(ctx context.Context, id chat.ID, withChats bool) error
	Restore(ctx context.Context, id chat.ID) error
}

// offerProjects lets the sidebar show projects.
func (n *Navigation) offerProjects() {
	calls := &sidebar.ProjectCallbacks{}
	n.sidebar.Callbacks.Projects = calls
	calls.New = func() { n.newProject(func(p sidebar.Project) { calls.Open(p.ID) }) }
	calls.Rename = func(id chat.ID, name string) {
		n.host.Change(func(ctx context.Context) error { return n.owners.Projects.Rename(ctx, id, name) })
	}
	calls.Delete, calls.ChooseFor = n.askToDeleteProject, n.chooseProject
	calls.Move = func(id, from, to chat.ID) { n.move(id, n.named(from), n.named(to)) }
}

// byProject returns the projects and the chats that are in none.
func (n *Navigation) byProject(all chat.Order) (chat.Order, []sidebar.Project, error) {
	if n.owners.Projects == nil {
		return all, nil, nil
	}
	shown, err := n.projects()
	return slices.DeleteFunc(all, func(e chat.Entry) bool { return e.Project != "" }), shown, err
}

// listed returns the summaries of the chats that are in no project.
func (n *Navigation) listed(found map[chat.ID]chat.Summary) map[chat.ID]chat.Summary {
	if n.owners.Projects == nil {
		return found
	}
	found = maps.Clone(found)
	maps.DeleteFunc(found, func(_ chat.ID, c chat.Summary) bool { return c.Project != "" })
	return found
}

// projects reads the projects for the sidebar.
func (n *Navigation) projects() ([]sidebar.Project, error) {
	list, err := n.owners.Projects.List(n.ctx)
	shown := make([]sidebar.Project, len(list))
	for i, p := range list {
		shown[i] = sidebar.Project{ID: p.ID, Name: p.Name}
	}
	return shown, err
}

// newProject asks for the name of a new project and calls created with the project.
func (n *Navigation) newProject(created func(sidebar.Project)) {
	shell.AskForProject(n.host, func(name string) {
		var p projects.Project
		n.host.ChangeThen(func(ctx context.Context) (err error) {
			p, err = n.owners.Projects.Create(ctx, name)
			return err
		}, func() { created(sidebar.Project{ID: p.ID, Name: p.Name}) })
	})
}

// MoveItems returns the entries of a menu that move a chat into a project or out of its project.
func (n *Navigation) MoveItems(id, project chat.ID) []widgets.MenuItem {
	return n.sidebar.MoveItems(id, project)
}

// ChatMenu returns the menu of a chat of the list, for the same chat elsewhere.
func (n *Navigation) ChatMenu(c chat.Summary) []widgets.MenuItem {
	return n.sidebar.ChatMenu(c, func() { n.Rename(c.ID) })
}

// ProjectItems returns the entries of the menu of a project, for its page.
func (n *Navigation) ProjectItems(id chat.ID) []widgets.MenuItem {
	return n.sidebar.ProjectItems(id, func() {
		n.host.ShowSidebar()
		n.sidebar.RenameProject(id)
	})
}

// chooseProject asks for the project to which a chat is moved.
func (n *Navigation) chooseProject(id, from chat.ID) {
	n.ChooseProject(i18n.Text("Move to project"), from, func(to chat.ID, name string) { n.move(id, n.named(from), sidebar.Project{ID: to, Name: name}) })
}

// ChooseProject shows a menu of the projects, of which in is marked, and of a new one.
func (n *Navigation) ChooseProject(title string, in chat.ID, chosen func(id chat.ID, name string)) {
	var items []widgets.MenuItem
	for _, p := range n.sidebar.Projects() {
		items = append(items, widgets.MenuItem{Icon: "folder", Text: words.ShortName(p.Name, words.MaxNameInSentence), Chosen: p.ID == in, Do: func() { chosen(p.ID, p.Name) }})
	}
	items = append(items, widgets.MenuItem{Icon: "plus", Text: i18n.Text("New project…"), Do: func() {
		n.newProject(func(p sidebar.Project) { chosen(p.ID, p.Name) })
	}})
	list.ShowSearchMenu(n.host.Canvas(), title, items)
}

// named returns a project with its name.
func (n *Navigation) named(id chat.ID) sidebar.Project {
	return sidebar.Project{ID: id, Name: n.sidebar.ProjectName(id)}
}

// move moves a chat from one project to another and shows a toast with Undo. The zero project
// stands for none.
func (n *Navigation) move(id chat.ID, from, to sidebar.Project) {
	if from.ID == to.ID {
		return
	}
	set := func(project chat.ID, done func()) {
		n.host.ChangeThen(func(ctx context.Context) error { return n.owners.History.SetProject(ctx, id, project) }, done)
	}
	set(to.ID, func() {
		said := i18n.Text("Moved to “{{.Name}}”.", inSentence(to.Name))
		if to.ID == "" {
			said = i18n.Text("Moved out of “{{.Name}}”.", inSentence(from.Name))
		}
		n.host.Say(said, i18n.Text("Undo"), func() { set(from.ID, func() {}) })
	})
}

// inSentence returns the data of a sentence with the name of a project.
func inSentence(name string) map[string]any {
	return map[string]any{"Name": words.ShortName(name, words.MaxNameInSentence)}
}

// askToDeleteProject asks whether to delete a project, and whether to delete its chats, too.
func (n *Navigation) askToDeleteProject(id chat.ID) {
	uithread.Load(n.reads, func() ([]chat.ID, error) {
		order, err := n.owners.History.Order(n.ctx)
		var chats []chat.ID
		for _, e := range order {
			if e.Project == id {
				chats = append(chats, e.ID)
			}
		}
		return chats, err
	}, func(chats []chat.ID) {
		said := widgets.NewBody(i18n.Text("It has no chats.")).NoMargin()
		tick := widgets.NewCheck(i18n.Text("Delete its chats, too"))
		lost := widgets.NewMuted(i18n.Text("Its files, instructions and memories are deleted with it. You can restore it for 30 days under “Recently deleted”.")).NoMargin()
		content := container.New(&widgets.Column{Gap: 8}, said, lost)
		if len(chats) > 0 {
			said.SetText(i18n.Plural("Its {{.N}} chats stay.", len(chats)))
			content.Add(tick)
			tick.OnChanged = func(on bool) {
				said.SetText(i18n.Plural("Its {{.N}} chats stay.", len(chats)))
				if on {
					said.SetText(i18n.Plural("Its {{.N}} chats are deleted, too.", len(chats)))
				}
			}
		}
		name := n.sidebar.ProjectName(id)
		widgets.Ask(n.host.Canvas(), i18n.Text("Delete “{{.Name}}”?", inSentence(name)), content, i18n.Text("Delete"), i18n.Text("Cancel"), func() {
			if !tick.On() {
				chats = nil
			}
			n.deleteProject(id, chats)
		})
	}, n.host.ReadErrorHandler(i18n.Text("The chats of this project couldn't be read."), func() { n.askToDeleteProject(id) }))
}

// deleteProject deletes a project and the given chats, which are all its chats or none, and shows a
// toast with Undo.
func (n *Navigation) deleteProject(id chat.ID, chats []chat.ID) {
	name := inSentence(n.sidebar.ProjectName(id))
	said := i18n.Text("“{{.Name}}” was deleted.", name)
	if len(chats) > 0 {
		said = i18n.Plural("“{{.Name}}” and its {{.N}} chats were deleted.", len(chats), name)
	}
	open := n.sidebar.OpenProject() == id
	n.host.ChangeThen(func(ctx context.Context) error { return n.owners.Projects.Delete(ctx, id, len(chats) > 0) }, func() {
		reopen := func() {}
		if open {
			reopen = func() { n.sidebar.Callbacks.Projects.Open(id) }
		}
		for _, c := range chats {
			if n.OnDeleted(c) {
				reopen = func() { n.sidebar.Callbacks.Open(c) }
			}
		}
		n.host.Say(said, i18n.Text("Undo"), func() {
			n.host.ChangeThen(func(ctx context.Context) error { return n.owners.Projects.Restore(ctx, id) }, reopen)
		})
	})
}
