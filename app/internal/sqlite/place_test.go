package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
)

// departure takes the folder of a library away and returns what brings it back, nil if nothing
// does.
type departure func(t *testing.T, dir string) (back func())

func moveTo(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func removed(t *testing.T, dir string) func() {
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	return nil
}

func renamed(t *testing.T, dir string) func() {
	moveTo(t, dir, dir+"-elsewhere")
	return func() { moveTo(t, dir+"-elsewhere", dir) }
}

// replaced puts another library there, whose log holds what its file does not.
func replaced(t *testing.T, dir string) func() {
	back := renamed(t, dir)
	other, err := Open(t.Context(), filepath.Join(dir, "x.db"), Options{Migrations: counter})
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Update(t.Context(), Durable, func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE counter SET n = 100`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	})
	return func() {
		moveTo(t, dir, dir+"-other")
		back()
	}
}

func TestNothingIsWrittenWhileTheFileIsNotInItsPlace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps open files in their place")
	}
	for name, leave := range map[string]departure{"removed": removed, "renamed": renamed, "replaced": replaced} {
		for _, read := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "library")
				db := open(t, filepath.Join(dir, "x.db"))
				if err := errors.Join(db.InPlace(), db.Update(t.Context(), Durable, add)); err != nil {
					t.Fatal(err)
				}
				if read && count(t, db) != 1 { // a reader is open
					t.Fatal("nothing was counted")
				}
				back := leave(t, dir)
				if err := db.InPlace(); !errors.Is(err, ErrGone) {
					t.Fatalf("its place: %v", err)
				}
				for range 2 { // the second time with whatever the first left
					if err := db.Update(t.Context(), Durable, add); !errors.Is(err, ErrGone) {
						t.Fatalf("writing: %v", err)
					}
				}
				var n int
				err := db.View(t.Context(), func(tx *sql.Tx) error { return tx.QueryRow(`SELECT n FROM counter`).Scan(&n) })
				if read && (err != nil || n != 1) || !read && !errors.Is(err, ErrGone) {
					t.Errorf("reading: %d, %v", n, err)
				}
				if at, want := db.Folder(), map[bool]string{false: dir + "-elsewhere"}[back == nil]; at != want {
					t.Errorf("its folder is %q, want %q", at, want)
				}
				if name != "replaced" {
					if _, err := os.Stat(dir); err == nil {
						t.Error("the folder was made again")
					}
				}
				if back == nil {
					return
				}
				back()
				if err := errors.Join(db.InPlace(), db.Update(t.Context(), Durable, add)); err != nil {
					t.Fatalf("back again: %v", err)
				}
				if n := count(t, db); n != 2 {
					t.Errorf("counted %d", n)
				}
			})
		}
	}
}

func TestAMovedFolderIsFound(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems do not tell where an open file is")
	}
	dir, trash := filepath.Join(t.TempDir(), "library"), filepath.Join(t.TempDir(), "trash")
	db := open(t, filepath.Join(dir, "x.db"))
	moveTo(t, dir, trash)
	if at := db.Folder(); at != trash {
		t.Errorf("it is in %q, want %q", at, trash)
	}
	other := t.TempDir()
	moveTo(t, filepath.Join(trash, "x.db"), filepath.Join(other, "x.db"))
	if at := db.Folder(); at != "" {
		t.Errorf("a file that was moved into %s has the folder %q", other, at)
	}
	moveTo(t, filepath.Join(other, "x.db"), filepath.Join(trash, "x.db"))
	moveTo(t, trash, dir)
	if at := db.Folder(); at != dir {
		t.Errorf("it is in %q, want %q", at, dir)
	}
}

func TestClosingLeavesTheLogOfAnotherLibrary(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps open files in their place")
	}
	dir := filepath.Join(t.TempDir(), "library")
	db, err := Open(t.Context(), filepath.Join(dir, "x.db"), Options{Migrations: counter})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Update(t.Context(), Durable, add); err != nil {
		t.Fatal(err)
	}
	back := replaced(t, dir)
	log, err := os.ReadFile(filepath.Join(dir, "x.db-wal"))
	if err != nil || len(log) == 0 {
		t.Fatalf("the other library has a log of %d bytes, %v", len(log), err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(filepath.Join(dir, "x.db-wal"))
	if err != nil || string(after) != string(log) {
		t.Errorf("it has one of %d bytes now, %v", len(after), err)
	}
	back()
	if n := count(t, open(t, filepath.Join(dir, "x.db"))); n != 1 {
		t.Errorf("counted %d", n)
	}
}

// Without its connection a removed file would be lost.
func TestTheFileStaysOpenAfterACanceledWrite(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps open files in their place")
	}
	dir := filepath.Join(t.TempDir(), "library")
	db := open(t, filepath.Join(dir, "x.db"))
	if err := db.Update(t.Context(), Durable, add); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := db.Update(ctx, Durable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) DELETE FROM counter WHERE n IN c`)
		return err
	}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	removed(t, dir)
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := db.CopyTo(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	if n := count(t, open(t, to)); n != 1 {
		t.Errorf("the copy counts %d", n)
	}
}

// A second read at the same time waits for the one reader that is open.
func TestReadersShareWhatIsOpenOfAFileThatIsGone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps open files in their place")
	}
	dir := filepath.Join(t.TempDir(), "library")
	db := open(t, filepath.Join(dir, "x.db"))
	count(t, db)
	back := renamed(t, dir)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			err := db.View(t.Context(), func(tx *sql.Tx) error { return tx.QueryRow(`SELECT n FROM counter`).Scan(new(int)) })
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	back()
	count(t, db)
	if n := db.read.Stats().MaxOpenConnections; n != readers {
		t.Errorf("%d readers are allowed", n)
	}
}
