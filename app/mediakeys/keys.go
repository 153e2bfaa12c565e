//go:build !windows && !darwin

package mediakeys

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"parlando/app/owner"
	"parlando/app/speech"
)

// Keys passes commands of the desktop to the player, and the player's state to the desktop. It is
// safe for concurrent use.
type Keys struct {
	player  Player
	desktop string
	log     *slog.Logger
	ctx     context.Context
	stop    context.CancelFunc
	wake    chan struct{}
	running owner.Goroutines

	mu    sync.Mutex
	raise func()
	// told is the number of calls of Update.
	told int
	// onBus reports that the goroutine of run is running. refused reports that connecting failed
	// during this reading, so that it is not tried again.
	onBus, refused, closed bool
}

// New returns Keys that control player. desktop is the name of the program's .desktop file without
// extension; log receives the reason why there is no bus and may be nil. Nothing is started before
// Update finds a reading.
func New(player Player, desktop string, log *slog.Logger) *Keys {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	k := &Keys{player: player, desktop: desktop, log: log, wake: make(chan struct{}, 1)}
	k.ctx, k.stop = context.WithCancel(context.Background())
	return k
}

// OnRaise sets the function that brings the window to the front. It is called on another goroutine.
func (k *Keys) OnRaise(raise func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.raise = raise
}

// Update must be called when the player's Snapshot may have changed. It never blocks.
func (k *Keys) Update() {
	idle := k.player.Snapshot().Phase == speech.Idle
	k.mu.Lock()
	defer k.mu.Unlock()
	k.told++
	switch {
	case k.closed:
	case k.onBus:
		k.wakeUp()
	case idle:
		k.refused = false
	case !k.refused:
		k.onBus = true
		k.running.Go("session bus", k.run)
	}
}

// wakeUp makes the serving goroutine check the player.
func (k *Keys) wakeUp() {
	owner.Wake(k.wake)
}

// Close removes the player from the bus and waits for it until ctx ends.
func (k *Keys) Close(ctx context.Context) error {
	k.mu.Lock()
	k.closed = true
	k.mu.Unlock()
	k.stop()
	return k.running.Wait(ctx)
}

// run serves the bus while something is being read.
func (k *Keys) run() {
	for {
		told, err := k.serve()
		if err != nil && k.ctx.Err() == nil {
			k.log.Info("The media keys are not available", "error", err)
		}
		k.mu.Lock()
		// Something may have been begun while the last was taken off.
		if err != nil || k.closed || told == k.told {
			k.onBus, k.refused = false, err != nil
			k.mu.Unlock()
			return
		}
		k.mu.Unlock()
	}
}

// linger is the time that the connection stays open after the player has gone, because the caller
// of Stop still waits for a reply.
const linger = 2 * time.Second

// serve serves the bus while something is being read, and a little longer. It returns the number of
// Updates that it has seen; the error is that of the bus.
func (k *Keys) serve() (told int, err error) {
	b, err := k.connect()
	if err != nil {
		return 0, err
	}
	defer b.close()
	for {
		k.mu.Lock()
		told = k.told
		k.mu.Unlock()
		var gone <-chan time.Time
		switch s := k.player.Snapshot(); {
		case s.Phase == speech.Idle:
			gone = time.After(linger)
			if b.name != "" {
				err = b.vanish()
			}
		case b.name == "":
			err = b.appear(s, time.Now())
		default:
			err = b.show(s, time.Now())
		}
		if err != nil {
			return told, err
		}
		select {
		case <-k.wake:
		case <-gone:
			return told, nil
		case <-b.conn.Context().Done():
			return told, errGone
		case <-k.ctx.Done():
			return told, nil
		}
	}
}
