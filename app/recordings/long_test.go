package recordings_test

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/recordings"
)

// A long recording costs the disk, and no memory.
func TestALongRecordingCostsNoMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.Start(recordings.PurposeKeep)
		heap := func() int {
			synctest.Wait()
			w.marks.Take()
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return int(m.HeapAlloc)
		}
		time.Sleep(10 * time.Second)
		before := heap()
		time.Sleep(10 * time.Minute)
		if grown := heap() - before; grown > 200_000 {
			t.Errorf("grown by %d bytes", grown)
		}
		made := w.stop(id)
		if made.Length < 10*time.Minute || !made.Silent {
			t.Errorf("%+v", made)
		}
		w.close()
	})
}
