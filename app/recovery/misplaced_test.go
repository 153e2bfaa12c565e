package recovery_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parlando/app/history"
	"parlando/app/recovery"
	"parlando/app/recovery/recoverytest"
)

// recoverChanged recovers a library whose file has one changed byte, and returns the report and how
// the new library differs from the whole one.
func recoverChanged(t *testing.T, from string, at int, bit byte) (recovery.Report, string) {
	t.Helper()
	want := recoverytest.SnapshotOf(t, from)
	path := filepath.Join(from, history.FileName)
	data := read(t, path)
	data[at] ^= bit
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	to := from + "-new"
	report, err := recovery.Recover(t.Context(), recovery.Options{From: from, To: to})
	if err != nil {
		t.Fatal(err)
	}
	return report, recoverytest.Diff(recoverytest.SnapshotOf(t, to), want)
}

// placeOf returns the offset of the only place in a library's file where text is preceded by
// before.
func placeOf(t *testing.T, dir string, before, text string) int {
	t.Helper()
	data := read(t, filepath.Join(dir, history.FileName))
	at := bytes.Index(data, []byte(before+text))
	if at < 0 || bytes.Contains(data[at+1:], []byte(before+text)) {
		t.Fatalf("%q is not in one place", before+text)
	}
	return at
}

func names(report recovery.Report, title string) bool {
	return slices.ContainsFunc(report.Gaps, func(g recovery.Gap) bool { return g.Title == title })
}

// A flipped bit in a page that is otherwise whole is seen by nobody but the index.
func TestAMessageThatNamesAnotherChatComesToItsOwn(t *testing.T) {
	from := filled(t)
	db := recoverytest.Open(t, from)
	id := recoverytest.One[string](t, db, `SELECT id FROM message WHERE conversation = 40 ORDER BY n LIMIT 1 OFFSET 2`)
	title := recoverytest.One[string](t, db, `SELECT title FROM conversation WHERE n = 40`)
	parent := recoverytest.One[int](t, db, `SELECT parent FROM message WHERE id = ?`, id)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	// In the row, and nowhere else, the chat and the parent follow the id.
	at := placeOf(t, from, id, string([]byte{40, byte(parent >> 8), byte(parent)})) + len(id)
	report, d := recoverChanged(t, from, at, 1)
	if d != "" || !names(report, title) {
		t.Errorf("%+v\n%s", report, d)
	}
}

func TestAPartThatNamesAnotherMessageComesToItsOwn(t *testing.T) {
	from := filled(t)
	for _, bit := range []byte{1, 2} {
		at := placeOf(t, from, "text", "Another version 7.") - 1
		report, d := recoverChanged(t, from, at, bit)
		if d != "" || !names(report, "Special chat 7") {
			t.Errorf("bit %d: %+v\n%s", bit, report, d)
		}
		from = filled(t)
	}
}

func TestChatsThatComeOverFromADamagedInnerPageAreNotNamed(t *testing.T) {
	for _, c := range []struct {
		table string
		at    int // in the page
	}{
		{"message", 11}, // the number of the last child
		{"request", 27}, // the place of a row, in the list
	} {
		t.Run(c.table, func(t *testing.T) {
			from := filled(t)
			db := recoverytest.Open(t, from)
			page := recoverytest.One[int](t, db, `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'internal'`, c.table)
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			report, d := recoverChanged(t, from, (page-1)*pageSize+c.at, 1)
			if d != "" || len(report.Gaps) > 0 {
				t.Errorf("%+v\n%s", report, d)
			}
		})
	}
}
