package split

import (
	"io"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"parlando/media/audio"
	"parlando/media/audio/audiotest"
)

// long is a file that repeats some bytes without holding them more than once.
type long struct {
	once []byte
	size int64
}

func (l *long) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) && at < l.size {
		from := int(at % int64(len(l.once)))
		k := copy(p[n:min(int64(len(p)), int64(n)+l.size-at)], l.once[from:])
		n, at = n+k, at+int64(k)
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// Two hours of MP3 at 128 kbit a second, 115 MB, cut at 25 MB. The bar is 3 s and 40 MB.
func BenchmarkTwoHoursOfMP3(b *testing.B) {
	data := audiotest.Encode(b, audio.MP3, speech(44100, 2, 30*time.Second), 44100, 2)
	file := &long{data, int64(len(data)) * 240}
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	var most atomic.Uint64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				runtime.ReadMemStats(&now)
				most.Store(max(most.Load(), now.HeapSys-now.HeapReleased))
			}
		}
	}()
	for b.Loop() {
		parts, err := Plan(b.Context(), file, file.size, Limits{Bytes: 25 << 20})
		if err != nil || len(parts) != 5 {
			b.Fatal(len(parts), err)
		}
		for _, p := range parts {
			if n, err := io.Copy(io.Discard, p.Open()); err != nil || n != p.Length() {
				b.Fatal(n, err)
			}
		}
	}
	close(stop)
	<-stopped
	b.ReportMetric(float64(int64(most.Load())-int64(before.HeapSys-before.HeapReleased))/1e6, "MB-more")
}

// Two hours of MP3 at 128 kbit a second, cut at pauses: all of it is decoded.
func BenchmarkTwoHoursAtPauses(b *testing.B) {
	data := audiotest.Encode(b, audio.MP3, speech(44100, 2, 30*time.Second), 44100, 2)
	file := &long{data, int64(len(data)) * 240}
	for b.Loop() {
		if parts, err := Plan(b.Context(), file, file.size, exact); err != nil || len(parts) < 280 {
			b.Fatal(len(parts), err)
		}
	}
}
