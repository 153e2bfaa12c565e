package recovery

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"parlando/app/history"
	"parlando/app/internal/wholefile"
	"parlando/app/recovery/dbfile"
)

// unfinished is the extension of a new library's folder until the library is complete.
const unfinished = ".parlando-recovery"

// Recover makes a new library in the folder To from whatever can be read in From. After an error,
// or if ctx ends, To is removed; From is never changed.
func Recover(ctx context.Context, o Options) (report Report, err error) {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Now == nil {
		o.Now = time.Now
	}
	if _, err := os.Lstat(o.To); !errors.Is(err, fs.ErrNotExist) {
		return Report{}, fmt.Errorf("recover into %s: %w", o.To, cmp.Or(err, fs.ErrExist))
	}
	if err := removeUnfinished(filepath.Dir(o.To)); err != nil {
		return Report{}, fmt.Errorf("remove an unfinished recovery: %w", err)
	}
	temp := o.To + unfinished
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(temp))
			report = Report{}
		}
	}()
	if err := os.MkdirAll(temp, 0o700); err != nil {
		return Report{}, err
	}
	r := &recovery{Options: o, temp: temp}
	if err := r.run(ctx); err != nil {
		return Report{}, err
	}
	if err := ctx.Err(); err != nil {
		return Report{}, err
	}
	if err := wholefile.Rename(temp, o.To); err != nil {
		return Report{}, err
	}
	wholefile.SyncFolder(filepath.Dir(o.To))
	r.report.Folder = o.To
	return r.report, nil
}

// removeUnfinished removes folders of killed recoveries; recoveries never run concurrently.
func removeUnfinished(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if e.IsDir() && filepath.Ext(e.Name()) == unfinished {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// recovery is one call of Recover.
type recovery struct {
	Options
	temp     string // temporary folder of the new library
	size     int64  // bytes of the old database and its log
	progress *meter
	writer   *writer
	report   Report
}

func (r *recovery) run(ctx context.Context) (err error) {
	old, err := dbfile.Open(filepath.Join(r.From, history.FileName))
	if errors.Is(err, fs.ErrNotExist) {
		old, err = dbfile.Empty(), nil // there may still be recordings and transcripts
	}
	if err != nil {
		return fmt.Errorf("read the damaged library: %w", err)
	}
	defer old.Close() // opened for reading: closing cannot lose anything
	files, err := listFiles(r.From)
	if err != nil {
		return err
	}
	r.size = librarySize(r.From)
	r.progress = newMeter(r.Progress, passes*r.size+files.size)
	db, err := r.rows(ctx, old)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if r.report.MissingFiles, err = files.bring(ctx, r.temp, r.progress, r.Log); err != nil {
		return fmt.Errorf("copy the files: %w", err)
	}
	return r.finish(ctx, db)
}

// librarySize returns the bytes of the database and its log.
func librarySize(dir string) (bytes int64) {
	for _, name := range []string{history.FileName, history.FileName + "-wal"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}
