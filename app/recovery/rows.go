package recovery

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"parlando/app/history"
	"parlando/app/internal/sqlite"
	"parlando/app/recovery/dbfile"
)

// passes is the number of times that progress counts the bytes of the old library: for its version,
// its rows, its doubtful rows, its indexes, and four for the new search index.
const passes = 8

// rows fills the new library's database with the rows of the old one and returns it open.
func (r *recovery) rows(ctx context.Context, old *dbfile.File) (db *sqlite.DB, err error) {
	path := filepath.Join(r.temp, history.FileName)
	if err := r.copyRows(ctx, old, path); err != nil {
		return nil, fmt.Errorf("copy the rows of the library: %w", err)
	}
	// The database is a normal library now: run the later migrations.
	if db, err = sqlite.Open(ctx, path, sqlite.Options{}); err != nil {
		return nil, err
	}
	copies, err := filepath.Glob(filepath.Join(r.temp, "*.before-*"))
	for _, name := range copies {
		err = errors.Join(err, os.Remove(name))
	}
	return db, err
}

// copyRows makes a database with the old library's schema version and copies the rows into it.
func (r *recovery) copyRows(ctx context.Context, old *dbfile.File, path string) (err error) {
	db, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tables, indexes, err := readShapes(ctx, db)
	if err != nil {
		return err
	}
	version, err := r.version(ctx, old, tables[versions].Table)
	if err != nil {
		return err
	}
	if own, err := newestVersion(ctx, db); err != nil {
		return err
	} else if version > 0 && version < own {
		if err := errors.Join(db.Close(), os.Remove(path)); err != nil {
			return err
		}
		if db, err = sqlite.Open(ctx, path, sqlite.Options{Migrations: sqlite.MigrationsUpTo(version)}); err != nil {
			return err
		}
		if tables, indexes, err = readShapes(ctx, db); err != nil {
			return err
		}
	}
	delete(tables, versions)
	delete(tables, sumsOfDays)
	r.writer = &writer{ctx: ctx, db: db, tables: tables, indexes: indexes}
	return r.copyAll(ctx, old)
}

// version returns the schema version of the old library, 0 if unknown.
func (r *recovery) version(ctx context.Context, old *dbfile.File, t dbfile.Table) (version int64, err error) {
	at := slices.IndexFunc(t.Columns, func(c dbfile.Column) bool { return c.Name == "version_id" })
	_, err = r.read(ctx, old, []dbfile.Table{t}, func(row dbfile.TableRow) error {
		if at < len(row.Values) && !row.Suspect && !row.Orphan {
			n, _ := row.Values[at].(int64)
			version = max(version, n)
		}
		return nil
	})
	return version, err
}

// newestVersion returns the schema version of a new library.
func newestVersion(ctx context.Context, db *sqlite.DB) (version int64, err error) {
	err = db.View(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT max(version_id) FROM `+versions).Scan(&version)
	})
	return version, err
}

// copyAll copies the rows of undamaged pages, then those that may be wrong or outdated. A lost row
// to which an index refers is created again without its other values.
func (r *recovery) copyAll(ctx context.Context, old *dbfile.File) error {
	var tables, indexes []dbfile.Table
	for _, t := range r.writer.tables {
		tables = append(tables, t.Table)
	}
	for _, e := range r.writer.indexes {
		indexes = append(indexes, e.Table)
	}
	suspect := false
	damage, err := r.read(ctx, old, tables, func(row dbfile.TableRow) error {
		if row.Suspect {
			suspect = true
		}
		if row.Suspect || row.Orphan {
			return nil
		}
		return r.writer.row(row)
	})
	if err != nil {
		return err
	}
	r.Log.Info("Read the damaged library", "pages", damage.Pages, "unreadable", damage.Unreadable, "incomplete", damage.Incomplete)
	r.writer.doubts.Incomplete = damage.Incomplete
	if suspect || len(damage.Incomplete) > 0 {
		if _, err := r.read(ctx, old, tables, func(row dbfile.TableRow) error {
			// Rows that no tree refers to were deleted, unless pages of the tree are lost.
			if row.Suspect && !row.Orphan || row.Orphan && slices.Contains(damage.Incomplete, row.Table) {
				return r.writer.row(row)
			}
			return nil
		}); err != nil {
			return err
		}
	} else {
		r.progress.end(r.size)
	}
	if _, err = r.read(ctx, old, indexes, r.writer.entry); err != nil {
		return err
	}
	return r.writer.retry()
}

// read reads the old library once and then writes the rows that row has passed to the writer.
func (r *recovery) read(ctx context.Context, old *dbfile.File, tables []dbfile.Table, row func(dbfile.TableRow) error) (dbfile.Damage, error) {
	damage, err := old.Read(ctx, tables, func(done, total int64) {
		if total > 0 {
			r.progress.set(int64(float64(done) / float64(total) * float64(r.size)))
		}
	}, row)
	if err == nil && r.writer != nil {
		err = r.writer.flush()
	}
	r.progress.end(r.size)
	return damage, cmp.Or(err, ctx.Err())
}
