package conversation_test

import (
	"fmt"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/views/theme"
)

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
