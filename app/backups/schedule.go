package backups

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"parlando/app/history"
	"parlando/app/internal/sqlite"
)

const (
	// firstAfter is the time between the start and the first backup, which does not make the start
	// slower.
	firstAfter = time.Minute
	// lookEvery is the time between checks whether a backup is due.
	lookEvery = 15 * time.Minute
)

// Begin makes backups in the background until Close.
func (b *Backups) Begin() {
	b.running.Go("backups", func() {
		for wait := firstAfter; ; wait = lookEvery {
			select {
			case <-b.ctx.Done():
				return
			case <-time.After(wait):
				b.MakeDue(b.ctx)
			}
		}
	})
}

// MakeDue makes the backups that are due: from copies made before changes of the schema, at the
// first start of a new version, and daily when something changed. Their errors are in Status and
// the log.
func (b *Backups) MakeDue(ctx context.Context) {
	if b.choices().Off || b.o.InPlace() != nil {
		return
	}
	if err := b.earlierCopies(ctx); err != nil {
		return
	}
	if reason := b.due(ctx); reason != "" {
		_, _ = b.Make(ctx, reason) // the status has the error
	}
}

// due returns the reason for a backup now, or "".
func (b *Backups) due(ctx context.Context) Reason {
	last, any := b.last(ctx)
	now := b.o.Now()
	switch {
	case !any:
		return Daily
	case last.Program != "" && last.Program != b.o.Version:
		return Version
	case now.Format(time.DateOnly) != last.Made.In(now.Location()).Format(time.DateOnly) && b.changedSince(last.Made):
		return Daily
	}
	return ""
}

// last returns the newest undamaged backup of this library that was not made from an earlier copy.
func (b *Backups) last(ctx context.Context) (last Backup, any bool) {
	// After an error a backup is due, which reports it.
	if own, err := b.own(ctx); err == nil {
		_ = own.each(func(one Backup) bool {
			if any = one.Damaged == nil && one.Reason != Upgrade; any {
				last = one
			}
			return !any
		})
	}
	return last, any
}

// changedSince reports whether the library's database was written after a time.
func (b *Backups) changedSince(t time.Time) bool {
	for _, name := range databaseFiles() {
		if info, err := os.Stat(filepath.Join(b.o.Dir, name)); err == nil && info.ModTime().After(t) {
			return true
		}
	}
	return false
}

// databaseFiles returns the names of the database and its log.
func databaseFiles() []string { return []string{history.FileName, history.FileName + sqlite.LogSuffix} }
