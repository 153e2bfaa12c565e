package recordings

import (
	"os"
	"reflect"
	"testing"
	"time"

	"parlando/app/changes"
	"parlando/app/internal/fieldtest"
	"parlando/app/owner"
)

// A restart finds every field of a recording.
func TestEveryFieldOfARecordingIsStored(t *testing.T) {
	o := Options{Dir: t.TempDir(), CommonOptions: owner.CommonOptions{Marks: changes.New()}}
	r := Open(o)
	<-r.loaded
	want := fieldtest.Full[Recording]()
	want.ID, want.State, want.Deleted = "01900000-0000-7000-8000-000000000001", Kept, time.Now().UTC().Round(0)
	one := r.at(want.ID)
	one.Recording = want
	if err := os.MkdirAll(one.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	one.keeper.SaveSoon()
	if err := one.keeper.Flush(); err != nil {
		t.Fatal(err)
	}
	again := Open(o)
	<-again.loaded
	for _, r := range []*Recordings{r, again} {
		if err := r.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if again.all[want.ID] == nil {
		t.Fatal("not read back")
	}
	if got := again.all[want.ID].Recording; !reflect.DeepEqual(got, want) {
		t.Errorf("read back is\n%+v, want\n%+v", got, want)
	}
}
