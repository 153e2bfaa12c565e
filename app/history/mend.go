package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// recoveredTitle is the title of the conversation for messages of which only the parts are known.
const recoveredTitle = "Recovered text"

// Doubts name rows that were read from a damaged part of the file.
type Doubts struct {
	Conversations, Messages []int64
	Requests, Drafts        []string // primary keys
	// Incomplete are the tables that may have lost rows.
	Incomplete []string
}

// Mend repairs the rows of conversations that were read one by one from a damaged file, so that
// every row is shown, in its own conversation or in a new one. A row restored from an index has no
// state or creation time. dir is the library's folder. Mend returns the conversations with missing,
// invented or doubtful content; "" stands for unsent text of the new chat or of an unknown
// conversation. Call RebuildSearch afterwards.
func Mend(ctx context.Context, db *sqlite.DB, dir string, d Doubts, now time.Time) (gaps []chat.ID, err error) {
	m := &mender{s: &Store{dir: dir, db: db}, doubts: d, now: sqlite.UnixMillis(now), incomplete: map[int64]bool{}}
	err = db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		m.tx = tx
		for _, step := range []func(context.Context) error{
			m.library, m.names, m.conversations, m.nameless, m.times, m.parents, m.homes, m.chosen,
			m.contents, m.requests, m.drafts, m.blobs, m.doubtful, m.empty,
		} {
			if err := step(ctx); err != nil {
				return err
			}
		}
		gaps, err = m.gaps(ctx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("repair the conversations: %w", err)
	}
	return gaps, nil
}

// mender holds the state of one call of Mend.
type mender struct {
	s          *Store
	tx         *sql.Tx
	doubts     Doubts
	now        int64
	incomplete map[int64]bool // by conversation.n
	// unsent reports missing or doubtful text of the new chat or an unknown conversation.
	unsent bool
}

// flag marks the conversations whose row numbers a query returns as incomplete.
func (m *mender) flag(ctx context.Context, query string, args ...any) error {
	return sqlite.Each(ctx, m.tx, query, args, func(r sqlite.Row) error {
		n, err := sqlite.Column[int64](r)
		m.incomplete[n] = true
		return err
	})
}

// run executes statements in order.
func (m *mender) run(ctx context.Context, statements ...string) error {
	for _, q := range statements {
		if _, err := m.tx.ExecContext(ctx, q, sql.Named("now", m.now)); err != nil {
			return err
		}
	}
	return nil
}

