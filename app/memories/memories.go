// Package memories is the owner of the memories: short sentences that the user wants every model to
// know. There is one list for all chats and one for each project.
package memories

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/owner"
)

// The limits of memories.
const (
	// MaxMemories is the maximum number of memories in a list.
	MaxMemories = 50
	// MaxRunes is the maximum length of a memory in characters.
	MaxRunes = 200
)

// The errors of Add, Change and Restore. Others are of the disk.
var (
	ErrEmpty   = errors.New("a memory needs a text")
	ErrTooLong = fmt.Errorf("a memory has at most %d characters", MaxRunes)
	ErrFull    = fmt.Errorf("a list has at most %d memories", MaxMemories)
	// ErrKnown reports that the list has the same sentence.
	ErrKnown = errors.New("the list already has this memory")
	// ErrGone reports that the memory was removed.
	ErrGone = errors.New("the memory was removed")
)

// Memory is a remembered sentence.
type Memory struct {
	ID chat.ID
	// Project is the project in whose chats the memory is sent, "" for all chats.
	Project chat.ID
	// Conversation is the chat from which the memory comes, "" if the user wrote it by hand. The
	// chat may have been deleted.
	Conversation chat.ID
	Text         string
	Created      time.Time
}

// Options configure Memories.
type Options struct {
	Database *sqlite.DB
	owner.CommonOptions
}

// Memories owns the memories. It is safe for concurrent use.
type Memories struct{ o Options }

// New returns the memories of a library.
func New(o Options) *Memories {
	o.SetDefaults()
	return &Memories{o}
}

// List returns the memories of a project, "" for those of all chats, oldest first.
func (m *Memories) List(ctx context.Context, project chat.ID) ([]Memory, error) {
	return m.read(ctx, "project = ?", project)
}

// All returns the memories of all lists, oldest first.
func (m *Memories) All(ctx context.Context) ([]Memory, error) { return m.read(ctx, "true") }

func (m *Memories) read(ctx context.Context, where string, args ...any) (all []Memory, err error) {
	err = m.o.Database.View(ctx, func(tx *sql.Tx) (err error) {
		all, err = sqlite.All(ctx, tx, `SELECT id, project, conversation, text, created FROM memory WHERE `+where+` ORDER BY created, n`, args, scan)
		return err
	})
	return all, sqlite.Classify(err)
}

func scan(row sqlite.Row) (one Memory, err error) {
	var created int64
	err = row.Scan(&one.ID, &one.Project, &one.Conversation, &one.Text, &created)
	one.Created = sqlite.FromUnixMillis(created)
	return one, err
}

// Add remembers a text, on one line, in the list of a project, "" for all chats. conversation is
// the chat from which it comes, "" for none. With ErrKnown it returns the memory that the list has.
func (m *Memories) Add(ctx context.Context, project chat.ID, text string, conversation chat.ID) (Memory, error) {
	return m.add(ctx, Memory{ID: chat.NewID(), Project: project, Conversation: conversation, Text: text, Created: m.o.Now()})
}

// Restore adds a removed memory again, at its old place.
func (m *Memories) Restore(ctx context.Context, removed Memory) error {
	_, err := m.add(ctx, removed)
	return err
}

// AddAll remembers several texts in a list, as Add does, in one step. It leaves out those that the
// list has, and returns the others. After an error nothing is added; ErrFull reports that they do
// not fit together.
func (m *Memories) AddAll(ctx context.Context, project chat.ID, texts []string) (added []Memory, err error) {
	err = m.update(ctx, func(tx *sql.Tx) error {
		added = nil
		for _, text := range texts {
			one, err := m.insert(ctx, tx, Memory{ID: chat.NewID(), Project: project, Text: text, Created: m.o.Now()})
			switch {
			case err == nil:
				added = append(added, one)
			case !errors.Is(err, ErrKnown):
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

// RemoveAll deletes several memories for good, in one step. Those that were removed before are left
// out.
func (m *Memories) RemoveAll(ctx context.Context, list []Memory) error {
	return m.update(ctx, func(tx *sql.Tx) error {
		for _, one := range list {
			if _, err := tx.ExecContext(ctx, `DELETE FROM memory WHERE id = ?`, one.ID); err != nil {
				return err
			}
		}
		return nil
	})
}

func (m *Memories) add(ctx context.Context, one Memory) (added Memory, err error) {
	err = m.update(ctx, func(tx *sql.Tx) (err error) {
		added, err = m.insert(ctx, tx, one)
		return err
	})
	if err != nil && !errors.Is(err, ErrKnown) {
		return Memory{}, err
	}
	return added, err
}

// insert adds a memory, or returns ErrKnown with the one that the list has.
func (m *Memories) insert(ctx context.Context, tx *sql.Tx, one Memory) (_ Memory, err error) {
	if one.Text, err = checked(one.Text); err != nil {
		return one, err
	}
	known, err := find(ctx, tx, one.Project, one.Text)
	if err != nil {
		return one, err
	}
	if known.ID != "" {
		return known, ErrKnown
	}
	r, err := tx.ExecContext(ctx, `INSERT INTO memory (id, project, text, conversation, created)
		SELECT ?1, ?2, ?3, ?4, ?5 WHERE (SELECT count(*) FROM memory WHERE project = ?2) < ?6`,
		one.ID, one.Project, one.Text, one.Conversation, sqlite.UnixMillis(one.Created), MaxMemories)
	return one, sqlite.Affected(r, err, ErrFull)
}

// Change replaces the text of a memory. It keeps its date.
func (m *Memories) Change(ctx context.Context, id chat.ID, text string) error {
	text, err := checked(text)
	if err != nil {
		return err
	}
	return m.update(ctx, func(tx *sql.Tx) error {
		var project chat.ID
		if err := tx.QueryRowContext(ctx, `SELECT project FROM memory WHERE id = ?`, id).Scan(&project); errors.Is(err, sql.ErrNoRows) {
			return ErrGone
		} else if err != nil {
			return err
		}
		if known, err := find(ctx, tx, project, text); err != nil || known.ID != "" && known.ID != id {
			if err == nil {
				err = ErrKnown
			}
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE memory SET text = ? WHERE id = ?`, text, id)
		return err
	})
}

// Remove deletes a memory for good. The error is ErrGone if it was removed before.
func (m *Memories) Remove(ctx context.Context, id chat.ID) error {
	return m.update(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `DELETE FROM memory WHERE id = ?`, id)
		return sqlite.Affected(r, err, ErrGone)
	})
}

// update writes durably and marks the memories as changed.
func (m *Memories) update(ctx context.Context, f func(*sql.Tx) error) error {
	if err := m.o.Database.Update(ctx, sqlite.Durable, f); err != nil {
		return sqlite.Classify(err)
	}
	m.o.Marks.Mark(changes.Change{Topic: changes.Memories})
	return nil
}

// checked returns the cleaned text if it can be remembered.
func checked(text string) (string, error) {
	switch text = chat.OneLine(text); {
	case text == "":
		return "", ErrEmpty
	case utf8.RuneCountInString(text) > MaxRunes:
		return "", ErrTooLong
	}
	return text, nil
}

// find returns the memory of a list with this text, the zero value if there is none.
func find(ctx context.Context, tx *sql.Tx, project chat.ID, text string) (Memory, error) {
	found, err := sqlite.All(ctx, tx, `SELECT id, project, conversation, text, created FROM memory WHERE project = ? AND text = ? LIMIT 1`, []any{project, text}, scan)
	if err != nil || len(found) == 0 {
		return Memory{}, err
	}
	return found[0], nil
}
