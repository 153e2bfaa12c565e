package projects

import (
	"context"
	"database/sql"
	"os"
	"time"

	"parlando/app/attachments"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/documents/textencoding"
	"parlando/app/history"
	"parlando/app/internal/sqlite"
	"parlando/client/tokens"
)

// Attachments reads files and stores their bytes (package attachments).
type Attachments interface {
	FromFile(ctx context.Context, path string, encoding textencoding.Encoding) (chat.Part, attachments.Info, error)
	// TextOf returns the text of a document.
	TextOf(ctx context.Context, part chat.Part) (chat.Part, error)
}

// File is a file of a project: a copy, made when it was added.
type File struct {
	ID, Project chat.ID
	// Part is the file as it is in a message. Unless it was read for sending, a long text has only
	// its beginning.
	Part chat.Part
	// Tokens estimates what the file counts with every message.
	Tokens int
	// Chosen reports that the file is sent.
	Chosen bool
	// Path is that of the file that was copied, "" if it came from a message.
	Path string
	// Modified is the time at which the file at Path was changed last, before it was copied.
	Modified, Added time.Time
}

// pageTokens estimates the tokens of a page of a document that is sent as it is.
const pageTokens = 1500

// Estimate estimates the tokens of a file.
func Estimate(p chat.Part) int {
	n := attachments.EstimateTokens(p)
	if p.Kind == chat.PartFile {
		n = tokens.Estimate{Likely: max(p.Pages, 1) * pageTokens}
	}
	return n.Likely
}

// fileColumns are read by scanFile.
const fileColumns = `id, project, parts, tokens, chosen, path, modified, added`

// scanFile reads a file; whole selects whether a long text is read completely.
func scanFile(ctx context.Context, tx *sql.Tx, row sqlite.Row, whole bool) (f File, err error) {
	var parts string
	var modified, added int64
	if err := row.Scan(&f.ID, &f.Project, &parts, &f.Tokens, &f.Chosen, &f.Path, &modified, &added); err != nil {
		return f, notFound(err)
	}
	f.Modified, f.Added = sqlite.FromUnixMillis(modified), sqlite.FromUnixMillis(added)
	list, err := history.ParseParts(ctx, tx, parts, whole)
	if err == nil && len(list) > 0 {
		f.Part = list[0]
	}
	return f, err
}

// Files returns the files of a project in the order in which they were added, which is that of
// sending.
func (p *Projects) Files(ctx context.Context, project chat.ID) (list []File, err error) {
	err = p.o.Database.View(ctx, func(tx *sql.Tx) error {
		list, err = sqlite.All(ctx, tx, `SELECT `+fileColumns+` FROM project_file WHERE project = ? AND deleted_at = 0 ORDER BY n`, []any{project},
			func(row sqlite.Row) (File, error) { return scanFile(ctx, tx, row, false) })
		return err
	})
	return list, err
}

// file returns a file that is not deleted, with its whole text.
func (p *Projects) file(ctx context.Context, id chat.ID) (f File, err error) {
	err = p.o.Database.View(ctx, func(tx *sql.Tx) error {
		f, err = scanFile(ctx, tx, tx.QueryRowContext(ctx, `SELECT `+fileColumns+` FROM project_file WHERE id = ? AND deleted_at = 0`, id), true)
		return err
	})
	return f, err
}

// Part returns a file as it is in a message, with its whole text.
func (p *Projects) Part(ctx context.Context, id chat.ID) (chat.Part, error) {
	f, err := p.file(ctx, id)
	return f.Part, err
}

// AddPath copies a file on disk into a project. encoding and the errors are as for
// attachments.FromFile. Of a document with text only the text is sent.
func (p *Projects) AddPath(ctx context.Context, project chat.ID, path string, encoding textencoding.Encoding) (File, error) {
	part, modified, err := p.read(ctx, path, encoding)
	if err != nil {
		return File{}, err
	}
	return p.add(ctx, File{Project: project, Part: part, Path: path, Modified: modified})
}

// Add copies a part of a message into a project.
func (p *Projects) Add(ctx context.Context, project chat.ID, part chat.Part) (File, error) {
	part, err := p.withText(ctx, part)
	if err != nil {
		return File{}, err
	}
	return p.add(ctx, File{Project: project, Part: part})
}

