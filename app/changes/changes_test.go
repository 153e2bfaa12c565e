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

func TestAForkIsToldOfItsTopicsAndTakesNothingAway(t *testing.T) {
	m := New()
	f := m.Fork(Message, Draft)
	all := []Change{{Topic: Message, ID: "a"}, {Topic: Thread, ID: "b"}, {Topic: Draft, ID: "c"}}
	m.Mark(all...)
	m.Mark(all[0])
	<-f.Ready()
	if got := f.Take(); len(got) != 2 || got[0] != all[0] || got[1] != all[2] {
		t.Errorf("the fork has %v", got)
	}
	if got := m.Take(); len(got) != 3 {
		t.Errorf("the other has %v", got)
	}
	m.Unfork(f)
	m.Mark(all...)
	if got := f.Take(); got != nil {
		t.Errorf("after its end the fork has %v", got)
	}
}
