package transcripts

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"parley/app/chat"
	"parley/app/internal/sqlite"
	"parley/app/problem"
	"parley/app/transcripts/scribe"
)

// mostFiles is how many files of a folder are taken.
const mostFiles = 1000

// Add puts files into the queue, in their order; folders are gone through, and what is no sound in them is passed over. A file that is in
// the queue already, and not done, is not added again: its ID comes back. What is not taken is told in the second result, also a sound
// of a folder that cannot be decoded.
func (t *Transcripts) Add(ctx context.Context, files []File, o AddOptions) (ids []chat.ID, refused []Refused) {
	o = t.complete(o)
	refuse := func(f File, err error) {
		refused = append(refused, Refused{f, problem.From(err, "", t.o.Now())})
	}
	for _, f := range files {
		all, err := t.within(ctx, f)
		if err != nil {
			refuse(f, err)
			continue
		}
		for _, one := range all {
			id, err := t.add(ctx, one, o)
			if err == nil && o.Copy {
				err = t.KeepCopy(ctx, id)
			}
			if err != nil {
				refuse(one, err)
			}
			if id != "" {
				ids = append(ids, id)
			}
		}
	}
	t.dispatch()
	return ids, refused
}

// complete fills in the connection and the model.
func (t *Transcripts) complete(o AddOptions) AddOptions {
	if known, _ := t.o.Gateways.Service(o.Connection); known != "" {
		o.Connection = known
	}
	if o.Model == "" {
		o.Model = t.DefaultModel(o.Connection)
	}
	return o
}

// within gives the files of a folder that are sounds, in the order of their names, or the file itself.
func (t *Transcripts) within(ctx context.Context, f File) ([]File, error) {
	if f.Recording != "" {
		return []File{f}, nil
	}
	path, err := filepath.Abs(f.Path)
	if err != nil {
		return nil, err
	}
	f.Path = path
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return []File{f}, nil //nolint:nilerr // add says why
	}
	var all []File
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && name != path: // what may not be read is passed over
			return nil
		case err != nil:
			return err
		case strings.HasPrefix(d.Name(), ".") && name != path:
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular() && mayBeSound(name):
			if all = append(all, File{Path: name}); len(all) == mostFiles {
				return fs.SkipAll
			}
		}
		return nil
	})
	if err == nil && len(all) == 0 {
		err = scribe.ErrNoSound
	}
	return all, err
}

// mayBeSound leaves out what is no sound. One that cannot be decoded is not left out, so that somebody learns of it.
func mayBeSound(path string) bool {
	err := scribe.IsSound(path)
	var named problem.Problem
	return err == nil || errors.As(err, &named) && named.Format != ""
}

// add stores one file; the error is why it was not taken.
func (t *Transcripts) add(ctx context.Context, f File, o AddOptions) (chat.ID, error) {
	path := f.Path
	if f.Recording != "" {
		var err error
		if path, err = t.recording(ctx, f.Recording); err != nil {
			return "", err
		}
	}
	r, err := t.newRow(path, o)
	if err != nil {
		return "", err
	}
	r.title, r.path, r.recording = oneLine(f.Title), f.Path, f.Recording
	if r.title == "" {
		r.title = titleOf(path)
	}
	return t.enqueue(ctx, r, true)
}

// newRow returns what is known of a sound file that is to be transcribed; the error is why it cannot be.
func (t *Transcripts) newRow(path string, o AddOptions) (row, error) {
	if err := scribe.IsSound(path); err != nil {
		return row{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return row{}, err
	}
	now := t.o.Now()
	return row{
		id: chat.NewID(), bytes: info.Size(), language: o.Language, model: o.Model, connection: o.Connection, temperature: o.Temperature,
		created: now, updated: now, state: Waiting,
	}, nil
}

// enqueue stores a new one at the end of the queue. With once, one of the same sound that is in the queue already is returned in its place.
func (t *Transcripts) enqueue(ctx context.Context, r row, once bool) (chat.ID, error) {
	t.writes.Lock()
	defer t.writes.Unlock()
	t.mu.Lock()
	for _, other := range t.all {
		same := other.row.path == r.path && other.row.recording == r.recording
		if once && same && other.row.state != Done && other.row.deleted.IsZero() {
			t.mu.Unlock()
			return other.row.id, nil
		}
		r.place = max(r.place, other.row.place)
	}
	delete(t.held, r.connection) // the user asks for it anew
	t.mu.Unlock()
	r.place++
	if err := t.o.Database.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error { return r.insert(ctx, tx) }); err != nil {
		return "", err
	}
	t.mu.Lock()
	t.all[r.id] = &one{row: r}
	t.mu.Unlock()
	t.mark()
	return r.id, nil
}
