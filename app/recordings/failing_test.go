package recordings_test

import (
	"errors"
	"os"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/media/microphone"
)

// failingDisk is a disk of which one call fails.
type failingDisk struct {
	mu     sync.Mutex
	left   int // calls until it fails
	failed bool
}

func (d *failingDisk) call() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.left--; d.left != 0 {
		return nil
	}
	d.failed = true
	return errFull
}

func (d *failingDisk) create(path string, real func(string) (recordings.File, error)) (recordings.File, error) {
	if err := d.call(); err != nil {
		return nil, err
	}
	f, err := real(path)
	return failingFile{f, d}, err
}

// failingFile fails where a call reaches the disk, which seeking does not. A write that fails
// writes half.
type failingFile struct {
	recordings.File
	disk *failingDisk
}

func (f failingFile) Write(p []byte) (int, error) {
	if err := f.disk.call(); err != nil {
		n, _ := f.File.Write(p[:len(p)/2])
		return n, err
	}
	return f.File.Write(p)
}

func (f failingFile) WriteAt(p []byte, at int64) (int, error) {
	if err := f.disk.call(); err != nil {
		return 0, err
	}
	return f.File.WriteAt(p, at)
}

func (f failingFile) Sync() error { return f.disk.call() }

func (f failingFile) Close() error { return errors.Join(f.disk.call(), f.File.Close()) }

// Whichever call of the disk fails while something is recorded, that is told, and all that was
// heard until then can be played, also after a restart.
func TestAFailureOfTheDiskLosesNothingThatWasHeard(t *testing.T) {
	said := ramp(microphone.Rate / 10 * 3)
	for n, failed := 1, true; failed; n++ {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			disk := &failingDisk{left: n}
			w.SetCreate(disk.create)
			id := w.Start(recordings.PurposeKeep)
			w.in.QueueSamples(said)
			time.Sleep(500 * time.Millisecond)
			synctest.Wait()
			w.Stop()
			made, err := w.Wait(t.Context(), id)
			failed = disk.failed
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
