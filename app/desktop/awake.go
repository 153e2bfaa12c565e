package desktop

import (
	"context"
	"log/slog"
	"sync"
)

// Awake prevents the computer from going to sleep between Hold and release. The screen may still
// turn off and lock. It is safe for concurrent use.
type Awake struct {
	log *slog.Logger
	// inhibit keeps the computer awake until ctx is done.
	inhibit func(ctx context.Context, reason string) error

	mu    sync.Mutex
	holds int
	// stop cancels the current inhibition; ended is closed once it has ended.
	stop  context.CancelFunc
	ended chan struct{}
}

// NewAwake returns an Awake without holds. It logs the reason if the computer cannot be kept awake;
// log may be nil.
func NewAwake(log *slog.Logger) *Awake {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Awake{log: log, inhibit: inhibitSleep}
}

// Hold keeps the computer awake until release is called, which may be called more than once. It
// does not block. The desktop may show the reason to the user; with several holds, it shows the
// first reason.
func (a *Awake) Hold(reason string) (release func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.holds++; a.holds == 1 {
		a.start(reason)
	}
	return sync.OnceFunc(a.release)
}

func (a *Awake) release() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.holds--; a.holds == 0 {
		a.stop()
	}
}

// start begins an inhibition once the previous one has ended. The caller holds mu.
func (a *Awake) start(reason string) {
	ctx, stop := context.WithCancel(context.Background())
	before, ended := a.ended, make(chan struct{})
	a.stop, a.ended = stop, ended
	go func() {
		defer close(ended)
		if before != nil {
			<-before
		}
		if err := a.inhibit(ctx, reason); err != nil && ctx.Err() == nil {
			a.log.Info("The computer could not be kept awake", "error", err)
		}
	}()
}
