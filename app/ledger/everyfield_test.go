package ledger

import (
	"database/sql"
	"path/filepath"
	"reflect"
	"testing"

	"parlando/app/internal/fieldtest"
	"parlando/app/internal/sqlite"
)

func TestEveryFieldOfATotalIsAdded(t *testing.T) {
	for name, one := range fieldtest.Each(fieldtest.Full[Total]()) {
		var got Total
		if got.Add(one); !reflect.DeepEqual(got, one) {
			t.Errorf("%s is not added", name)
		}
	}
}

// A request that is sent has an entry, which its end completes.
func TestEveryFieldOfAnEntryIsStored(t *testing.T) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "library.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	full := fieldtest.Full[Entry]()
	sent := Entry{Connection: full.Connection, Subject: full.Subject, Asked: full.Asked}
	err = db.Update(t.Context(), sqlite.Relaxed, func(tx *sql.Tx) (err error) {
		r := openRow{at: full.At.UnixMilli()}
		for _, e := range []Entry{sent, full} {
			if r.n, err = store(tx, r, e); err != nil {
				return err
			}
		}
		r.n = 0
		_, err = store(tx, r, full)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	l := &Ledger{o: Options{Database: db}}
	all, err := l.Entries(t.Context(), MonthOf(full.At))
	if err != nil || len(all) != 2 {
		t.Fatalf("%d entries, %v", len(all), err)
	}
	for _, got := range all {
		if !reflect.DeepEqual(got, full) {
			t.Errorf("read back is\n%+v, want\n%+v", got, full)
		}
	}
}