// read reads a file on disk and returns the time of its last change.
func (p *Projects) read(ctx context.Context, path string, encoding textencoding.Encoding) (part chat.Part, modified time.Time, err error) {
	if info, err := os.Stat(path); err == nil {
		modified = info.ModTime()
	}
	if part, _, err = p.o.Attachments.FromFile(ctx, path, encoding); err == nil {
		part, err = p.withText(ctx, part)
	}
	return part, modified, err
}

// withText returns the text of a document, or the document itself if it has none.
func (p *Projects) withText(ctx context.Context, part chat.Part) (chat.Part, error) {
	if part.Kind != chat.PartFile {
		return part, nil
	}
	text, err := p.o.Attachments.TextOf(ctx, part)
	switch {
	case ctx.Err() != nil:
		return part, ctx.Err()
	case err != nil:
		p.o.Log.Info("A document is sent as it is", "error", err)
		return part, nil
	}
	text.Pages = part.Pages
	return text, nil
}

// add stores a new file. It is chosen if it fits beside the files that are chosen already.
func (p *Projects) add(ctx context.Context, f File) (added File, err error) {
	err = p.update(ctx, f.Project, func(tx *sql.Tx) (err error) {
		added, err = p.insert(ctx, tx, f)
		return err
	})
	return added, err
}

func (p *Projects) insert(ctx context.Context, tx *sql.Tx, f File) (File, error) {
	f.ID, f.Added, f.Tokens = chat.NewID(), p.o.Now(), Estimate(f.Part)
	project, err := readProject(ctx, tx, f.Project)
	if err != nil {
		return f, err
	}
	f.Chosen = project.Tokens+f.Tokens <= project.Limit(0)
	parts, err := history.FormatParts(ctx, tx, []chat.Part{f.Part})
	if err != nil {
		return f, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO project_file (`+fileColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		f.ID, f.Project, parts, f.Tokens, f.Chosen, f.Path, sqlite.UnixMillis(f.Modified), sqlite.UnixMillis(f.Added))
	return f, err
}

// Choose sets whether a file is sent.
func (p *Projects) Choose(ctx context.Context, id chat.ID, chosen bool) error {
	return p.setFile(ctx, id, `chosen = ?`, chosen)
}

// Remove takes a file out of its project. RestoreFile brings it back until the first start later
// than chat.DeletedRetention.
func (p *Projects) Remove(ctx context.Context, id chat.ID) error {
	return p.setFile(ctx, id, `deleted_at = ?`, sqlite.UnixMillis(p.o.Now()))
}

// RestoreFile undoes Remove.
func (p *Projects) RestoreFile(ctx context.Context, id chat.ID) error {
	return p.setFile(ctx, id, `deleted_at = 0`)
}

// setFile writes columns of a file.
func (p *Projects) setFile(ctx context.Context, id chat.ID, set string, values ...any) error {
	var project chat.ID
	err := p.o.Database.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		return notFound(tx.QueryRowContext(ctx, `UPDATE project_file SET `+set+` WHERE id = ? RETURNING project`, append(values, id)...).Scan(&project))
	})
	if err == nil {
		p.o.Marks.Mark(changes.Change{Topic: changes.Projects, ID: string(project)})
	}
	return err
}

// Newer returns the files of a project that were changed on disk since they were copied.
func (p *Projects) Newer(ctx context.Context, project chat.ID) ([]chat.ID, error) {
	files, err := p.Files(ctx, project)
	var newer []chat.ID
	for _, f := range files {
		if f.Path == "" {
			continue
		}
		// Without the file, the copy is all there is.
		if info, err := os.Stat(f.Path); err == nil && sqlite.UnixMillis(info.ModTime()) > sqlite.UnixMillis(f.Modified) {
			newer = append(newer, f.ID)
		}
	}
	return newer, err
}

// Renew replaces a file by the one that is at its path now. The errors are as for AddPath; after an
// error the copy is unchanged.
func (p *Projects) Renew(ctx context.Context, id chat.ID, encoding textencoding.Encoding) error {
	f, err := p.file(ctx, id)
	if err != nil {
		return err
	}
	part, modified, err := p.read(ctx, f.Path, encoding)
	if err != nil {
		return err
	}
	return p.update(ctx, f.Project, func(tx *sql.Tx) error {
		parts, err := history.FormatParts(ctx, tx, []chat.Part{part})
		if err != nil {
			return err
		}
		return changed(tx.ExecContext(ctx, `UPDATE project_file SET parts = ?, tokens = ?, modified = ? WHERE id = ?`, parts, Estimate(part), sqlite.UnixMillis(modified), id))
	})
}
