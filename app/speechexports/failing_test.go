package speechexports_test

import (
	"bytes"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlando/app/internal/disktest"
	"parlando/app/problem"
	"parlando/app/speechexports"
)

// Whichever call of the disk fails while a sound file is made, that is told, no half file is left,
// and Resume asks for no part that is there.
func TestAFailureOfTheDiskIsToldAndNoStoredPartIsPaidTwice(t *testing.T) {
	w := newWorld(t)
	job := speechexports.Job{Title: "The boxes", Text: "Yes.", Voice: alloy, Format: "wav"}
	id := w.make(job)
	w.ended(id, speechexports.Done)
	want := w.sound(id)
	disk := &disktest.Calls{Err: syscall.EIO}
	w.SetCreate(func(path string, real func(string) (speechexports.File, error)) (speechexports.File, error) {
		return disktest.Create(disk, path, real)
	})
	for n := 1; ; n++ {
		w.texts()
		disk.Fail(n)
		before := len(w.List())
		id, err := w.Start(job)
		if err != nil {
			if problem.From(err, "", time.Now()).Kind != problem.Storage || id != "" || len(w.List()) != before || len(w.texts()) > 0 {
				t.Errorf("call %d failed: %q, %v, %d in the list", n, id, err, len(w.List()))
			}
			continue
		}
		s := w.until(id, func(s speechexports.SpeechExport) bool {
			return s.State == speechexports.Done || s.State == speechexports.Failed
		})
		failed := disk.Mend()
		if s.State == speechexports.Failed {
			isHalf := func(name string) bool { return strings.HasPrefix(name, ".new") }
			if s.Problem.Kind != problem.Storage || slices.ContainsFunc(w.files(id), isHalf) {
				t.Errorf("call %d failed: %+v, left are %v", n, s.Problem, w.files(id))
			}
			w.texts()
			if err := w.Resume(id); err != nil {
				t.Fatal(err)
			}
			w.ended(id, speechexports.Done)
			if asked := w.texts(); len(asked) != s.Parts-s.PartsDone {
				t.Errorf("call %d failed: with %d of %d parts stored, %d are asked for", n, s.PartsDone, s.Parts, len(asked))
			}
		} else if failed {
			t.Errorf("call %d failed, and nothing is told", n)
		}
		if !bytes.Equal(w.sound(id), want) {
			t.Errorf("call %d failed, and the sound is another one", n)
		}
		if !failed {
			if n < 12 {
				t.Errorf("%d calls were made", n-1)
			}
			return
		}
	}
}
