package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"

	"parlando/app/internal/wholefile"
)

//go:embed migrations/*.sql
var embedded embed.FS

// keptCopies is the number of copies made before migrations that are kept.
const keptCopies = 2

// Migrations returns the program's migrations, ordered by number.
func Migrations() fs.FS {
	sub, err := fs.Sub(embedded, "migrations")
	if err != nil {
		panic("sqlite: the embedded migrations: " + err.Error()) // the path is a constant
	}
	return sub
}

// newest returns the highest number among the migrations.
func newest(migrations fs.FS) (int64, error) {
	names, err := fs.Glob(migrations, "*.sql")
	if err != nil {
		return 0, err
	}
	var top int64
	for _, name := range names {
		n, err := goose.NumericComponent(name)
		if err != nil {
			return 0, fmt.Errorf("migration %s: %w", name, err)
		}
		top = max(top, n)
	}
	return top, nil
}

// peek returns the schema version of a file without writing to it: 0 for an empty one.
func peek(ctx context.Context, path string) (version int64, err error) {
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return 0, err
	}
	db, err := openReadOnly(ctx, path)
	if err != nil {
		return 0, err
	}
	version, err = schemaVersion(ctx, db)
	return version, errors.Join(err, db.Close())
}

// schemaVersion returns the number of the last applied migration. A database with tables that was
// never migrated belongs to another program and is not touched.
func schemaVersion(ctx context.Context, db *sql.DB) (int64, error) {
	var tables, ours int
	err := db.QueryRowContext(ctx, `SELECT count(*), count(*) FILTER (WHERE name = 'goose_db_version')
		FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`).Scan(&tables, &ours)
	if err != nil || tables == 0 {
		return 0, err
	}
	if ours == 0 {
		return 0, fmt.Errorf("%w: a database of another program", ErrDamaged)
	}
	var version sql.NullInt64
	err = db.QueryRowContext(ctx, `SELECT max(version_id) FROM goose_db_version WHERE is_applied`).Scan(&version)
	return version.Int64, err
}

// migrate copies an existing library and migrates it.
func migrate(ctx context.Context, db *sql.DB, path string, migrations fs.FS, version, target int64) error {
	if version > 0 {
		if err := copyBefore(ctx, db, path, target); err != nil {
			return fmt.Errorf("copy the library before the upgrade: %w", err)
		}
	}
	return up(ctx, db, migrations)
}

// up applies the missing migrations, each in its own transaction.
func up(ctx context.Context, db *sql.DB, migrations fs.FS) error {
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, migrations, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("upgrade the library: %w", err)
	}
	return nil
}

// copyBefore writes path.before-N and removes the oldest copies.
func copyBefore(ctx context.Context, db *sql.DB, path string, target int64) error {
	if err := copyTo(ctx, db, path+".before-"+strconv.FormatInt(target, 10)); err != nil {
		return err
	}
	rule, err := removal(ctx, db, path)
	if err != nil {
		return err
	}
	return dropOldCopies(path, rule)
}

// copyTo writes the whole database to a file atomically.
func copyTo(ctx context.Context, db *sql.DB, name string) error {
	part := name + ".part"
	// SQLite fills an empty file without changing its mode. Truncate a file left by a crash.
	f, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if _, err = db.ExecContext(ctx, "VACUUM INTO ?", part); err == nil {
		err = f.Sync()
	}
	// Windows cannot rename an open file.
	if err = errors.Join(err, f.Close()); err == nil {
		err = wholefile.Rename(part, name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return nil
}

// dropOldCopies removes the oldest copies, except those of an earlier library.
func dropOldCopies(path string, rule Removal) error {
	names, err := CopiesBefore(path)
	if err != nil {
		return err
	}
	byNumber := map[int64]string{}
	var numbers []int64
	for _, name := range names {
		n, err := strconv.ParseInt(strings.TrimPrefix(name, path+".before-"), 10, 64)
		if err != nil {
			continue // the file is not a copy by Parlando
		}
		if allowed, err := rule.Allows(name); err != nil || !allowed {
			continue
		}
		byNumber[n] = name
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	for len(numbers) > keptCopies {
		if err := os.Remove(byNumber[numbers[0]]); err != nil {
			return err
		}
		numbers = numbers[1:]
	}
	return nil
}

// CopiesBefore returns the copies of the database at path made before migrations, and other files
// with such names.
func CopiesBefore(path string) ([]string, error) {
	return filepath.Glob(escapeGlob(path) + ".before-*")
}

// escapeGlob escapes a path for use in a glob pattern. On Windows there is no escape character, and
// brackets are the only special characters in paths.
func escapeGlob(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}

// MigrationsUpTo returns the program's migrations up to a number.
func MigrationsUpTo(number int64) fs.FS { return migrationsUpTo{Migrations(), number} }

type migrationsUpTo struct {
	fs.FS
	last int64
}

// Glob implements fs.GlobFS.
func (m migrationsUpTo) Glob(pattern string) ([]string, error) {
	names, err := fs.Glob(m.FS, pattern)
	return slices.DeleteFunc(names, func(name string) bool {
		n, err := goose.NumericComponent(name)
		return err == nil && n > m.last
	}), err
}
