package history

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/problem"
)

// idsAtOnce is the number of IDs in one query; SQLite allows 32,766.
const idsAtOnce = 500

// Messages reads messages in the order of ids, without missing and deleted ones. For an unfinished
// reply it returns the text on disk. Of a text longer than chat.MaxMessageBytes it reads the first
// chat.MaxReplyBytes; see chat.Part.IsCut and WholeMessages. With ErrDamaged it returns the
// readable messages.
func (s *Store) Messages(ctx context.Context, ids []chat.ID) ([]chat.Message, error) {
	return s.messages(ctx, ids, beginnings)
}

// WholeMessages is Messages with complete texts, which may need much memory.
func (s *Store) WholeMessages(ctx context.Context, ids []chat.ID) ([]chat.Message, error) {
	return s.messages(ctx, ids, wholeTexts)
}

func (s *Store) messages(ctx context.Context, ids []chat.ID, texts textLength) (out []chat.Message, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	s, done := s.of(ids[0])
	defer done()
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		out, err = s.messagesOf(ctx, tx, ids, false, texts)
		return err
	})
	if errors.Is(err, ErrDamaged) {
		out = s.messagesAround(ctx, ids, texts)
	}
	if s.ReadOnly() != Writable {
		for i := range out {
			endUnwritten(&out[i])
		}
	}
	return out, err
}

// messagesOf reads complete messages in the order of ids, either deleted or not deleted ones.
func (s *Store) messagesOf(ctx context.Context, tx *sql.Tx, ids []chat.ID, deleted bool, texts textLength) ([]chat.Message, error) {
	found := make(map[chat.ID]*chat.Message, len(ids))
	for some := range slices.Chunk(ids, idsAtOnce) {
		if err := s.readMessages(ctx, tx, some, deleted, texts, found); err != nil {
			return nil, err
		}
	}
	out := make([]chat.Message, 0, len(ids))
	for _, id := range ids {
		if m, ok := found[id]; ok {
			out = append(out, *m)
		}
	}
	return out, nil
}

// Message reads one message, or returns ErrNotFound.
func (s *Store) Message(ctx context.Context, id chat.ID) (chat.Message, error) {
	ms, err := s.Messages(ctx, []chat.ID{id})
	if err == nil && len(ms) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return chat.Message{}, err
	}
	return ms[0], nil
}

func (s *Store) readMessages(ctx context.Context, tx *sql.Tx, ids []chat.ID, deleted bool, texts textLength, found map[chat.ID]*chat.Message) error {
	byRow, err := readHeads(ctx, tx, ids, deleted, found)
	if err != nil || len(byRow) == 0 {
		return err
	}
	rows := make([]any, 0, len(byRow))
	var open []any
	for n, m := range byRow {
		rows = append(rows, n)
		if !m.State.Ended() {
			open = append(open, n)
		}
	}
	if err := s.readParts(ctx, tx, rows, texts, byRow); err != nil {
		return err
	}
	if err := readEarlierRequests(ctx, tx, byRow); err != nil {
		return err
	}
	for _, n := range open {
		m := byRow[n.(int64)]
		tail, err := readTail(ctx, tx, n.(int64))
		if err != nil {
			return err
		}
		m.Parts = fold(m.Parts, tail)
	}
	return nil
}

func readHeads(ctx context.Context, tx *sql.Tx, ids []chat.ID, deleted bool, found map[chat.ID]*chat.Message) (map[int64]*chat.Message, error) {
	args := make([]any, 0, 1+len(ids))
	args = append(args, deleted)
	for _, id := range ids {
		args = append(args, id)
	}
	const among = `(SELECT count(*) FROM message s WHERE s.conversation = m.conversation AND s.parent = m.parent AND s.deleted_with = 0
		AND (s.state <> 'failed' OR s.n = m.n)`
	byRow := make(map[int64]*chat.Message, len(ids))
	err := sqlite.Each(ctx, tx, `SELECT m.n, m.id, c.id, coalesce(p.id, ''), m.role, m.state, m.finish, m.choice, m.created,
			`+among+` AND s.n <= m.n), `+among+`), `+requestColumns+`
		FROM message m JOIN conversation c ON c.n = m.conversation LEFT JOIN message p ON p.n = m.parent
			LEFT JOIN request r ON r.id = m.request
		WHERE (m.deleted_with > 0) = ? AND m.id IN (`+places(len(ids))+`)`, args, func(row sqlite.Row) error {
		var m chat.Message
		var r requestRow
		var n, created int64
		err := row.Scan(append([]any{
			&n, &m.ID, &m.Conversation, &m.Parent, &m.Role, &m.State, &m.Finish, &m.Choice, &created,
			&m.Sibling, &m.Siblings,
		}, r.targets()...)...)
		if err != nil {
			return err
		}
		m.Created = sqlite.FromUnixMillis(created)
		if m.Request, err = r.request(); err != nil {
			return err
		}
		if r := m.Request; r != nil && r.Problem != nil && ofOneReply(r.Problem.Kind) && m.State == chat.Done {
			r.Problem = nil // another reply of the same request has the problem
		}
		byRow[n], found[m.ID] = &m, &m
		return nil
	})
	return byRow, err
}

