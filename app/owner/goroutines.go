package owner

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Goroutines are the running goroutines of an owner, each with a name that says in an error and in
// the log what it does. The zero value has none. It is safe for concurrent use.
type Goroutines struct {
	mu      sync.Mutex
	running map[string]int // how many there are of each name
	idle    chan struct{}  // closed while none is running, nil before the first
}

// Go runs f in a goroutine. A panic in f ends the program, and Wait does not return before that.
func (g *Goroutines) Go(name string, f func()) {
	ended := g.Add(name)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				panic(p)
			}
			ended()
		}()
		f()
	}()
}

// Add counts a goroutine that was not started by Go, such as that of a timer, until ended is
// called.
func (g *Goroutines) Add(name string) (ended func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.running) == 0 {
		g.running, g.idle = map[string]int{}, make(chan struct{})
	}
	g.running[name]++
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.running[name]--; g.running[name] == 0 {
			delete(g.running, name)
		}
		if len(g.running) == 0 {
			close(g.idle)
		}
	}
}

// Wait waits until no goroutine is running. If ctx ends first, the error wraps that of ctx and
// names the goroutines that are still running.
func (g *Goroutines) Wait(ctx context.Context) error {
	g.mu.Lock()
	running, idle := len(g.running) > 0, g.idle
	g.mu.Unlock()
	if !running {
		return nil
	}
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.running) == 0 {
		return nil
	}
	return fmt.Errorf("%w: still running: %s", ctx.Err(), strings.Join(slices.Sorted(maps.Keys(g.running)), ", "))
}