// doubtful flags the conversations with a row in Doubts.
func (m *mender) doubtful(ctx context.Context) error {
	for _, n := range m.doubts.Conversations {
		m.incomplete[n] = true
	}
	for _, n := range m.doubts.Messages {
		if err := m.flag(ctx, `SELECT conversation FROM message WHERE n = ?`, n); err != nil {
			return err
		}
	}
	for _, id := range m.doubts.Requests {
		if err := m.flag(ctx, `SELECT conversation FROM message INDEXED BY message_request WHERE request = ?`, id); err != nil {
			return err
		}
	}
	for _, key := range m.doubts.Drafts {
		if err := m.flagDraft(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// empty flags the conversations without messages that apparently had messages or a draft before the
// damage. A conversation whose messages the user removed looks the same.
func (m *mender) empty(ctx context.Context) error {
	messages, drafts := slices.Contains(m.doubts.Incomplete, "message"), slices.Contains(m.doubts.Incomplete, "draft")
	m.unsent = m.unsent || drafts
	if !messages && !drafts {
		return nil
	}
	// The first message sets a title and an update time after the creation time.
	return m.flag(ctx, `SELECT n FROM conversation c WHERE NOT EXISTS (SELECT 1 FROM message WHERE message.conversation = c.n)
		AND (?1 AND (title <> '' OR updated > created) OR NOT EXISTS (SELECT 1 FROM draft d
			WHERE d.conversation = c.id OR d.conversation > c.id || '/' AND d.conversation < c.id || '0'))`, messages)
}

// gaps returns the flagged conversations: first the new chat, then the others, most recent first.
func (m *mender) gaps(ctx context.Context) (ids []chat.ID, err error) {
	if m.unsent {
		ids = append(ids, "")
	}
	err = sqlite.Each(ctx, m.tx, `SELECT n, id FROM conversation ORDER BY updated DESC, n DESC`, nil, func(r sqlite.Row) error {
		var n int64
		var id chat.ID
		err := r.Scan(&n, &id)
		if m.incomplete[n] {
			ids = append(ids, id)
		}
		return err
	})
	return ids, err
}

// library restores the row with the change counters, which continue after the last recorded change.
func (m *mender) library(ctx context.Context) error {
	if _, err := m.tx.ExecContext(ctx, `INSERT OR IGNORE INTO library (one, origin) VALUES (1, ?)`, chat.NewID()); err != nil {
		return err
	}
	return m.run(ctx, `UPDATE library SET
		seq = max(seq, coalesce((SELECT max(seq) FROM change WHERE change.origin = library.origin), 0)),
		clock = max(clock, coalesce((SELECT max(clock) FROM change), 0))`)
}

// Conditions for ids that cannot be concatenated, and for unknown roles and states.
const (
	badName  = `(id = '' OR instr(id, char(10)) > 0)`
	badRole  = `role NOT IN ('system', 'user', 'assistant', 'tool')`
	badState = `state NOT IN ('waiting', 'writing', 'done', 'stopped', 'cutoff', 'failed')`
	newName  = `lower(hex(randomblob(16)))`
)

// names replaces invalid ids, roles and states, and deletes rows with invalid numbers.
func (m *mender) names(ctx context.Context) error {
	if err := m.flag(ctx, `SELECT conversation FROM message WHERE `+badName+` OR `+badRole+` OR `+badState); err != nil {
		return err
	}
	if err := m.flag(ctx, `SELECT n FROM conversation WHERE `+badName); err != nil {
		return err
	}
	return m.run(
		// valid row numbers are positive
		ctx, `DELETE FROM conversation WHERE n <= 0`, `DELETE FROM message WHERE n <= 0`,
		`UPDATE conversation SET id = `+newName+` WHERE `+badName,
		`UPDATE message SET id = `+newName+` WHERE `+badName,
		`UPDATE message SET role = iif(request IS NULL, 'user', 'assistant') WHERE `+badRole,
		`UPDATE message SET state = CASE
			WHEN role = 'user' THEN 'done'
			WHEN EXISTS (SELECT 1 FROM tail WHERE tail.message = message.n) THEN 'writing'
			ELSE 'cutoff' END WHERE `+badState)
}

// conversations adds lost conversations, and completes those of which only the name is known.
func (m *mender) conversations(ctx context.Context) error {
	err := m.run(ctx, `INSERT INTO conversation (n, id, created, updated) SELECT conversation, `+newName+`, 0, 0
		FROM message WHERE conversation > 0 AND conversation NOT IN (SELECT n FROM conversation) GROUP BY conversation`)
	if err != nil {
		return err
	}
	// A draft needs its conversation to be shown.
	if slices.Contains(m.doubts.Incomplete, "conversation") {
		if err := m.run(ctx, `INSERT OR IGNORE INTO conversation (id, created, updated)
			SELECT `+draftOwner+`, 0, 0 FROM draft WHERE `+draftOwner+` <> ''`); err != nil {
			return err
		}
	}
	begun, err := sqlite.All(ctx, m.tx, `SELECT n FROM conversation WHERE created = 0`, nil, sqlite.Column[int64])
	if err != nil || len(begun) == 0 {
		return err
	}
	for _, n := range begun {
		m.incomplete[n] = true
	}
	const changed = `(SELECT value FROM change WHERE entity = 'conversation' AND change.id = conversation.id AND field = `
	if err := m.run(ctx, `UPDATE conversation SET
		title = coalesce(`+changed+`'title'), ''),
		pinned = coalesce(`+changed+`'pinned') = 'true', 0),
		deleted_at = coalesce(CAST(`+changed+`'deleted') AS INTEGER), 0),
		updated = coalesce((SELECT max(created) FROM message WHERE message.conversation = conversation.n AND message.created > 0), @now),
		created = coalesce((SELECT min(created) FROM message WHERE message.conversation = conversation.n AND message.created > 0), @now)
		WHERE created = 0`); err != nil {
		return err
	}
	for _, n := range begun {
		if err := m.entitle(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// entitle titles an untitled conversation after its first question.
func (m *mender) entitle(ctx context.Context, conversation int64) error {
	var first int64
	err := m.tx.QueryRowContext(ctx, `SELECT m.n FROM conversation c JOIN message m ON m.conversation = c.n
		WHERE c.n = ? AND c.title = '' AND m.role = 'user' AND m.deleted_with = 0 ORDER BY m.n LIMIT 1`, conversation).Scan(&first)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	question := &chat.Message{}
	if err := m.s.readParts(ctx, m.tx, []any{first}, wholeTexts, map[int64]*chat.Message{first: question}); err != nil {
		return err
	}
	_, err = m.tx.ExecContext(ctx, `UPDATE conversation SET title = ? WHERE n = ?`, Title(*question), conversation)
	return err
}

// nameless puts messages of which only parts are left, and messages without a conversation, into a
// new conversation, ordered by age.
func (m *mender) nameless(ctx context.Context) error {
	lost, err := sqlite.All(ctx, m.tx, `SELECT message FROM part WHERE message > 0 AND message NOT IN (SELECT n FROM message)
		UNION SELECT n FROM message WHERE conversation <= 0 ORDER BY 1`, nil, sqlite.Column[int64])
	if err != nil || len(lost) == 0 {
		return err
	}
	made, err := m.tx.ExecContext(ctx, `INSERT INTO conversation (id, title, created, updated) VALUES (?, ?, ?, ?)`,
		chat.NewID(), recoveredTitle, m.now, m.now)
	if err != nil {
		return err
	}
	conversation, err := made.LastInsertId()
	if err != nil {
		return err
	}
	m.incomplete[conversation] = true
	parent := int64(0)
	for _, n := range lost {
		_, err := m.tx.ExecContext(ctx, `INSERT INTO message (n, id, conversation, parent, role, state, created) VALUES (?1, ?2, ?3, ?4,
			iif(EXISTS (SELECT 1 FROM part WHERE message = ?1 AND kind IN ('pasted', 'file', 'image', 'transcript')), 'user', 'assistant'), 'done', ?5)
			ON CONFLICT (n) DO UPDATE SET conversation = excluded.conversation, parent = excluded.parent`,
			n, chat.NewID(), conversation, parent, m.now)
		if err != nil {
			return err
		}
		parent = n
	}
	return nil
}

// times sets the creation time of messages that lack one, and a new deletion time for deleted
// messages without one, so that they can be restored for a while.
func (m *mender) times(ctx context.Context) error {
	return m.run(
		ctx, `UPDATE message SET created = coalesce(
			(SELECT max(o.created) FROM message o WHERE o.conversation = message.conversation AND o.n < message.n),
			(SELECT c.created FROM conversation c WHERE c.n = message.conversation)) WHERE created = 0`,
		`UPDATE message SET deleted_at = @now WHERE deleted_with > 0 AND deleted_at = 0`)
}

// brokenParent is the condition for messages whose parent is not an older message of their
// conversation.
const brokenParent = `message.parent <> 0 AND NOT EXISTS (SELECT 1 FROM message p
	WHERE p.n = message.parent AND p.conversation = message.conversation AND p.n < message.n)`

// parents attaches each message whose parent is lost to the nearest message before the lost one, so
// that siblings stay siblings. The sibling that was shown stays shown.
func (m *mender) parents(ctx context.Context) error {
	if err := m.flag(ctx, `SELECT DISTINCT conversation FROM message WHERE `+brokenParent); err != nil {
		return err
	}
	type child struct{ n, conversation, parent, nearest int64 }
	children, err := sqlite.All(ctx, m.tx, `SELECT n, conversation, parent, coalesce((SELECT max(o.n) FROM message o
			WHERE o.conversation = message.conversation AND o.n < min(message.n, iif(message.parent > 0, message.parent, message.n))
			AND (o.deleted_with = 0 OR message.deleted_with > 0)), 0)
		FROM message WHERE `+brokenParent+` ORDER BY n`, nil, func(r sqlite.Row) (c child, err error) {
		err = r.Scan(&c.n, &c.conversation, &c.parent, &c.nearest)
		return c, err
	})
	for _, c := range children {
		if err != nil {
			return err
		}
		_, err = m.tx.ExecContext(ctx, `UPDATE message SET parent = ? WHERE n = ?`, c.nearest, c.n)
		if err == nil {
			_, err = m.tx.ExecContext(ctx, `UPDATE chosen SET child = coalesce((SELECT child FROM chosen was WHERE was.conversation = ?2 AND was.parent = ?3), ?1)
				WHERE conversation = ?2 AND parent = ?4 AND child = ?3`, c.n, c.conversation, c.parent, c.nearest)
		}
	}
	return err
}

// homes keeps messages where they are if the message that they followed was not deleted alone or is
// in another place.
func (m *mender) homes(ctx context.Context) error {
	return m.run(ctx, `UPDATE message SET home = 0 WHERE home <> 0 AND NOT EXISTS (SELECT 1 FROM message h
		WHERE h.n = message.home AND h.n < message.n AND h.deleted_with = h.n
			AND h.parent = message.parent AND h.conversation = message.conversation)`)
}

// chosen removes the stored choices of children that do not exist.
func (m *mender) chosen(ctx context.Context) error {
	return m.run(ctx, `DELETE FROM chosen WHERE NOT EXISTS (SELECT 1 FROM message c
		WHERE c.n = chosen.child AND (c.parent = chosen.parent OR c.home > 0 AND c.home = chosen.parent) AND c.conversation = chosen.conversation)`)
}

// contents flags conversations with missing parts, and recounts bytes and pictures of messages.
func (m *mender) contents(ctx context.Context) error {
	const (
		bytes = `(SELECT coalesce(sum(octet_length(text)), 0) FROM part WHERE part.message = message.n AND kind IN ('text', 'refusal'))`
		count = `(SELECT count(*) FROM part WHERE part.message = message.n AND kind IN ('image', 'remote_image'))`
		ended = `state NOT IN ('waiting', 'writing')`
		wrong = ended + ` AND (bytes <> ` + bytes + ` OR images <> ` + count + `)`
	)
	for _, q := range []string{
		`SELECT DISTINCT conversation FROM message WHERE ` + wrong,
		`SELECT m.conversation FROM message m JOIN part p ON p.message = m.n GROUP BY m.n HAVING max(p.seq) >= count(*)`,
	} {
		if err := m.flag(ctx, q); err != nil {
			return err
		}
	}
	if err := m.markWordless(ctx); err != nil {
		return err
	}
	return m.run(ctx, `UPDATE message SET bytes = `+bytes+`, images = `+count+` WHERE `+wrong)
}
