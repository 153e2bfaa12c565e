package transcripts

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/problem"
	"parlando/app/transcripts/transcriber"
)

// Add appends files to the queue in order. A file that is queued already is not added again; its ID
// is returned. The second result lists refused files.
func (t *Transcripts) Add(ctx context.Context, files []File, o AddOptions) (ids []chat.ID, refused []RefusedFile) {
	o = t.complete(o)
	for _, f := range files {
		id, err := t.add(ctx, f, o)
		if err == nil && o.Copy {
			err = t.KeepCopy(ctx, id)
		}
		if err != nil {
			refused = append(refused, RefusedFile{f, problem.From(err, "", t.o.Now())})
		}
		if id != "" {
			ids = append(ids, id)
		}
	}
	t.dispatch()
	return ids, refused
}

// complete fills in the connection and the model.
func (t *Transcripts) complete(o AddOptions) AddOptions {
	if known, _ := t.o.Services.Resolve(o.Connection); known != "" {
		o.Connection = known
	}
	if o.Model == "" {
		o.Model = t.DefaultModel(o.Connection)
	}
	return o
}

// add stores one file; the error is the reason why it was refused.
func (t *Transcripts) add(ctx context.Context, f File, o AddOptions) (chat.ID, error) {
	path, err := filepath.Abs(f.Path)
	if f.Recording != "" {
		path, err = t.recording(ctx, f.Recording)
	} else {
		f.Path = path
	}
	if err != nil {
		return "", err
	}
	r, err := t.newRow(path, o)
	if err != nil {
		return "", err
	}
	r.Title, r.Path, r.Recording = oneLine(f.Title), f.Path, f.Recording
	if r.Title == "" {
		r.Title = titleOf(path)
	}
	return t.enqueue(ctx, r, true)
}

// newRow returns the row of an audio file to transcribe; the error is the reason why it cannot be
// transcribed.
func (t *Transcripts) newRow(path string, o AddOptions) (transcriptRow, error) {
	if err := transcriber.IsSound(path); err != nil {
		return transcriptRow{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return transcriptRow{}, err
	}
	now := t.o.Now()
	return transcriptRow{temperature: o.Temperature, fewerRequests: o.FewerRequests, Transcript: Transcript{
		ID: chat.NewID(), Bytes: info.Size(), Language: o.Language, Model: o.Model, Connection: o.Connection,
		Created: now, Updated: now, State: Waiting,
	}}, nil
}

// enqueue stores a new transcript at the end of the queue. If once is set and the same sound is
// queued already, it returns that transcript instead.
func (t *Transcripts) enqueue(ctx context.Context, r transcriptRow, once bool) (chat.ID, error) {
	t.writes.Lock()
	defer t.writes.Unlock()
	t.mu.Lock()
	for _, other := range t.all {
		same := other.row.Path == r.Path && other.row.Recording == r.Recording
		if once && same && other.row.State != Done && !other.deleted() {
			t.mu.Unlock()
			return other.row.ID, nil
		}
		r.place = max(r.place, other.row.place)
	}
	delete(t.blocked, r.Connection) // the user asks again
	t.mu.Unlock()
	r.place++
	if err := t.o.Database.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error { return r.insert(ctx, tx) }); err != nil {
		return "", err
	}
	t.mu.Lock()
	t.all[r.ID] = &openTranscript{row: r}
	t.mu.Unlock()
	t.mark()
	return r.ID, nil
}
