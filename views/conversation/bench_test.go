package conversation_test

import (
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/views/theme"
)

// cpu is the processor time this program has used.
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

// manyHeads is a thread of n messages, questions and replies in turn.
func manyHeads(n int) []chat.Head {
	heads := make([]chat.Head, n)
	for i := range heads {
		heads[i] = chat.Head{ID: chat.ID(fmt.Sprint(i)), Role: chat.User, Bytes: 60}
		if i%2 == 1 {
			heads[i] = chat.Head{ID: heads[i].ID, Role: chat.Assistant, Bytes: 600}
		}
	}
	return heads
}

// library gives the messages of manyHeads.
func library(ids []chat.ID) []chat.Message {
	out := make([]chat.Message, len(ids))
	for i, id := range ids {
		var n int
		fmt.Sscan(string(id), &n)
		if n%2 == 0 {
			out[i] = user(id, fmt.Sprintf("Question %d, and what comes with it?", n))
			continue
		}
		out[i] = reply(id, fmt.Sprintf("Answer **%d**. %s\n\n- one\n- two\n\n%s", n, strings.Join(vocabulary[n%50:n%50+70], " "), strings.Join(vocabulary[n%60:n%60+40], " ")))
	}
	return out
}

// BenchmarkOpen opens a conversation of 10,000 messages whose last are at hand. Goal: at most 100
// ms to painted.
func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{2000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := newScene(b, 1024, 600, theme.Light)
			s.OnReadMessages = func(ids []chat.ID) { s.SetMessages(library(ids)) }
			heads := manyHeads(n)
			other := manyHeads(2)
			for b.Loop() {
				s.SetThread("a", heads, nil)
				b.StopTimer()
				s.SetThread("b", other, nil)
				b.StartTimer()
			}
		})
	}
}

// BenchmarkScroll scrolls up through 10,000 messages, 120 pixels a step. Goal: 95 of 100 steps at
// most 40 ms with painting.
func BenchmarkScroll(b *testing.B) {
	s := newScene(b, 1024, 600, theme.Light)
	s.OnReadMessages = func(ids []chat.ID) { s.SetMessages(library(ids)) }
	s.SetThread("a", manyHeads(10_000), nil)
	for b.Loop() {
		s.Scrolled(scrolled(0, 120))
	}
}
