package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"parlando/app/problem"
)

var counter = fstest.MapFS{"00001_counter.sql": {Data: []byte("-- +goose Up\nCREATE TABLE counter (n INTEGER);\nINSERT INTO counter VALUES (0);\n")}}

func open(t *testing.T, path string) *DB {
	t.Helper()
	db, err := Open(t.Context(), path, Options{Migrations: counter})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func setting(t *testing.T, db *sql.DB, name string) (value string) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), "PRAGMA "+name).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

func count(t *testing.T, db *DB) (n int) {
	t.Helper()
	err := db.View(t.Context(), func(tx *sql.Tx) error { return tx.QueryRow(`SELECT n FROM counter`).Scan(&n) })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func add(tx *sql.Tx) error {
	_, err := tx.Exec(`UPDATE counter SET n = n + 1`)
	return err
}

func TestTheFileIsLoggedAheadAndSyncedAsAsked(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"))
	if mode := setting(t, db.write, "journal_mode"); mode != "wal" {
		t.Fatalf("journal_mode %s", mode)
	}
	const normal, full = "1", "2"
	for _, c := range []struct {
		how  Durability
		want string
	}{{Durable, full}, {Relaxed, normal}, {Relaxed, normal}, {Durable, full}} {
		if err := db.Update(t.Context(), c.how, add); err != nil {
			t.Fatal(err)
		}
		if got := setting(t, db.write, "synchronous"); got != c.want {
			t.Fatalf("synchronous is %s, want %s", got, c.want)
		}
	}
}

func TestWritersAndReadersDoNotDisturbEachOther(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 50 {
				if err := db.Update(context.Background(), Durability(i%2), add); err != nil {
					t.Error(err)
				}
				err := db.View(context.Background(), func(tx *sql.Tx) error {
					var n, again int
					if err := tx.QueryRow(`SELECT n FROM counter`).Scan(&n); err != nil {
						return err
					}
					if err := tx.QueryRow(`SELECT n FROM counter`).Scan(&again); err != nil || n != again {
						t.Errorf("one look saw %d and %d (%v)", n, again, err)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n := count(t, db); n != 400 {
		t.Fatalf("%d writes are kept, want 400", n)
	}
}

func TestAWriteThatFailsOrIsCanceledLeavesNothing(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"))
	mine := errors.New("mine")
	err := db.Update(t.Context(), Durable, func(tx *sql.Tx) error { return errors.Join(add(tx), mine) })
	if !errors.Is(err, mine) {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = db.Update(ctx, Durable, func(tx *sql.Tx) error {
		cancel()
		return add(tx)
	})
	if err == nil {
		t.Fatal("a canceled write was kept")
	}
	if n := count(t, db); n != 0 {
		t.Fatalf("n = %d", n)
	}
	if err := db.Update(t.Context(), Durable, add); err != nil {
		t.Fatalf("the next write: %v", err)
	}
}

func TestReadersCannotWrite(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"))
	if err := db.View(t.Context(), add); !errors.Is(err, ErrReadOnly) {
		t.Fatalf("got %v", err)
	}
}

func TestAnyFolderNameWorks(t *testing.T) {
	for _, name := range []string{"a b", "50%", "what?", "#1", "ü北京", "q'uote", "a[1]", "x&mode=memory"} {
		if runtime.GOOS == "windows" && strings.Contains(name, "?") {
			continue // no name there
		}
		path := filepath.Join(t.TempDir(), name, "x.db")
		db := open(t, path)
		if err := db.Update(t.Context(), Durable, add); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: the file is not where it was asked for (%v)", name, err)
		}
	}
}

func TestEveryDatabaseErrorIsADiskProblemToTheUser(t *testing.T) {
	for _, err := range []error{ErrDamaged, ErrReadOnly, ErrFull, ErrDisk} {
		met := fmt.Errorf("store the question: %w", fmt.Errorf("%w: %w", err, errors.New("SQLite's words")))
		if kind := problem.From(met, "", time.Time{}).Kind; kind != problem.Storage {
			t.Errorf("%v: kind %q", met, kind)
		}
		if again := Classify(met).Error(); again != met.Error() {
			t.Errorf("it was wrapped again: %v", again)
		}
	}
}

func TestOnlyTheLastTwoCopiesAreKept(t *testing.T) {
	name := "a[1]*.db"
	if runtime.GOOS == "windows" {
		name = "a[1].db"
	}
	path := filepath.Join(t.TempDir(), name)
	began := time.Now().Add(-time.Hour)
	for _, n := range []string{"2", "9", "10", "11", "note"} {
		if err := os.WriteFile(path+".before-"+n, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(path+".before-2", began.Add(-1), began.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := dropOldCopies(path, Removal{began: began}); err != nil {
		t.Fatal(err)
	}
	// The oldest is of an earlier library.
	for n, want := range map[string]bool{"2": true, "9": false, "10": true, "11": true, "note": true} {
		if _, err := os.Stat(path + ".before-" + n); (err == nil) != want {
			t.Errorf("before-%s: there is %v, want %v", n, err == nil, want)
		}
	}
}

// Two migrations of one number come about where two people add one: the library would then not open
// at all.
func TestEachMigrationHasANumberOfItsOwnWithoutAGap(t *testing.T) {
	names, err := fs.Glob(Migrations(), "*")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for i, name := range names {
		if want := fmt.Sprintf("%05d_", i+1); !strings.HasPrefix(name, want) || !strings.HasSuffix(name, ".sql") {
			t.Errorf("%s should be %s….sql", name, want)
		}
	}
}
