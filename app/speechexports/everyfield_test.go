package speechexports

import (
	"os"
	"reflect"
	"testing"
	"time"

	"parlando/app/changes"
	"parlando/app/internal/fieldtest"
	"parlando/app/owner"
)

// A restart finds every field of a speech export and of its parts, except for the progress, which
// follows from the parts.
func TestEveryFieldOfASpeechExportIsStored(t *testing.T) {
	o := Options{Dir: t.TempDir(), CommonOptions: owner.CommonOptions{Marks: changes.New()}}
	n, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	want := fieldtest.Full[SpeechExport]()
	want.ID, want.State, want.Deleted = "01900000-0000-7000-8000-000000000001", Failed, time.Now().UTC().Round(0)
	want.PartsDone, want.Share, want.PartsJoined, want.Left = 0, 0, 0, 0
	one, part := n.at(want.ID), fieldtest.Full[speechPart]()
	one.SpeechExport = want
	if err := os.MkdirAll(one.folder.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := one.folder.writeParts([]speechPart{part}); err != nil {
		t.Fatal(err)
	}
	one.keeper.SaveSoon()
	if err := one.keeper.Flush(); err != nil {
		t.Fatal(err)
	}
	if n, err = Open(o); err != nil || n.all[want.ID] == nil {
		t.Fatalf("not read back: %v", err)
	}
	if got := n.all[want.ID].SpeechExport; !reflect.DeepEqual(got, want) {
		t.Errorf("read back is\n%+v, want\n%+v", got, want)
	}
	err = n.all[want.ID].folder.each(func(_ int, p speechPart) error {
		if p != part {
			t.Errorf("read back is part %+v, want %+v", p, part)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
