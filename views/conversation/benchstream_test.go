//go:build unix

package conversation_test

import (
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/views/theme"
)

// cpu returns the processor time that this program has used.
func cpu() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// BenchmarkStream lays out a reply of 20,000 tokens as it arrives, 200 a second gathered to a look
// every 40 ms, without painting it. Goals: at most 2 s of processor for the whole, the last
// thousand at most 1.3 times the first.
func BenchmarkStream(b *testing.B) {
	const perLook = 8
	tokens := growingText(20_000)
	texts := make([]string, 0, len(tokens)/perLook)
	var text strings.Builder
	for i, t := range tokens {
		text.WriteString(t)
		if i%perLook == perLook-1 {
			texts = append(texts, text.String())
		}
	}
	for b.Loop() {
		s := newScene(b, 1024, 600, theme.Light)
		m := reply("2", "")
		m.State, m.Request.Ended = chat.Writing, time.Time{}
		s.show(user("1", "Go on."), m)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := cpu()
		var first, last time.Duration
		for i, text := range texts {
			at := cpu()
			m.Parts = []chat.Part{{Kind: chat.PartText, Text: text}}
			s.UpdateMessage(m, false)
			switch {
			case i < 1000/perLook:
				first += cpu() - at
			case i >= len(texts)-1000/perLook:
				last += cpu() - at
			}
		}
		whole := cpu() - start
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(s)
		b.ReportMetric(whole.Seconds(), "cpu-s/reply")
		b.ReportMetric(float64(last)/float64(first), "last/first")
		b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, "heap-MB")
		b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/1e6, "garbage-MB")
	}
}
