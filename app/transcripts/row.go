package transcripts

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"parley/app/chat"
	"parley/app/internal/sqlite"
	"parley/app/problem"
)

// row is a transcript as it is stored.
type row struct {
	n               int64
	id              chat.ID
	title           string
	path            string
	recording       chat.ID
	copied          string // the name of the copy in its folder, "" is none
	bytes           int64
	length, covered time.Duration
	language, model string
	connection      chat.ID
	temperature     *float64
	created         time.Time
	updated         time.Time
	pinned          bool
	deleted         time.Time
	state           State
	place           int64 // in the queue
	asked           bool  // a whole request has left and is not answered
	took            time.Duration
	timed           bool
	lines           int
	problem         problem.Problem
	replaces        chat.ID // what is deleted once this one is done, "" for none
	answers         int     // how many answers of the service are kept as they came
}

const rowColumns = `title, path, recording, copied, bytes, length, covered, language, model, connection, temperature, created, updated, pinned,
	deleted_at, state, place, asked, took, timed, lines, problem, replaces, answers`

func (r *row) values() ([]any, error) {
	trouble := ""
	if r.problem.Kind != "" {
		data, err := json.Marshal(r.problem)
		if err != nil {
			return nil, err
		}
		trouble = string(data)
	}
	return []any{
		r.title, r.path, r.recording, r.copied, r.bytes, r.length.Milliseconds(), r.covered.Milliseconds(), r.language, r.model, r.connection,
		r.temperature, stamp(r.created), stamp(r.updated), r.pinned, stamp(r.deleted), r.state, r.place, r.asked, r.took.Milliseconds(), r.timed,
		r.lines, trouble, r.replaces, r.answers,
	}, nil
}

// insert stores a new one and gives it its number.
func (r *row) insert(ctx context.Context, tx *sql.Tx) error {
	values, err := r.values()
	if err != nil {
		return err
	}
	res, err := tx.ExecContext(ctx, `INSERT INTO transcript (id, `+rowColumns+`) VALUES (?, ?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
		append([]any{r.id}, values...)...)
	if err != nil {
		return err
	}
	if r.n, err = res.LastInsertId(); err != nil {
		return err
	}
	return r.index(ctx, tx)
}

// update stores one that has changed.
func (r *row) update(ctx context.Context, tx *sql.Tx) error {
	values, err := r.values()
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE transcript SET (`+rowColumns+`) = (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) WHERE n = ?`, append(values, r.n)...)
	return err
}

// index makes the title findable.
func (r *row) index(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO search_transcript (rowid, text) VALUES (?, ?)`, r.n, sqlite.Indexed(r.title))
	return err
}

// readRows gives all there are, deleted ones too.
func readRows(ctx context.Context, tx *sql.Tx) ([]*row, error) {
	return sqlite.All(ctx, tx, `SELECT n, id, `+rowColumns+` FROM transcript`, nil, func(from sqlite.Row) (*row, error) {
		var r row
		var length, covered, created, updated, deleted, took int64
		var trouble string
		if err := from.Scan(&r.n, &r.id, &r.title, &r.path, &r.recording, &r.copied, &r.bytes, &length, &covered, &r.language, &r.model, &r.connection,
			&r.temperature, &created, &updated, &r.pinned, &deleted, &r.state, &r.place, &r.asked, &took, &r.timed, &r.lines, &trouble, &r.replaces, &r.answers); err != nil {
			return nil, err
		}
		r.length, r.covered, r.took = milliseconds(length), milliseconds(covered), milliseconds(took)
		r.created, r.updated, r.deleted = unstamp(created), unstamp(updated), unstamp(deleted)
		if trouble != "" && json.Unmarshal([]byte(trouble), &r.problem) != nil {
			r.problem = problem.Problem{Kind: problem.NotUnderstood}
		}
		return &r, nil
	})
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// stamp and unstamp are how times of day are stored: Unix milliseconds, 0 for none.
func stamp(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func unstamp(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
