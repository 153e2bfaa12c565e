//go:build unix

package conversation_test

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// BenchmarkOneLongParagraph opens a reply of 4 MB and lays it out to its end. Goals: one paragraph
// at most 1.3 times the processor of the same with line breaks; no more than 100 ms until the first
// picture and in one event of the window; at most 150 MB.
func BenchmarkOneLongParagraph(b *testing.B) {
	for _, c := range []struct{ name, gap string }{{"one line", " "}, {"lines", "\n"}, {"paragraphs", " "}} {
		b.Run(c.name, func(b *testing.B) {
			text := sentences(4<<20, c.gap)
			if c.name == "paragraphs" { // fewer than are shown as such
				text = strings.ReplaceAll(text, "5 lazy dogs", "5 lazy dogs.\n\nThen")
			}
			for b.Loop() {
				s, queue := newLongScene(b)
				s.show(user("1", "Go on."), reply("1b", "Yes."))
				var before, after runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&before)
				start, at := cpu(), time.Now()
				s.show(user("1", "Go on."), reply("2", text))
				first := time.Since(at)
				longest := first
				for then := queue.step(); then != nil; then = queue.step() {
					at = time.Now()
					then()
					longest = max(longest, time.Since(at))
				}
				b.ReportMetric((cpu() - start).Seconds(), "cpu-s")
				runtime.GC()
				runtime.ReadMemStats(&after)
				runtime.KeepAlive(s)
				b.ReportMetric(first.Seconds()*1000, "first-ms")
				b.ReportMetric(longest.Seconds()*1000, "longest-ms")
				b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, "heap-MB")
			}
		})
	}
}
