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

// Keys carries what the desktop asks for to the player, and what the player does to the desktop. It
// is safe from any goroutine.
type Keys struct {
	player  Player
	desktop string
	log     *slog.Logger
	ctx     context.Context
	stop    context.CancelFunc
	wake    chan struct{}
	running sync.WaitGroup

	mu    sync.Mutex
	raise func()
	// told counts the calls of Update.
	told int
	// onBus: a goroutine serves. refused: there was no bus when this was begun to be read, so it is
	// not looked for again.
	onBus, refused, closed bool
}

// New makes Keys that drive player. desktop is the name of the program's .desktop file without its
// ending; log is told why there is no bus, nil drops it. Nothing is started before Update finds
// that something is read.
func New(player Player, desktop string, log *slog.Logger) *Keys {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	k := &Keys{player: player, desktop: desktop, log: log, wake: make(chan struct{}, 1)}
	k.ctx, k.stop = context.WithCancel(context.Background())
	return k
}

// OnRaise sets what brings the window to the front. It is called from a goroutine of its own.
func (k *Keys) OnRaise(raise func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.raise = raise
}

// Update says that the player's Snapshot may have changed. It never waits.
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
		k.running.Go(k.run)
	}
}

// wakeUp has the goroutine that serves look at the player.
func (k *Keys) wakeUp() {
	owner.Wake(k.wake)
}

// Close takes the player off the bus and waits until it is.
func (k *Keys) Close() error {
	k.mu.Lock()
	k.closed = true
	k.mu.Unlock()
	k.stop()
	k.running.Wait()
	return nil
}

// run is on the bus while something is read.
func (k *Keys) run() {
	for {
		told, err := k.serve()
		if err != nil && k.ctx.Err() == nil {
			k.log.Info("No media keys", "error", err)
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

// linger is the time for which the connection stays after the player has gone: the caller of Stop
// still waits for an answer.
const linger = 2 * time.Second

// serve is on the bus while something is read, and a little longer. It returns how often Update had
// been called by then; the error is that of the bus.
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
