// Package ledger records every request that may cost money, with its purpose, counts and cost. The
// client reports requests through client.Meter. The ledger writes in the background and never
// delays a request.
package ledger

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/internal/sqlite"
	"parlando/app/owner"
	"parlando/client"
)

// Prices provides the prices of models (package catalog).
type Prices interface {
	// Price returns the price of a model, and whether the user typed it; ok is false if none is
	// known.
	Price(connection chat.ID, model string) (p cost.Price, typed, ok bool)
}

// Options configure a Ledger.
type Options struct {
	Database *sqlite.DB
	Prices   Prices
	owner.CommonOptions
}

// Ledger stores the entries. It is safe for concurrent use.
type Ledger struct {
	o       Options
	running owner.Goroutines

	mu    sync.Mutex
	queue []event
	wake  chan struct{}
	// charged is called after ended requests were stored; nil at first.
	charged func(connection chat.ID)
	closed  bool
	// lost is the error of the last write, if Close lost the events. Only the goroutine sets it.
	lost error
	idle *sync.Cond
	busy bool
}

// event is a report of the client about a request.
type event struct {
	at         time.Time
	connection chat.ID
	subject    cost.Subject
	charge     client.Charge
	ended      bool
}

// retryAfter is the delay before a refused write is retried.
const retryAfter = 2 * time.Second

// New returns a ledger and starts writing. Unanswered requests of an earlier run are marked as
// possibly charged.
func New(o Options) *Ledger {
	o.SetDefaults()
	l := &Ledger{o: o, wake: make(chan struct{}, 1)}
	l.idle = sync.NewCond(&l.mu)
	l.running.Go("writer", l.run)
	return l
}

// OnCharge sets a function that is called on the goroutine of the ledger after ended requests of a
// connection were stored, once for all that were stored together. It must be set before the first
// request and must not call Flush.
func (l *Ledger) OnCharge(charged func(connection chat.ID)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.charged = charged
}

// Meter returns the client.Meter of a connection; see client.Options.
func (l *Ledger) Meter(connection chat.ID) client.Meter { return meter{l, connection} }

type meter struct {
	ledger     *Ledger
	connection chat.ID
}

// Sent implements client.Meter.
func (m meter) Sent(ctx context.Context, c client.Charge) { m.ledger.take(ctx, m.connection, c, false) }

// Ended implements client.Meter.
func (m meter) Ended(ctx context.Context, c client.Charge) {
	m.ledger.take(ctx, m.connection, c, true)
}

// take queues an event without waiting for the disk.
func (l *Ledger) take(ctx context.Context, connection chat.ID, c client.Charge, ended bool) {
	e := event{l.o.Now(), connection, cost.SubjectOf(ctx), c, ended}
	l.mu.Lock()
	l.queue = append(l.queue, e)
	l.busy = true
	l.mu.Unlock()
	owner.Wake(l.wake)
}

// run writes queued events until Close.
func (l *Ledger) run() {
	w := &writer{ledger: l, rows: map[uint64]openRow{}}
	if err := w.finishOld(); err != nil && !errors.Is(err, sqlite.ErrReadOnly) {
		l.o.Log.Warn("The open requests of an earlier run could not be marked", "error", err)
	}
	for {
		events, closed := l.drain()
		for len(events) > 0 {
			err := w.write(events)
			if err == nil || errors.Is(err, sqlite.ErrReadOnly) {
				break
			}
			l.o.Log.Error("The ledger could not be written", "error", err)
			if closed {
				l.lost = fmt.Errorf("write the ledger: %w", err)
				return
			}
			select {
			case <-time.After(retryAfter):
			case <-l.wake:
			}
			more, end := l.drain()
			events, closed = append(events, more...), end
		}
		l.rest()
		if closed {
			return
		}
		<-l.wake
	}
}

func (l *Ledger) drain() (events []event, closed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	events, l.queue = l.queue, nil
	return events, l.closed
}

// rest notifies Flush that all queued events are written.
func (l *Ledger) rest() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) == 0 {
		l.busy = false
		l.idle.Broadcast()
	}
}

// Flush waits until all events so far are in the database or are dropped by Close.
func (l *Ledger) Flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.busy && !l.closed {
		l.idle.Wait()
	}
}

// Close writes the queued events and stops. An error means that the disk refused some events, which
// are lost.
func (l *Ledger) Close() error {
	l.mu.Lock()
	l.closed = true
	l.idle.Broadcast()
	l.mu.Unlock()
	owner.Wake(l.wake)
	_ = l.running.Wait(context.Background())
	return l.lost
}

// mark notifies the window that the costs of a conversation changed.
func (l *Ledger) mark(conversation chat.ID) {
	l.o.Marks.Mark(changes.Change{Topic: changes.Costs, ID: string(conversation)})
}
