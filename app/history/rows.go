package history

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/problem"
)

// size returns a message's text bytes and pictures, for an estimate of its height on the page.
func size(m chat.Message) (bytes, images int) {
	for _, p := range m.Parts {
		switch p.Kind {
		case chat.PartImage, chat.PartRemoteImage:
			images++
		case chat.PartText, chat.PartRefusal:
			bytes += len(p.Text)
		}
	}
	return bytes, images
}

// putParts writes the parts of a message that has none yet.
func putParts(ctx context.Context, tx execer, message int64, parts []chat.Part) error {
	for i, p := range parts {
		blob, err := putBlobRow(ctx, tx, p.Blob)
		if err != nil {
			return err
		}
		original, err := putBlobRow(ctx, tx, p.Original)
		if err != nil {
			return err
		}
		if p.Transcript != "" {
			// For a transcript the column holds its ID, which cannot equal a blob's name.
			blob = string(p.Transcript)
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO part (message, seq, kind, text, name, blob, original, as_is, pages, took)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, message, i, p.Kind, p.Text, p.Name, blob, original, p.AsIs, p.Pages, p.Took.Milliseconds())
		if err != nil {
			return fmt.Errorf("store a part: %w", err)
		}
	}
	return nil
}

// putBlobRow stores a blob's row and returns its key, or nil if b is nil.
func putBlobRow(ctx context.Context, tx execer, b *chat.Blob) (name any, err error) {
	if b == nil {
		return nil, nil
	}
	// PutBlob has stored the row already, unless damage to the library lost it.
	_, err = tx.ExecContext(ctx, `INSERT OR IGNORE INTO blob (sha256, mime, size, w, h, kept) VALUES (?, ?, ?, ?, ?, 0)`,
		b.SHA256, b.MIME, b.Size, b.Width, b.Height)
	if err != nil {
		return nil, fmt.Errorf("store an attachment: %w", err)
	}
	return b.SHA256, nil
}

// putRequest inserts or updates a request.
func putRequest(ctx context.Context, tx execer, r chat.Request) error {
	if r.ID == "" {
		return fmt.Errorf("%w: a request without an id", ErrInvalid)
	}
	params, err := formatParameters(r.Params)
	if err != nil {
		return err
	}
	usage, err := formatOptional(r.Usage)
	if err != nil {
		return err
	}
	failed, err := formatOptional(r.Problem)
	if err != nil {
		return err
	}
	sent, leftOut, err := formatSent(r)
	if err != nil {
		return err
	}
	background, err := formatOptional(r.Background)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO request
		(id, continues, asked, served, params, usage, error, http_id, reply_id, sent, left_out, background, started, ended)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ID, r.Continues, r.Asked, r.Served, params, usage, failed, r.HTTPID, r.ReplyID, sent, leftOut, background,
		sqlite.UnixMillis(r.Started), sqlite.UnixMillis(r.Ended))
	return err
}

// formatSent returns the values of a request's columns sent and left_out.
func formatSent(r chat.Request) (sent, leftOut string, err error) {
	if sent, err = formatFields(r.Sent); err == nil {
		leftOut, err = formatFields(r.LeftOut)
	}
	return sent, leftOut, err
}

// formatFields returns the stored form of fields, "" for none.
func formatFields(fields []chat.RequestField) (string, error) {
	if len(fields) == 0 {
		return "", nil
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false) // store exactly the bytes that were sent
	err := encoder.Encode(fields)
	return b.String(), err
}

func parseFields(stored string) (fields []chat.RequestField, err error) {
	if stored == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(stored), &fields); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return fields, nil
}

// formatOptional returns the stored form of an optional value, "" for nil.
func formatOptional[T any](v *T) (string, error) {
	if v == nil {
		return "", nil
	}
	data, err := json.Marshal(v)
	return string(data), err
}

func parseOptional[T any](stored string) (*T, error) {
	if stored == "" {
		return nil, nil
	}
	v := new(T)
	if err := json.Unmarshal([]byte(stored), v); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return v, nil
}

// requestRow is a request as read from the database; every column may be NULL.
type requestRow struct {
	id, continues, asked, served, params, usage, problem, httpID, replyID, sent, leftOut, background sql.NullString
	started, ended                                                                                   sql.NullInt64
}

const requestColumns = `r.id, r.continues, r.asked, r.served, r.params, r.usage, r.error,
	r.http_id, r.reply_id, r.sent, r.left_out, r.background, r.started, r.ended`

func (r *requestRow) targets() []any {
	return []any{
		&r.id, &r.continues, &r.asked, &r.served, &r.params, &r.usage, &r.problem,
		&r.httpID, &r.replyID, &r.sent, &r.leftOut, &r.background, &r.started, &r.ended,
	}
}

// request returns the request, nil if there is none.
func (r *requestRow) request() (*chat.Request, error) {
	if !r.id.Valid {
		return nil, nil
	}
	q := &chat.Request{
		ID: chat.ID(r.id.String), Continues: chat.ID(r.continues.String), Asked: r.asked.String, Served: r.served.String,
		HTTPID: r.httpID.String, ReplyID: r.replyID.String,
		Started: sqlite.FromUnixMillis(r.started.Int64), Ended: sqlite.FromUnixMillis(r.ended.Int64),
	}
	var err error
	if q.Params, err = parseParameters(r.params.String); err != nil {
		return nil, err
	}
	if q.Sent, err = parseFields(r.sent.String); err != nil {
		return nil, err
	}
	if q.LeftOut, err = parseFields(r.leftOut.String); err != nil {
		return nil, err
	}
	if q.Background, err = parseOptional[chat.SentBackground](r.background.String); err != nil {
		return nil, err
	}
	if q.Usage, err = parseOptional[chat.Usage](r.usage.String); err != nil {
		return nil, err
	}
	q.Problem, err = parseOptional[problem.Problem](r.problem.String)
	return q, err
}

// indexMessage replaces a message in the search index.
func indexMessage(ctx context.Context, tx *sql.Tx, n int64, m chat.Message) error {
	text := sqlite.IndexText(searchable(m))
	if text == "" {
		_, err := tx.ExecContext(ctx, `DELETE FROM search WHERE rowid = ?`, n)
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO search (rowid, text) VALUES (?, ?)`, n, text)
	return err
}

// searchable returns the text to index: the text, pasted texts, and the names of pictures, files
// and transcripts, but not the reasoning of a model.
func searchable(m chat.Message) string {
	var b strings.Builder
	parts := m.Parts
	sources := ""
	answered := m.Role == chat.Assistant && m.Answer() != nil
	for i, p := range parts {
		if answered && p.Kind == chat.PartText { // all parts are one answer
			if i == answers.AnswerPart(m) {
				b.WriteString("\n" + answers.PlainText(m) + "\n")
			}
			continue
		}
		switch words := p.TextFor(p.Kind.Searched()); {
		case p.Kind == chat.PartText:
			// A continued reply's next part follows without a gap, possibly within a word.
			if i > 0 && parts[i-1].Kind != chat.PartContinued && b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(words)
		case p.Kind == chat.PartSources: // after a text, which may continue within a word
			sources += "\n" + words
		case words != "":
			b.WriteString("\n" + words + "\n")
		}
	}
	return strings.TrimSpace(b.String() + sources)
}
