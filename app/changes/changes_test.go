package changes

import (
	"sync"
	"testing"
)

func TestAChangeIsFoundOnceHoweverOftenItWasMarked(t *testing.T) {
	m := New()
	a, b := Change{Message, "a"}, Change{Thread, "b"}
	for range 1000 {
		m.Mark(a)
	}
	m.Mark(b, a)
	got := m.Take()
	if len(got) != 2 || got[0] != a || got[1] != b {
		t.Fatalf("got %v", got)
	}
	if again := m.Take(); again != nil {
		t.Fatalf("taken twice: %v", again)
	}
}

func TestNothingMarkedFromManyGoroutinesIsLost(t *testing.T) {
	m := New()
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 500 {
				m.Mark(Change{Message, string(rune('a'+g)) + string(rune('A'+i%50))})
			}
		})
	}
	wg.Wait()
	<-m.Ready()
	if n := len(m.Take()); n != 8*50 {
		t.Fatalf("%d changes, want %d", n, 8*50)
	}
}
