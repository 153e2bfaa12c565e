// Package projects owns the projects: chats that share instructions and files. The chats belong to
// package history, the memories of a project to package memories.
//
// The text of the files is sent whole with every message of a chat of the project, in a fixed order
// before its messages, so that a service can reuse what it has read. What does not fit is never
// left out silently: a file that does not fit is added without being chosen, and a message is
// refused with a *TooLongError if the chosen files do not fit the model.
package projects

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/owner"
)

// MaxName is the maximum length of a project's name, in letters.
const MaxName = 100

// The errors of this package.
var (
	// ErrNotFound reports that a project or a file does not exist or was deleted.
	ErrNotFound = errors.New("the project or its file does not exist")
	// ErrNoName reports that the name of a project is empty.
	ErrNoName = errors.New("a project needs a name")
)

// Memories says which memories are sent in the chats of a project.
type Memories string

// The choices of memories.
const (
	OwnMemories Memories = ""     // those of the project
	AllMemories Memories = "all"  // also those of all chats
	NoMemories  Memories = "none" // none
)

// Project is a project with the number of its files, and what they count.
type Project struct {
	ID   chat.ID
	Name string
	// Instructions are sent in every chat of the project, in addition to those of the chat.
	Instructions string
	// MaxTokens is the limit of the files' tokens that the user has set, 0 for DefaultMaxTokens.
	MaxTokens int
	Memories  Memories
	Created   time.Time
	// Files is the number of its files, Chosen that of the files that are sent, and Tokens
	// estimates what these count.
	Files, Chosen, Tokens int
}

// Options are the dependencies of Projects.
type Options struct {
	owner.CommonOptions
	Database *sqlite.DB
	// Attachments reads the files that are added.
	Attachments Attachments
}

// Projects owns the projects. It is safe for concurrent use.
type Projects struct{ o Options }

// New returns the projects of a library.
func New(o Options) *Projects {
	o.SetDefaults()
	return &Projects{o}
}

// projectColumns are read by scanProject.
const projectColumns = `p.id, p.name, p.instructions, p.max_tokens, p.memories, p.created,
	(SELECT count(*) FROM project_file f WHERE f.project = p.id AND f.deleted_at = 0),
	(SELECT count(*) FROM project_file f WHERE f.project = p.id AND f.deleted_at = 0 AND f.chosen),
	(SELECT coalesce(sum(f.tokens), 0) FROM project_file f WHERE f.project = p.id AND f.deleted_at = 0 AND f.chosen)`

func scanProject(row sqlite.Row) (p Project, err error) {
	var created int64
	err = row.Scan(&p.ID, &p.Name, &p.Instructions, &p.MaxTokens, &p.Memories, &created, &p.Files, &p.Chosen, &p.Tokens)
	p.Created = sqlite.FromUnixMillis(created)
	return p, err
}

// List returns the projects that are not deleted, sorted by name.
func (p *Projects) List(ctx context.Context) (list []Project, err error) {
	err = p.o.Database.View(ctx, func(tx *sql.Tx) error {
		list, err = sqlite.All(ctx, tx, `SELECT `+projectColumns+` FROM project p WHERE p.deleted_at = 0 ORDER BY p.name COLLATE NOCASE, p.n`, nil, scanProject)
		return err
	})
	return list, err
}

// Project returns a project, or ErrNotFound.
func (p *Projects) Project(ctx context.Context, id chat.ID) (one Project, err error) {
	err = p.o.Database.View(ctx, func(tx *sql.Tx) error {
		one, err = readProject(ctx, tx, id)
		return err
	})
	return one, err
}

func readProject(ctx context.Context, tx *sql.Tx, id chat.ID) (Project, error) {
	one, err := scanProject(tx.QueryRowContext(ctx, `SELECT `+projectColumns+` FROM project p WHERE p.id = ? AND p.deleted_at = 0`, id))
	return one, notFound(err)
}

// Create creates a project without files and returns it. The error is ErrNoName or of the library.
func (p *Projects) Create(ctx context.Context, name string) (one Project, err error) {
	err = p.o.Database.Update(ctx, sqlite.Durable, func(tx *sql.Tx) (err error) {
		one, err = p.create(ctx, tx, name)
		return err
	})
	if err == nil {
		p.o.Marks.Mark(changes.Change{Topic: changes.Projects, ID: string(one.ID)}, changes.Change{Topic: changes.Conversations})
	}
	return one, err
}

