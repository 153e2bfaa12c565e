package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// Import is an import of conversations of another program. Until it is finished, nothing of it is
// shown, searched or put back from a backup, and the next start removes it.
type Import struct {
	// Number identifies the import; it is never given again.
	Number int64
	// Source is the other program, Name the name of its file.
	Source, Name string
	Started      time.Time
	// Report describes the result; see FinishImport.
	Report string
}

// ImportedConversation is a conversation to import. Each message follows its parent. The IDs of
// conversation and messages must be the same each time that they are imported.
type ImportedConversation struct {
	Conversation chat.Conversation
	Messages     []chat.Message
	// Current is a message of the branch to show, "" for the newest.
	Current chat.ID
}

// Presence is the part of a conversation to import that the library has.
type Presence int

// The presences.
const (
	// New: the conversation was never imported.
	New Presence = iota
	// Grown: the library lacks messages that were written after the last import.
	Grown
	// Present: the library has all messages.
	Present
	// Deleted: the user has deleted the conversation, which stays so.
	Deleted
)

// Import adds conversations in one transaction as if they had been written here, much faster than
// turn by turn.
func (s *Store) Import(ctx context.Context, list []ImportedConversation) error {
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		marks := []changes.Change{listChanged("")}
		for _, one := range list {
			a := importAddition{ctx: ctx, s: s, tx: tx, exec: tx, ImportedConversation: one, presence: New, lacking: one.Messages, known: map[chat.ID]int64{"": 0}}
			if err := a.addNew(); err != nil {
				return nil, fmt.Errorf("import conversation %q: %w", one.Conversation.ID, err)
			}
			marks = append(marks, threadChanged(one.Conversation.ID))
		}
		return marks, nil
	})
}

// BeginImport begins an import and returns its number. It first removes what is left of unfinished
// imports, whose hidden chats would otherwise be Present: there can be only one at a time.
func (s *Store) BeginImport(ctx context.Context, source, name string) (number int64, err error) {
	if err := s.dropUnfinished(ctx); err != nil {
		return 0, err
	}
	err = s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		result, err := tx.ExecContext(ctx, `INSERT INTO import (source, name, started) VALUES (?, ?, ?)`, source, name, sqlite.UnixMillis(s.now()))
		if err == nil {
			number, err = result.LastInsertId()
		}
		return nil, err
	})
	return number, err
}

// AddToImport adds conversations to an unfinished import in one transaction, which should be small,
// so that other writers do not wait long. It leaves out what is present or deleted, and returns the
// presence of each. All messages must have ended. The words of the messages are not searched before
// IndexImports. A power failure may lose what was added before FinishImport, as a crash does.
func (s *Store) AddToImport(ctx context.Context, number int64, list []ImportedConversation) (was []Presence, err error) {
	err = s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		was = was[:0]
		exec := sqlite.NewPreparedTx(tx)
		for _, one := range list {
			a := importAddition{ctx: ctx, s: s, tx: tx, exec: exec, number: number, ImportedConversation: one}
			if err := a.add(); err != nil {
				return fmt.Errorf("import conversation %q: %w", one.Conversation.ID, err)
			}
			was = append(was, a.presence)
		}
		return nil
	})
	s.noticeGone(err)
	return was, err
}

// ComparePresence returns the presence of each conversation without changing anything. Only the IDs
// and times of the messages are needed.
func (s *Store) ComparePresence(ctx context.Context, list []ImportedConversation) (is []Presence, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		is = is[:0]
		for _, one := range list {
			a := importAddition{ctx: ctx, s: s, tx: tx, exec: tx, ImportedConversation: one}
			if err := a.compare(); err != nil {
				return err
			}
			is = append(is, a.presence)
		}
		return nil
	})
	return is, err
}

