package imports

import (
	"context"
	"errors"
	"strconv"

	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/app/imports"
	"parlando/app/projects"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/sidebar"
	"parlando/views/ticklist"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Projects is the part of the owner of the projects that the sheet uses.
type Projects interface {
	List(ctx context.Context) ([]projects.Project, error)
	CreateAll(ctx context.Context, list []projects.Contents) ([]projects.Project, error)
	Delete(ctx context.Context, id chat.ID, withChats bool) error
}

// Chats reads the titles of chats (history.Store).
type Chats interface {
	Summaries(ctx context.Context, ids []chat.ID) (map[chat.ID]chat.Summary, error)
}

// offeredProject is a project of an import.
type offeredProject struct {
	projects.Contents
	// first is the title of one of its chats, "" if there is none here.
	first string
	// chats counts those that are here.
	chats int
	// exists reports that a project has the same name.
	exists, chosen bool
}

// readProjects shows the projects of an import.
func (s *Sheet) readProjects(one imports.FinishedImport) {
	ctx := s.frame.Context()
	uithread.Load(s.reads, func() ([]offeredProject, error) { return s.offeredProjects(ctx, one) }, func(list []offeredProject) {
		s.view.set(func(c *contents) { c.Step, c.Shown, c.Projects = stepProjects, one, list })
	}, s.frame.ReadErrorHandler(i18n.Text("The projects of this import couldn't be read. They're still saved."), func() { s.readProjects(one) }))
}

func (s *Sheet) offeredProjects(ctx context.Context, one imports.FinishedImport) (list []offeredProject, err error) {
	existing, err := s.links.Projects.List(ctx)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, p := range existing {
		names[p.Name] = true
	}
	notes, err := s.owner.Notes(ctx, one.Number)
	if err != nil {
		return nil, err
	}
	for _, p := range imports.ProjectsOf(notes) {
		found, err := s.links.Chats.Summaries(ctx, p.Chats)
		if err != nil {
			return nil, err
		}
		offered := offeredProject{Contents: p, chats: len(found)}
		for _, id := range p.Chats {
			if c, ok := found[id]; ok && offered.first == "" {
				offered.first = sidebar.Title(c)
			}
		}
		if p.Name == "" {
			offered.Name = i18n.Text("Project with “{{.Title}}”", map[string]any{"Title": words.ShortName(offered.first, words.MaxNameInSentence)})
		}
		offered.Name = chat.OneLine(offered.Name)
		offered.exists = names[offered.Name]
		offered.chosen = !offered.exists
		if p.Name != "" || offered.chats > 0 {
			list = append(list, offered)
		}
	}
	return list, nil
}

// listProjects returns the list of the projects with ticks.
func (p *page) listProjects() ticklist.List {
	of := func(i int) *offeredProject { return &p.state.Projects[i] }
	return ticklist.List{
		ID: func(i int) chat.ID { return chat.ID(strconv.Itoa(i)) }, Title: func(i int) string { return of(i).Name },
		IsOffered: func(i int) bool { return !of(i).exists }, IsChosen: func(i int) bool { return of(i).chosen },
		Choose: func(i int, on bool) { of(i).chosen = on }, Row: func(i int) { p.project(of(i)) },
	}
}

// projects shows the projects of an import with ticks.
func (p *page) projects() {
	p.Heading(i18n.Text("Projects"))
	p.Muted(i18n.Text("Those that you tick become projects here, with their instructions, files and chats. With each message of its chats, a project sends its instructions and files."))
	p.projectList.AddTo(p.Form, len(p.state.Projects))
	n := len(p.chosenProjects())
	p.Foot(func() {
		create := p.Primary(i18n.Plural("Make {{.N}} projects", n), p.OnMake)
		if n == 0 {
			create.SetDisabled(i18n.Text("Tick a project first."))
		}
		p.Add(container.New(&widgets.EndRow{}, p.button(i18n.Text("Back"), i18n.Text("Projects…"), p.OnBack), create))
	})
}

// project adds the row of a project.
func (p *page) project(o *offeredProject) {
	var about []string
	if o.exists {
		about = append(about, i18n.Text("a project of this name is already here"))
	}
	if o.chats > 0 {
		about = append(about, i18n.Plural("{{.N}} chats", o.chats))
	}
	if len(o.Files) > 0 {
		about = append(about, i18n.Plural("{{.N}} files", len(o.Files)))
	}
	tick := p.WrappedCheck(words.ShortName(o.Name, words.MaxNameInSentence), format.Facts(about...), o.chosen, func(on bool) {
		o.chosen = on
		p.Update()
	})
	if o.exists {
		tick.SetDisabled(i18n.Text("A project of this name is already here."))
	}
	p.Add(tick)
	if o.Instructions != "" {
		p.AddRow(p.Button(i18n.Text("Read the instructions"), func() { p.OnReadNote(o.Name, o.Instructions) }).SetSmall())
	}
}

// chosenProjects returns the projects that are ticked.
func (p *page) chosenProjects() (chosen []projects.Contents) {
	for _, o := range p.state.Projects {
		if o.chosen {
			chosen = append(chosen, o.Contents)
		}
	}
	return chosen
}

// makeProjects makes the projects that are ticked, and offers to delete them again.
func (s *Sheet) makeProjects() {
	one, chosen := s.view.state.Shown, s.view.chosenProjects()
	var made []projects.Project
	s.frame.ChangeThen(func(ctx context.Context) (err error) {
		made, err = s.links.Projects.CreateAll(ctx, chosen)
		return err
	}, func() {
		again := func() {
			if s.view != nil && s.view.state.Step == stepProjects {
				s.readProjects(one)
			}
		}
		again()
		s.frame.Toasts().Say(i18n.Plural("{{.N}} projects were made.", len(made)), i18n.Text("Undo"), func() {
			s.frame.ChangeThen(func(ctx context.Context) (err error) {
				for _, p := range made {
					err = errors.Join(err, s.links.Projects.Delete(ctx, p.ID, false))
				}
				return err
			}, again)
		})
	})
}
