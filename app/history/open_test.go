package history

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/problem"
)

// withMigration is the program's own schema and one more.
func withMigration(t testing.TB, name, sql string) fs.FS {
	t.Helper()
	out := fstest.MapFS{name: {Data: []byte("-- +goose Up\n" + sql + "\n")}}
	names, err := fs.Glob(sqlite.Migrations(), "*.sql")
	must(t, err)
	for _, n := range names {
		data, err := fs.ReadFile(sqlite.Migrations(), n)
		must(t, err)
		out[n] = &fstest.MapFile{Data: data}
	}
	return out
}

// writes are all that change the library.
func writes(t *testing.T, s *Store, c, m chat.ID) map[string]error {
	ctx := t.Context()
	_, blob := s.PutBlob(ctx, "", []byte("x"), "image/png", 1, 1)
	return map[string]error{
		"Rename": s.Rename(ctx, c, "x"), "Pin": s.Pin(ctx, c, true),
		"SetModel": s.SetModel(ctx, c, "x", "y"), "SetPlace": s.SetReadingPlace(ctx, c, chat.ReadingPlace{}), "SetParameters": s.SetParameters(ctx, c, chat.Parameters{}),
		"Delete": s.Delete(ctx, c), "Restore": s.Restore(ctx, c), "Remove": s.Remove(ctx, c), "Choose": s.ShowBranch(ctx, m),
		"DeleteMessage": s.DeleteMessage(ctx, m), "RestoreMessage": s.RestoreMessage(ctx, m), "RemoveMessage": s.RemoveMessage(ctx, m),
		"Begin":      s.BeginTurn(ctx, Turn{User: question(c, "", "x")}),
		"AppendTail": s.AppendTail(ctx, []Tail{{Message: m, Kind: chat.PartText, Text: "x"}}),
		"Finish":     s.Finish(ctx, chat.Message{ID: m, State: chat.Done}), "Resume": s.Resume(ctx, m, chat.Request{ID: "x"}, nil),
		"SaveUnsent": s.SaveUnsent(ctx, UnsentChange{Draft: chat.Draft{Text: "x"}}), "PutBlob": blob,
		"Import": s.Import(ctx, []ImportedConversation{{Conversation: chat.Conversation{ID: chat.NewID()}}}),
	}
}

