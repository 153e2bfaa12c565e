package imports

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"parlando/app/imports/chatgpt/chatgpttest"
)

// benchmarkMB is the size of the export of BenchmarkRead and BenchmarkImport.
const benchmarkMB = 200

// BenchmarkRead reads an export of conversations of 100 kB, BenchmarkImport also imports it. Both
// report the largest heap beyond that before.
func BenchmarkRead(b *testing.B) {
	benchmarkExport(b, func(_ *desk, e *Export) error { return e.Close() })
}

func BenchmarkImport(b *testing.B) {
	benchmarkExport(b, func(d *desk, e *Export) error {
		d.takes(e)
		return nil
	})
}

func benchmarkExport(b *testing.B, then func(d *desk, e *Export) error) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "conversations.json")
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := errors.Join(chatgpttest.Write(file, benchmarkMB*10, 100_000), file.Close()); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		b.StopTimer()
		d := &desk{TB: b, dir: b.TempDir()}
		d.open()
		largest := measureHeap(b)
		b.StartTimer()
		if err := then(d, d.reads(path)); err != nil {
			b.Error(err)
		}
		b.ReportMetric(float64(largest())/(1<<20), "MB-heap")
		b.StopTimer()
		d.close()
		b.StartTimer()
	}
}

// measureHeap begins to measure the heap. largest ends it, and returns the most that was seen
// beyond the beginning.
func measureHeap(b *testing.B) (largest func() uint64) {
	b.Helper()
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before, most := m.HeapAlloc, m.HeapAlloc
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case <-tick.C:
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
		}
	}()
	return func() uint64 {
		close(end)
		<-ended
		return most - before
	}
}
