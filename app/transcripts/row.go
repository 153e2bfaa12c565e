package transcripts

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"time"

	"parlando/app/internal/sqlite"
	"parlando/app/problem"
)

// transcriptRow is a stored transcript. Fields of Transcript that are not stored are empty.
type transcriptRow struct {
	Transcript
	n           int64
	copied      string // file name of the copy in the transcript's folder, "" if none
	temperature *float64
	place       int64 // position in the queue
	asked       bool  // a request was sent completely and not answered yet
	took        time.Duration
	// fewerRequests is AddOptions.FewerRequests.
	fewerRequests bool
}

const rowColumns = `title, path, recording, copied, bytes, length, covered, language, model, connection, temperature, created, updated, pinned,
	deleted_at, state, place, asked, took, timed, lines, problem, replaces, answers, asked_again, chosen_language,
	fewer_requests`

func (r *transcriptRow) values() ([]any, error) {
	failed := ""
	if r.Problem.Kind != "" {
		data, err := json.Marshal(r.Problem)
		if err != nil {
			return nil, err
		}
		failed = string(data)
	}
	return []any{
		r.Title, r.Path, r.Recording, r.copied, r.Bytes, r.Length.Milliseconds(), r.Covered.Milliseconds(), r.Language, r.Model, r.Connection,
		r.temperature, sqlite.UnixMillis(r.Created), sqlite.UnixMillis(r.Updated), r.Pinned, sqlite.UnixMillis(r.Deleted), r.State, r.place, r.asked, r.took.Milliseconds(), r.Timed,
		r.Lines, failed, r.Replaces, r.Responses, r.AskedAgain, r.ChosenLanguage, r.fewerRequests,
	}, nil
}

// insert stores a new transcript and sets its row number.
func (r *transcriptRow) insert(ctx context.Context, tx *sql.Tx) error {
	values, err := r.values()
	if err != nil {
		return err
	}
	res, err := tx.ExecContext(ctx, `INSERT INTO transcript (id, `+rowColumns+`) VALUES (?, ?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
		append([]any{r.ID}, values...)...)
	if err != nil {
		return err
	}
	if r.n, err = res.LastInsertId(); err != nil {
		return err
	}
	return r.index(ctx, tx)
}

// update stores a changed transcript.
func (r *transcriptRow) update(ctx context.Context, tx *sql.Tx) error {
	values, err := r.values()
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE transcript SET (`+rowColumns+`) = (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) WHERE n = ?`, append(values, r.n)...)
	return err
}

// index adds the title to the search index.
func (r *transcriptRow) index(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO search_transcript (rowid, text) VALUES (?, ?)`, r.n, sqlite.IndexText(r.Title))
	return err
}

// readRows returns all transcripts, including deleted ones. With sqlite.ErrDamaged it returns those
// that can be read.
func readRows(ctx context.Context, tx *sql.Tx) ([]*transcriptRow, error) {
	all, damaged := readRange(ctx, tx, 0, math.MaxInt64)
	if !errors.Is(sqlite.Classify(damaged), sqlite.ErrDamaged) {
		return all, damaged
	}
	all = nil
	rows, err := sqlite.All(ctx, tx, `SELECT n FROM transcript INDEXED BY sqlite_autoindex_transcript_1`, nil, sqlite.Column[int64])
	if err != nil {
		return nil, err
	}
	_, err = sqlite.Around(slices.Sorted(slices.Values(rows)), func(some []int64) error {
		read, err := readRange(ctx, tx, some[0], some[len(some)-1])
		if err == nil {
			all = append(all, read...)
		}
		return err
	})
	return all, cmp.Or(err, damaged)
}

// readRange returns the transcripts of the rows from one to another.
func readRange(ctx context.Context, tx *sql.Tx, from, to int64) ([]*transcriptRow, error) {
	return sqlite.All(ctx, tx, `SELECT n, id, `+rowColumns+` FROM transcript WHERE n BETWEEN ? AND ?`, []any{from, to}, func(from sqlite.Row) (*transcriptRow, error) {
		var r transcriptRow
		var length, covered, created, updated, deleted, took int64
		var failed string
		if err := from.Scan(&r.n, &r.ID, &r.Title, &r.Path, &r.Recording, &r.copied, &r.Bytes, &length, &covered, &r.Language, &r.Model, &r.Connection,
			&r.temperature, &created, &updated, &r.Pinned, &deleted, &r.State, &r.place, &r.asked, &took, &r.Timed, &r.Lines, &failed, &r.Replaces, &r.Responses, &r.AskedAgain, &r.ChosenLanguage, &r.fewerRequests); err != nil {
			return nil, err
		}
		r.Length, r.Covered, r.took = milliseconds(length), milliseconds(covered), milliseconds(took)
		r.Created, r.Updated, r.Deleted = sqlite.FromUnixMillis(created), sqlite.FromUnixMillis(updated), sqlite.FromUnixMillis(deleted)
		if failed != "" && json.Unmarshal([]byte(failed), &r.Problem) != nil {
			r.Problem = problem.Problem{Kind: problem.NotUnderstood}
		}
		return &r, nil
	})
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