func (p *Projects) create(ctx context.Context, tx *sql.Tx, name string) (Project, error) {
	one := Project{ID: chat.NewID(), Name: shownName(name), Created: p.o.Now()}
	if one.Name == "" {
		return one, ErrNoName
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO project (id, name, created) VALUES (?, ?, ?)`, one.ID, one.Name, sqlite.UnixMillis(one.Created))
	return one, err
}

// Rename changes the name of a project.
func (p *Projects) Rename(ctx context.Context, id chat.ID, name string) error {
	if name = shownName(name); name == "" {
		return ErrNoName
	}
	return p.updateList(ctx, id, func(tx *sql.Tx) error { return set(ctx, tx, id, `name`, name) })
}

// SetInstructions changes the instructions of a project.
func (p *Projects) SetInstructions(ctx context.Context, id chat.ID, text string) error {
	return p.set(ctx, id, `instructions`, shownInstructions(text))
}

// SetMaxTokens sets the limit of the tokens of the files that are sent, 0 for DefaultMaxTokens.
func (p *Projects) SetMaxTokens(ctx context.Context, id chat.ID, limit int) error {
	return p.set(ctx, id, `max_tokens`, max(limit, 0))
}

// SetMemories sets which memories are sent in the chats of a project.
func (p *Projects) SetMemories(ctx context.Context, id chat.ID, which Memories) error {
	return p.set(ctx, id, `memories`, which)
}

// set writes a column of a project, which does not concern the list of projects.
func (p *Projects) set(ctx context.Context, id chat.ID, column string, value any) error {
	return p.update(ctx, id, func(tx *sql.Tx) error { return set(ctx, tx, id, column, value) })
}

func set(ctx context.Context, tx *sql.Tx, id chat.ID, column string, value any) error {
	return changed(tx.ExecContext(ctx, `UPDATE project SET `+column+` = ? WHERE id = ? AND deleted_at = 0`, value, id))
}

// Delete removes a project from the list. Its chats stay, outside of any project; with withChats
// they are deleted with it. Restore brings everything back until the first start later than
// chat.DeletedRetention.
func (p *Projects) Delete(ctx context.Context, id chat.ID, withChats bool) error {
	at := sqlite.UnixMillis(p.o.Now())
	return p.updateList(ctx, id, func(tx *sql.Tx) error {
		if err := changed(tx.ExecContext(ctx, `UPDATE project SET deleted_at = ? WHERE id = ? AND deleted_at = 0`, at, id)); err != nil || !withChats {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE conversation SET deleted_at = ? WHERE project <> '' AND project = ? AND deleted_at = 0`, at, id)
		return err
	})
}

// Restore undoes Delete.
func (p *Projects) Restore(ctx context.Context, id chat.ID) error {
	return p.updateList(ctx, id, func(tx *sql.Tx) error {
		var at int64
		if err := tx.QueryRowContext(ctx, `SELECT deleted_at FROM project WHERE id = ? AND deleted_at > 0`, id).Scan(&at); err != nil {
			return notFound(err)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE conversation SET deleted_at = 0 WHERE project <> '' AND project = ? AND deleted_at = ?`, id, at); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE project SET deleted_at = 0 WHERE id = ?`, id)
		return err
	})
}

// DeletedProject is a project that can be restored.
type DeletedProject struct {
	ID   chat.ID
	Name string
	// At is the time of the deletion.
	At time.Time
}

// Deleted lists the projects that can be restored, the last deleted first.
func (p *Projects) Deleted(ctx context.Context) (list []DeletedProject, err error) {
	err = p.o.Database.View(ctx, func(tx *sql.Tx) error {
		list, err = sqlite.All(ctx, tx, `SELECT id, name, deleted_at FROM project WHERE deleted_at > 0 ORDER BY deleted_at DESC, n DESC`, nil, func(row sqlite.Row) (d DeletedProject, err error) {
			var at int64
			err = row.Scan(&d.ID, &d.Name, &at)
			d.At = sqlite.FromUnixMillis(at)
			return d, err
		})
		return err
	})
	return list, err
}

// update writes in one transaction and marks the project as changed.
func (p *Projects) update(ctx context.Context, id chat.ID, f func(*sql.Tx) error) error {
	if err := p.o.Database.Update(ctx, sqlite.Durable, f); err != nil {
		return err
	}
	p.o.Marks.Mark(changes.Change{Topic: changes.Projects, ID: string(id)})
	return nil
}

// updateList is update for a change of the list of projects, which stands above that of the chats.
func (p *Projects) updateList(ctx context.Context, id chat.ID, f func(*sql.Tx) error) error {
	err := p.update(ctx, id, f)
	if err == nil {
		p.o.Marks.Mark(changes.Change{Topic: changes.Conversations})
	}
	return err
}

// shownName returns a name on one line, without control and direction characters, and not too long.
func shownName(name string) string {
	runes := []rune(chat.OneLine(name))
	return strings.TrimSpace(string(runes[:min(len(runes), MaxName)]))
}

func shownInstructions(text string) string { return strings.TrimSpace(text) }

// notFound returns ErrNotFound if there is no row.
func notFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}

// changed returns the error of a statement, or ErrNotFound if it changed no row.
func changed(result sql.Result, err error) error { return sqlite.Affected(result, err, ErrNotFound) }
