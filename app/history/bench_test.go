//go:build unix

package history_test

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/history/historytest"
)

var end = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// filled makes a library of so many conversations of so many messages, closed. PARLANDO_BENCH_DIR
// keeps it between runs.
func filled(b *testing.B, conversations, messages int) (dir string, ids []chat.ID) {
	b.Helper()
	if keep := os.Getenv("PARLANDO_BENCH_DIR"); keep != "" {
		dir = filepath.Join(keep, strconv.Itoa(conversations)+"x"+strconv.Itoa(messages))
	} else {
		dir = b.TempDir()
	}
	s := open(b, dir)
	list, err := s.Order(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	if len(list) == conversations {
		for i := range list {
			ids = append(ids, list[len(list)-1-i].ID)
		}
		return dir, ids
	}
	if ids, err = historytest.Fill(b.Context(), s, conversations, messages, end); err != nil {
		b.Fatal(err)
	}
	return dir, ids
}

func open(b *testing.B, dir string) *history.Store {
	b.Helper()
	s, err := history.Open(b.Context(), dir, history.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

// cpu measures what the whole process used, the collector included, as the goals do.
func cpu(b *testing.B, f func()) {
	b.Helper()
	f() // pages and statements are warm, as they are for a user who types
	before := used(b)
	for b.Loop() {
		f()
	}
	b.ReportMetric(float64((used(b)-before).Microseconds())/float64(b.N)/1000, "cpu-ms/op")
}

func used(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkAppendTail(b *testing.B) {
	s := open(b, b.TempDir())
	c := chat.Conversation{ID: chat.NewID()}
	m := chat.Message{ID: chat.NewID(), Conversation: c.ID, Role: chat.Assistant, State: chat.Waiting}
	if err := s.BeginTurn(b.Context(), history.Turn{Conversation: &c, Replies: []chat.Message{m}}); err != nil {
		b.Fatal(err)
	}
	tail := []history.Tail{{Message: m.ID, Kind: chat.PartText, Text: "about forty tokens of a reply come in between two looks, which is some two hundred bytes of text"}}
	cpu(b, func() {
		if err := s.AppendTail(b.Context(), tail); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkOpenThread10k(b *testing.B) {
	dir, ids := filled(b, 1, 10_000)
	s := open(b, dir)
	cpu(b, func() {
		heads, err := s.Thread(b.Context(), ids[0])
		if err != nil || len(heads) != 10_000 {
			b.Fatal(len(heads), err)
		}
		last := heads[len(heads)-45:]
		want := make([]chat.ID, len(last))
		for i, h := range last {
			want[i] = h.ID
		}
		if got, err := s.Messages(b.Context(), want); err != nil || len(got) != 45 {
			b.Fatal(len(got), err)
		}
	})
}

func BenchmarkSearch100k(b *testing.B) {
	dir, _ := filled(b, 1000, 100)
	s := open(b, dir)
	for name, query := range map[string]string{
		"common": historytest.Common + " ", "rare": historytest.Rare, "prefix": historytest.Common[:4], "letter": "h", "pair": "ba",
		"two": historytest.Common + " ba", "cjk": historytest.Chinese, "cjkone": "学", "nothing": "zzzzzz",
	} {
		b.Run(name, func(b *testing.B) {
			cpu(b, func() {
				hits, err := s.Search(b.Context(), query, 50)
				if err != nil || (len(hits) == 0) != (name == "nothing") {
					b.Fatal(len(hits), err)
				}
			})
		})
	}
}

func BenchmarkOpen100k(b *testing.B) {
	dir, _ := filled(b, 1000, 100)
	cpu(b, func() {
		s, err := history.Open(b.Context(), dir, history.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if list, err := s.Order(b.Context()); err != nil || len(list) != 1000 {
			b.Fatal(len(list), err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	})
}
