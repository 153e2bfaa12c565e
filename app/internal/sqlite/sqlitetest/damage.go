// Package sqlitetest damages database files, and makes database calls fail, for tests.
package sqlitetest

import (
	"database/sql"
	"encoding/binary"
	"os"
	"testing"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Damage makes the middle leaf page of a table or an index unreadable, in the closed file at path.
func Damage(t testing.TB, path, object string) {
	t.Helper()
	page := middleLeaf(t, path, object)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	head := make([]byte, 18)
	if _, err := f.ReadAt(head, 0); err != nil {
		t.Fatal(err)
	}
	size := int64(binary.BigEndian.Uint16(head[16:]))
	// Overwrite the byte with the page's type.
	if _, err := f.WriteAt([]byte{0x77}, (page-1)*size); err != nil {
		t.Fatal(err)
	}
}

func middleLeaf(t testing.TB, path, object string) int64 {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var page int64
	err = db.QueryRowContext(t.Context(), `SELECT pageno FROM dbstat WHERE name = ?1 AND pagetype = 'leaf' ORDER BY path
		LIMIT 1 OFFSET (SELECT count(*) / 2 FROM dbstat WHERE name = ?1 AND pagetype = 'leaf')`, object).Scan(&page)
	if err != nil {
		t.Fatalf("a leaf page of %s: %v", object, err)
	}
	return page
}
