package memories

import (
	"cmp"
	"context"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/imports"
	"parlando/app/imports/foreign"
	"parlando/app/imports/formats"
	"parlando/app/memories"
	"parlando/app/projects"
	"parlando/views/i18n"
	"parlando/views/words"
)

// Origin names a text that an import kept; the zero value names the pasted list.
type Origin struct {
	Import int64
	Kind   foreign.NoteKind
	// Project is the other program's ID of the project, "" for none.
	Project string
}

// source is a text whose lines may be added.
type source struct {
	Origin
	name, projectName, text string
}

// choices holds the texts that sentences are chosen from, and the list to which they are added.
type choices struct {
	sources  []source
	projects []projects.Project
	list     chat.ID
	// has are the sentences of the list.
	has map[string]bool
}

// choices reads what the imports kept, and the list of a project, "" for that of all chats. For the
// memory of a project of another program, preferred lets the list of the project of the same name
// be chosen.
func (s *Sheet) choices(ctx context.Context, list chat.ID, preferred Origin) (c choices, err error) {
	if c.projects, err = s.owners.Projects.List(ctx); err != nil {
		return c, err
	}
	if c.sources, err = s.sources(ctx); err != nil {
		return c, err
	}
	c.list = list
	for _, one := range c.sources {
		i := slices.IndexFunc(c.projects, func(p projects.Project) bool { return p.Name == one.projectName })
		if one.Origin == preferred && one.Project != "" && i >= 0 {
			c.list = c.projects[i].ID
		}
	}
	all, err := s.owners.Memories.List(ctx, c.list)
	c.has = make(map[string]bool, len(all))
	for _, m := range all {
		c.has[m.Text] = true
	}
	return c, err
}

// sources returns the texts of all imports, those of the newest import first.
func (s *Sheet) sources(ctx context.Context) (all []source, err error) {
	list, err := s.owners.Imports.List(ctx)
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		notes, err := s.owners.Imports.Notes(ctx, one.Number)
		if err != nil {
			return nil, err
		}
		for _, r := range imports.RememberedOf(notes) {
			name := i18n.Text("{{.Text}} · {{.Program}}, {{.Date}}", map[string]any{
				"Text": words.RememberedName(r), "Program": cmp.Or(words.ImportSource(formats.Format(one.Source)), one.Name), "Date": words.Date(one.Started, time.Now()),
			})
			all = append(all, source{Origin{one.Number, r.Kind, r.Project}, name, r.ProjectName, r.Text})
		}
	}
	return all, nil
}

// candidate is a line of a text that the user may add.
type candidate struct {
	memories.Candidate
	// shortened is the text in place of one that is too long.
	shortened string
	chosen    bool
}

// final returns the text as it would be added.
func (c *candidate) final() memories.Candidate {
	if c.shortened != "" {
		return memories.Candidate{Text: chat.OneLine(c.shortened)}
	}
	return c.Candidate
}