func wantReadOnly(t *testing.T, s *Store, reason ReadOnlyReason, c, m chat.ID) {
	t.Helper()
	if got := s.ReadOnly(); got != reason {
		t.Fatalf("read-only because of %q, want %q", got, reason)
	}
	for name, err := range writes(t, s, c, m) {
		if !errors.Is(err, ErrReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestALibraryOfANewerParlandoIsOpenedForReading(t *testing.T) {
	dir := t.TempDir()
	s := libraryWith(t, dir, Options{migrations: withMigration(t, "09999_later.sql", "CREATE TABLE later (x);")})
	c, user, reply := ask(t, s, "", "", "One")
	must(t, s.Close())
	before := fingerprint(t, dir)

	s = library(t, dir)
	wantReadOnly(t, s, ReadOnlyNewer, c, user.ID)
	wantThread(t, s, c, user.ID, reply.ID)
	if m := get(t, s, reply.ID); m.State != chat.CutOff || m.Request.Problem.Kind != problem.Interrupted {
		t.Fatalf("a reply that never ended: %+v", m)
	}
	if hits, err := s.Search(t.Context(), "one", 5); err != nil || len(hits) != 1 || hits[0].Places != 1 {
		t.Fatalf("%v %v", hits, err)
	}
	must(t, s.Close())
	if got := fingerprint(t, dir); got != before {
		t.Fatal("the newer library was changed")
	}
}

func TestALibraryIsCopiedBeforeItIsBroughtUpToDate(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	c, user, reply := ask(t, s, "", "", "One")
	answer(t, s, reply, "Two")
	must(t, s.Close())
	for i, name := range []string{"00101_a.sql", "00102_b.sql", "00103_c.sql"} {
		s := libraryWith(t, dir, Options{migrations: withMigration(t, name, "ALTER TABLE conversation ADD COLUMN extra"+string(rune('a'+i))+" TEXT;")})
		wantThread(t, s, c, user.ID, reply.ID)
		must(t, s.Close())
	}
	copies, err := filepath.Glob(filepath.Join(dir, FileName+".before-*"))
	must(t, err)
	if len(copies) != 2 || !strings.HasSuffix(copies[0], "-102") || !strings.HasSuffix(copies[1], "-103") {
		t.Fatalf("copies: %v", copies)
	}
	for _, path := range copies {
		if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Fatalf("%v %v", info.Mode(), err)
		}
	}
	// A copy is a library of its own, as it was before.
	old := t.TempDir()
	data, err := os.ReadFile(copies[0])
	must(t, err)
	must(t, os.WriteFile(filepath.Join(old, FileName), data, 0o600))
	s = libraryWith(t, old, Options{migrations: withMigration(t, "00101_a.sql", "SELECT 1;")})
	wantThread(t, s, c, user.ID, reply.ID)
}

func TestAMigrationThatFailsLeavesTheLibraryAsItWas(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	c, user, reply := ask(t, s, "", "", "One")
	answer(t, s, reply, "Two")
	must(t, s.Close())
	bad := withMigration(t, "00101_bad.sql", "ALTER TABLE conversation ADD COLUMN extra TEXT;\nINSERT INTO nowhere VALUES (1);")
	if _, err := Open(t.Context(), dir, Options{migrations: bad}); err == nil {
		t.Fatal("it opened")
	}
	s = library(t, dir)
	wantThread(t, s, c, user.ID, reply.ID)
	must(t, s.Rename(t.Context(), c, "Still writable"))
}

func TestADamagedFileIsSaidAndLeftAsItIs(t *testing.T) {
	good := t.TempDir()
	s := library(t, good)
	ask(t, s, "", "", "One")
	must(t, s.Close())
	whole, err := os.ReadFile(filepath.Join(good, FileName))
	must(t, err)
	torn := bytes.Clone(whole)
	for i := 100; i < 4096; i++ {
		torn[i] = 0xA5
	}
	for name, data := range map[string][]byte{
		"no database": []byte(strings.Repeat("This is a letter to my aunt. ", 500)),
		"short":       []byte("SQLite"),
		"cut":         whole[:len(whole)/2],
		"first page":  torn,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, FileName)
			must(t, os.WriteFile(path, data, 0o600))
			s, err := Open(t.Context(), dir, Options{})
			if err == nil {
				err = errors.Join(errors.New("it opened"), s.Close())
			}
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("got %v", err)
			}
			if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, data) {
				t.Errorf("the file was changed (%v)", err)
			}
		})
	}
}

func TestADatabaseOfAnotherProgramIsNotTouched(t *testing.T) {
	dir := t.TempDir()
	db, err := sqlite.Open(t.Context(), filepath.Join(dir, "x.db"), sqlite.Options{Migrations: fstest.MapFS{"00001_x.sql": {Data: []byte("-- +goose Up\nCREATE TABLE mine (x);\n")}}})
	must(t, err)
	must(t, db.Update(t.Context(), sqlite.Durable, dropVersions))
	must(t, db.Close())
	must(t, os.Rename(filepath.Join(dir, "x.db"), filepath.Join(dir, FileName)))
	if _, err := Open(t.Context(), dir, Options{}); !errors.Is(err, ErrDamaged) {
		t.Fatalf("got %v", err)
	}
}

func TestFilesAreReadableByTheUserOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "library")
	s := library(t, dir)
	ask(t, s, "", "", "One")
	_, err := s.PutBlob(t.Context(), "", []byte("a picture"), "image/png", 1, 1)
	must(t, err)
	seen := 0
	must(t, filepath.WalkDir(filepath.Dir(dir), func(path string, d fs.DirEntry, err error) error {
		must(t, err)
		info, err := d.Info()
		must(t, err)
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if runtime.GOOS != "windows" && info.Mode().Perm() != want {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		seen++
		return nil
	}))
	if seen < 8 {
		t.Fatalf("only %d files looked at", seen)
	}
}

func TestALibraryOthersCouldReadIsClosedToThem(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	must(t, s.Close())
	must(t, os.Chmod(filepath.Join(dir, FileName), 0o644))
	library(t, dir)
	if info, err := os.Stat(filepath.Join(dir, FileName)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", info.Mode(), err)
	}
}

// fingerprint is the content of the database file and its log.
func fingerprint(t testing.TB, dir string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, FileName))
	must(t, err)
	return string(data)
}

func dropVersions(tx *sql.Tx) error {
	_, err := tx.ExecContext(context.Background(), `DROP TABLE goose_db_version`)
	return err
}