// FinishImport shows everything that was added to an import, at once. report is stored as it is.
func (s *Store) FinishImport(ctx context.Context, number int64, report string) error {
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		marks, err := showGrown(ctx, tx, number)
		if err != nil {
			return nil, err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE conversation SET deleted_at = 0 WHERE import > 0 AND import = ? AND deleted_at = ?`, number, hidden); err != nil {
			return nil, err
		}
		return append(marks, listChanged("")), importAffected(tx.ExecContext(ctx, `UPDATE import SET finished = ?, report = ? WHERE n = ? AND finished = 0`,
			sqlite.UnixMillis(s.now()), report, number))
	})
}

// grownMessage is a message that an import adds to a conversation that was here before.
type grownMessage struct {
	n, conversation int64
	chat.Message
}

// showGrown shows the messages that an import adds to conversations that were here before. The
// branch that the user has gone on with here stays shown.
func showGrown(ctx context.Context, tx *sql.Tx, number int64) (marks []changes.Change, err error) {
	list, err := sqlite.All(ctx, tx, `SELECT m.n, m.conversation, m.id, c.id, m.created, coalesce(p.id, '') FROM message m INDEXED BY message_import
		JOIN conversation c ON c.n = m.conversation LEFT JOIN message p ON p.n = m.parent WHERE m.import > 0 AND m.import = ? AND m.deleted_with = ? ORDER BY m.n`,
		[]any{number, hidden}, func(row sqlite.Row) (g grownMessage, err error) {
			var created int64
			err = row.Scan(&g.n, &g.conversation, &g.ID, &g.Conversation, &created, &g.Parent)
			g.Created = time.UnixMilli(created)
			return g, err
		})
	if err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE message SET deleted_with = 0 WHERE import > 0 AND import = ? AND deleted_with = ?`, number, hidden); err != nil {
		return nil, err
	}
	for _, g := range list {
		var parent int64
		var own bool
		err := tx.QueryRowContext(ctx, `SELECT parent, EXISTS (SELECT 1 FROM message o WHERE o.conversation = m.conversation AND o.import = 0) FROM message m WHERE n = ?`,
			g.n).Scan(&parent, &own)
		if err != nil {
			return nil, err
		}
		if err := lead(ctx, tx, g.conversation, parent, g.n, g.Message, !own); err != nil {
			return nil, err
		}
		if err := touch(ctx, tx, g.conversation, g.Created); err != nil {
			return nil, err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE imported SET newest = max(newest, ?) WHERE conversation = ?`, sqlite.UnixMillis(g.Created), g.Conversation); err != nil {
			return nil, err
		}
		marks = append(marks, threadChanged(g.Conversation))
	}
	return marks, nil
}

// importAffected returns the error of a statement, or ErrNotFound if it changed no import.
func importAffected(result sql.Result, err error) error {
	return sqlite.Affected(result, err, fmt.Errorf("%w: the import", ErrNotFound))
}

// Imports returns the finished imports, the newest first.
func (s *Store) Imports(ctx context.Context) (list []Import, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) (err error) {
		list, err = sqlite.All(ctx, tx, `SELECT n, source, name, started, report FROM import WHERE finished > 0 ORDER BY n DESC`, nil,
			func(row sqlite.Row) (i Import, err error) {
				var started int64
				err = row.Scan(&i.Number, &i.Source, &i.Name, &started, &i.Report)
				i.Started = time.UnixMilli(started)
				return i, err
			})
		return err
	})
	return list, err
}

// hidden is the value of deleted_at and deleted_with in rows of an unfinished import.
const hidden = -1

// importAddition adds one conversation to an import.
type importAddition struct {
	ctx context.Context //nolint:containedctx // it lives as long as a transaction
	s   *Store
	tx  *sql.Tx
	// exec executes the statements for each conversation and message.
	exec   execer
	number int64
	ImportedConversation

	presence Presence
	// n is the row of the conversation, 0 if it is New. known has those of its messages by ID.
	n     int64
	known map[chat.ID]int64
	// lacking are the messages that the library lacks.
	lacking []chat.Message
	// newest is the time of the newest message added.
	newest int64
}

// compare finds out what the library has.
func (a *importAddition) compare() error {
	var deleted, newest int64
	found, err := scanned(a.exec.QueryRowContext(a.ctx, `SELECT n, deleted_at FROM conversation WHERE id = ?`, a.Conversation.ID), &a.n, &deleted)
	if err != nil {
		return err
	}
	known, err := scanned(a.exec.QueryRowContext(a.ctx, `SELECT newest FROM imported WHERE conversation = ?`, a.Conversation.ID), &newest)
	switch {
	case err != nil:
		return err
	case deleted > 0, known && !found:
		a.presence = Deleted
		return nil
	case !found, deleted == hidden && a.number == 0: // or about to be removed
		a.presence, a.lacking, a.known = New, a.Messages, map[chat.ID]int64{"": 0}
		return nil
	}
	return a.compareMessages(newest)
}

// scanned reads a row and reports whether there is one.
func scanned(row *sql.Row, to ...any) (found bool, err error) {
	if err = row.Scan(to...); errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// compareMessages finds the messages that the library lacks. A message that is not here but was
// written before the newest one of the last import has been deleted.
func (a *importAddition) compareMessages(newest int64) error {
	a.presence, a.known = Present, map[chat.ID]int64{"": 0}
	err := sqlite.Each(a.ctx, a.tx, `SELECT n, id FROM message WHERE conversation = ?`, []any{a.n}, func(row sqlite.Row) error {
		var n int64
		var id chat.ID
		err := row.Scan(&n, &id)
		a.known[id] = n
		return err
	})
	if err != nil {
		return err
	}
	coming := map[chat.ID]bool{}
	for _, m := range a.Messages {
		_, here := a.known[m.ID]
		_, parentHere := a.known[m.Parent]
		if here || !parentHere && !coming[m.Parent] || !m.Created.IsZero() && sqlite.UnixMillis(m.Created) <= newest {
			continue
		}
		coming[m.ID] = true
		a.lacking, a.presence = append(a.lacking, m), Grown
	}
	return nil
}

// add adds what the library lacks.
func (a *importAddition) add() (err error) {
	if err := a.compare(); err != nil {
		return err
	}
	switch a.presence {
	case New:
		err = a.addNew()
	case Grown:
		err = a.addMessages(hidden)
	default:
		return nil
	}
	if err != nil {
		return err
	}
	newest := a.newest
	if a.presence == Grown {
		newest = 0 // FinishImport sets it
	}
	_, err = a.exec.ExecContext(a.ctx, `INSERT INTO imported (conversation, import, newest) VALUES (?, ?, ?)
		ON CONFLICT (conversation) DO UPDATE SET newest = max(newest, excluded.newest)`, a.Conversation.ID, a.number, newest)
	return err
}

// addNew adds the conversation with its messages.
func (a *importAddition) addNew() (err error) {
	if a.n, err = a.s.create(a.ctx, a.exec, a.Conversation); err != nil {
		return err
	}
	if a.number > 0 {
		if _, err := a.exec.ExecContext(a.ctx, `UPDATE conversation SET import = ?, deleted_at = ? WHERE n = ?`, a.number, hidden, a.n); err != nil {
			return err
		}
	}
	if err := a.addMessages(0); err != nil {
		return err
	}
	if err := a.chooseBranch(); err != nil {
		return err
	}
	return touch(a.ctx, a.exec, a.n, time.UnixMilli(a.newest))
}

// addMessages adds the lacking messages. deletedWith is 0 or hidden.
func (a *importAddition) addMessages(deletedWith int64) (err error) {
	rows := messageRows{conversation: a.n, imported: a.number, deletedWith: deletedWith}
	for _, m := range a.lacking {
		var ok bool
		rows.parent, ok = a.known[m.Parent]
		if !ok || !named(m) || !m.State.Ended() || m.Conversation != a.Conversation.ID {
			return fmt.Errorf("%w: message %q", ErrInvalid, m.ID)
		}
		if m.Created.IsZero() {
			m.Created = a.Conversation.Created
		}
		if m.Created.IsZero() {
			m.Created = a.s.now()
		}
		a.newest = max(a.newest, sqlite.UnixMillis(m.Created))
		if a.known[m.ID], err = rows.insert(a.ctx, a.exec, m); err != nil {
			return err
		}
		if a.number == 0 {
			if err := indexMessage(a.ctx, a.tx, a.known[m.ID], m); err != nil {
				return err
			}
		}
	}
	return nil
}

// chooseBranch stores which of several siblings is shown in a new conversation: the one that leads
// to Current, or else the newest.
func (a *importAddition) chooseBranch() error {
	parents, shown, forks := map[chat.ID]chat.ID{}, map[chat.ID]chat.ID{}, map[chat.ID]bool{}
	for _, m := range a.Messages {
		parents[m.ID] = m.Parent
		_, forks[m.Parent] = shown[m.Parent]
		shown[m.Parent] = m.ID
	}
	for id := a.Current; id != ""; id = parents[id] {
		shown[parents[id]] = id
	}
	for _, m := range a.Messages {
		if parent := m.Parent; forks[parent] && shown[parent] == m.ID {
			if err := choose(a.ctx, a.exec, a.n, a.Conversation.ID, a.known[parent], parent, a.known[m.ID], m.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// HasImported reports whether messages of a conversation were imported from another program.
func (s *Store) HasImported(ctx context.Context, conversation chat.ID) (imported bool, err error) {
	s, done := s.of(conversation)
	defer done()
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM message WHERE import > 0 AND conversation = (SELECT n FROM conversation WHERE id = ?))`, conversation).Scan(&imported)
	})
	return imported, err
}
