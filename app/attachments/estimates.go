package attachments

import (
	"hash/maphash"
	"sync"

	"parlando/client/tokens"
)

// textEstimates caches the estimates of attached texts, which the window asks for at each key press
// in the message box.
var textEstimates = estimates{estimate: tokens.EstimateText, seed: maphash.MakeSeed()}

const (
	// minCached is the minimum length of a text in bytes whose estimate is cached. Hashing a text
	// takes a fiftieth of the time of estimating it.
	minCached = 10_000
	// maxCached is the number of cached estimates.
	maxCached = 100
)

// estimates caches the estimates of long texts, without the texts. It is safe for concurrent use.
type estimates struct {
	estimate func(string) tokens.Estimate
	seed     maphash.Seed

	mu    sync.Mutex
	known map[textID]tokens.Estimate
}

// textID identifies a text by its size and a hash.
type textID struct {
	size int
	hash uint64
}

// of returns the estimate of a text.
func (e *estimates) of(text string) tokens.Estimate {
	if len(text) < minCached {
		return e.estimate(text)
	}
	id := textID{len(text), maphash.String(e.seed, text)}
	e.mu.Lock()
	known, ok := e.known[id]
	e.mu.Unlock()
	if ok {
		return known
	}
	fresh := e.estimate(text)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.known == nil || len(e.known) >= maxCached {
		e.known = map[textID]tokens.Estimate{}
	}
	e.known[id] = fresh
	return fresh
}
