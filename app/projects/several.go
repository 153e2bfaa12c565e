package projects

import (
	"context"
	"database/sql"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/internal/sqlite"
)

// Contents are the name, instructions, files and chats of a new project.
type Contents struct {
	Name, Instructions string
	Files              []chat.Part
	// Chats are moved into the project, except those that are in another one or deleted.
	Chats []chat.ID
}

// CreateAll creates projects with their contents in one step, and returns them. After an error
// there is none of them. The error is ErrNoName or of the library. Delete takes a project back.
func (p *Projects) CreateAll(ctx context.Context, list []Contents) (made []Project, err error) {
	var marks []changes.Change
	err = p.o.Database.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		made, marks = nil, []changes.Change{{Topic: changes.Projects}, {Topic: changes.Conversations}}
		for _, c := range list {
			one, err := p.create(ctx, tx, c.Name)
			if err != nil {
				return err
			}
			if err := set(ctx, tx, one.ID, `instructions`, shownInstructions(c.Instructions)); err != nil {
				return err
			}
			for _, part := range c.Files {
				if _, err := p.insert(ctx, tx, File{Project: one.ID, Part: part}); err != nil {
					return err
				}
			}
			moved, err := history.MoveToProject(ctx, tx, c.Chats, one.ID)
			if err != nil {
				return err
			}
			for _, id := range moved {
				marks = append(marks, changes.Change{Topic: changes.Thread, ID: string(id)})
			}
			made = append(made, one)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	p.o.Marks.Mark(marks...)
	return made, nil
}
