//go:build unix

package imports

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"parlando/app/imports/chatgpt/chatgpttest"
)

// benchmarkMB is the size of the export of BenchmarkRead and BenchmarkImport.
const benchmarkMB = 200

// BenchmarkRead reads an export of conversations of 100 kB, BenchmarkImport also imports it,
// without the search index, which is filled afterwards. Both report the megabytes per second of
// processor time, and the largest heap beyond that before.
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
	var used time.Duration
	for b.Loop() {
		b.StopTimer()
		d := &desk{TB: b, dir: b.TempDir()}
		d.open()
		d.imports.o.Library = unindexedLibrary{d.library}
		largest, before := measureHeap(b), processorTime(b)
		b.StartTimer()
		if err := then(d, d.reads(path)); err != nil {
			b.Error(err)
		}
		b.StopTimer()
		used += processorTime(b) - before
		b.ReportMetric(float64(largest())/(1<<20), "MB-heap")
		d.close()
		b.StartTimer()
	}
	b.ReportMetric(float64(info.Size())*float64(b.N)/1e6/used.Seconds(), "MB/cpu-s")
}

// unindexedLibrary is a library that does not index imports.
type unindexedLibrary struct{ Library }

// IndexImports implements Library.
func (unindexedLibrary) IndexImports(context.Context) error { return nil }

// processorTime returns the processor time that this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
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
