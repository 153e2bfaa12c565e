package sqlite

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

func TestTextStartReadsTheBeginningOfALongText(t *testing.T) {
	ctx := t.Context()
	db, err := Open(ctx, filepath.Join(t.TempDir(), "a library.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	text := strings.Repeat("Grüße, Welt. ", 2<<20)
	err = db.Update(ctx, Relaxed, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO part (rowid, message, seq, kind, text) VALUES (7, 1, 0, 'text', ?), (8, 1, 1, 'text', '')`, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		row  int64
		n    int
		want string
	}{{7, 1000, text[:1000]}, {7, 1 << 30, text}, {8, 10, ""}} {
		got, err := db.TextStart(ctx, "part", "text", c.row, c.n)
		if err != nil || got != c.want {
			t.Errorf("the first %d bytes of row %d: %d bytes, %v", c.n, c.row, len(got), err)
		}
	}
	if _, err := db.TextStart(ctx, "part", "text", 9, 10); err == nil {
		t.Error("a missing row has a text")
	}
}
