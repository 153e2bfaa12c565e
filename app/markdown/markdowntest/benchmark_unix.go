//go:build unix

package markdowntest

import (
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// Benchmark runs work on a text of each shape and on prose, alternately, both of about size bytes.
// It reports the processor time in milliseconds, and as a multiple of the time for prose (x-prose).
// id is different for each text.
func Benchmark(b *testing.B, size int, work func(id, text string)) {
	b.Helper()
	prose := Prose(size)
	runs := 0
	measure := func(text string) time.Duration {
		runs++
		runtime.GC()
		start := cpu()
		work(strconv.Itoa(runs), text)
		return cpu() - start
	}
	for _, s := range Shapes() {
		b.Run(s.Name, func(b *testing.B) {
			text := s.Text(size)
			work("0", s.Text(2000)) // load the fonts before measuring
			work("1", prose[:2000])
			var its, ordinary time.Duration
			for b.Loop() {
				ordinary += measure(prose)
				its += measure(text)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(its.Microseconds())/1000/float64(b.N), "cpu-ms")
			b.ReportMetric(float64(its)/float64(ordinary), "x-prose")
		})
	}
}

// cpu returns the processor time that this program has used.
func cpu() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
