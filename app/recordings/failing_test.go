package recordings_test

import (
	"errors"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/internal/disktest"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/media/microphone"
)

// A recording without a file ends by itself: the user would otherwise speak in vain.
func TestARecordingThatCannotBeStoredEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.SetCreate(func(string, func(string) (recordings.File, error)) (recordings.File, error) { return nil, errFull })
		began := time.Now()
		id := w.Start(recordings.PurposeKeep)
		var p problem.Problem
		_, err := w.Wait(t.Context(), id)
		if !errors.As(err, &p) || p.Kind != problem.RecordingNotStored || time.Since(began) > time.Second {
			t.Errorf("%v, after %v", err, time.Since(began))
		}
		w.close()
	})
}

// Whichever call of the disk fails while something is recorded, that is told, and all that was
// heard until then can be played, also after a restart.
func TestAFailureOfTheDiskLosesNothingThatWasHeard(t *testing.T) {
	said := ramp(microphone.Rate / 10 * 3)
	for n, failed := 1, true; failed; n++ {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			disk := &disktest.Calls{Err: errFull}
			disk.Fail(n)
			w.SetCreate(func(path string, real func(string) (recordings.File, error)) (recordings.File, error) {
				return disktest.Create(disk, path, real)
			})
			id := w.Start(recordings.PurposeKeep)
			w.in.QueueSamples(said)
			time.Sleep(500 * time.Millisecond)
			synctest.Wait()
			w.Stop()
			made, err := w.Wait(t.Context(), id)
			failed = disk.Mend()
			var p problem.Problem
			if err != nil {
				if !errors.As(err, &p) || p.Kind != problem.RecordingNotStored || w.folders() != 0 {
					t.Errorf("call %d failed: %v, %d folders are left", n, err, w.folders())
				}
				w.close()
				return
			}
			if told := made.Problem.Kind == problem.RecordingNotStored; told != failed {
				t.Errorf("call %d failed: %t, and the recording has %+v", n, failed, made.Problem)
			}
			l := w.Live()
			path, err := w.Path(t.Context(), id)
			do(t, err)
			b, err := os.ReadFile(path)
			do(t, err)
			if size, claimed := checkHeader(t, b); claimed > size || claimed == 0 {
				t.Errorf("call %d failed: the header tells of %d bytes, there are %d", n, claimed, size)
			}
			w.close()
			w.open()
			again, _ := w.Get(id)
			heard := w.heard(id)
			came := int(l.Elapsed * microphone.Rate / time.Second)
			if both := min(len(heard), len(said)); both == 0 || !slices.Equal(heard[:both], said[:both]) || failed && len(heard) != came || !failed && both < len(said) {
				t.Errorf("call %d failed: %d samples came, %d can be heard", n, came, len(heard))
			}
			if again.Problem.Kind != made.Problem.Kind || again.State != recordings.Kept {
				t.Errorf("call %d failed: it was %+v and is %+v", n, made, again)
			}
			w.close()
		})
		if !failed && n < 10 {
			t.Errorf("%d calls were made", n-1)
		}
	}
}