// ofOneReply reports whether a problem concerns only one reply of a request, and not its other
// replies.
func ofOneReply(k problem.Kind) bool {
	return k == problem.Empty || k == problem.WantsTool || k == problem.ReplyTooLong
}

// readFound reads the parts of messages and the response formats of replies, for the search.
func (s *Store) readFound(ctx context.Context, tx *sql.Tx, messages []any, texts textLength, byRow map[int64]*chat.Message) error {
	if err := s.readParts(ctx, tx, messages, texts, byRow); err != nil {
		return err
	}
	return sqlite.Each(ctx, tx, `SELECT m.n, m.role, coalesce(r.params, '') FROM message m LEFT JOIN request r ON r.id = m.request
		WHERE m.n IN (`+places(len(messages))+`)`, messages, func(row sqlite.Row) error {
		var n int64
		var role chat.Role
		var params string
		if err := row.Scan(&n, &role, &params); err != nil {
			return err
		}
		p, err := parseParameters(params)
		if err == nil { // otherwise the reply is searched as plain text
			byRow[n].Role, byRow[n].Request = role, &chat.Request{Params: p}
		}
		return nil
	})
}

// readFoundAround is readFound for any number of messages. Unreadable messages stay empty.
func (s *Store) readFoundAround(ctx context.Context, tx *sql.Tx, messages []any, byRow map[int64]*chat.Message) error {
	for some := range slices.Chunk(messages, idsAtOnce) {
		lost, err := sqlite.Around(some, func(some []any) error {
			for _, n := range some {
				*byRow[n.(int64)] = chat.Message{}
			}
			return s.readFound(ctx, tx, some, beginnings, byRow)
		})
		if err != nil {
			return err
		}
		for _, n := range lost {
			*byRow[n.(int64)] = chat.Message{}
		}
	}
	return nil
}

// mostEarlier limits the requests read for one reply, because in a damaged library requests could
// continue each other in a cycle.
const mostEarlier = 1000

// readEarlierRequests reads the requests that the last requests of replies continue.
func readEarlierRequests(ctx context.Context, tx *sql.Tx, byRow map[int64]*chat.Message) error {
	var rows []any
	for n, m := range byRow {
		if m.Request != nil && m.Request.Continues != "" {
			rows = append(rows, n)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return sqlite.Each(ctx, tx, `WITH RECURSIVE earlier(message, id, step) AS (
			SELECT m.n, r.continues, 1 FROM message m JOIN request r ON r.id = m.request WHERE m.n IN (`+places(len(rows))+`)
			UNION ALL SELECT e.message, r.continues, e.step + 1 FROM earlier e JOIN request r ON r.id = e.id
				WHERE r.continues <> '' AND e.step < ?)
		SELECT e.message, `+requestColumns+` FROM earlier e JOIN request r ON r.id = e.id ORDER BY e.message, e.step DESC`,
		append(rows, mostEarlier), func(row sqlite.Row) error {
			var n int64
			var r requestRow
			if err := row.Scan(append([]any{&n}, r.targets()...)...); err != nil {
				return err
			}
			earlier, err := r.request()
			if err == nil {
				byRow[n].Earlier = append(byRow[n].Earlier, *earlier)
			}
			return err
		})
}

// endUnwritten marks an unfinished reply as interrupted if the library is read-only.
func endUnwritten(m *chat.Message) {
	if m.State.Ended() {
		return
	}
	m.State = chat.CutOff
	if m.Request == nil {
		m.Request = &chat.Request{}
	}
	m.Request.Problem = &problem.Problem{Kind: problem.Interrupted, At: m.Created}
}

// places returns n SQL placeholders.
func places(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }
