// Package ledger owns the record of every request that can cost: what it was for, what was counted
// and what it cost. It learns of them from the client (client.Meter), writes in the background, and
// never stands before a request.
package ledger

import (
	"context"
	"errors"
	"sync"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/internal/sqlite"
	"parlando/app/owner"
	"parlando/client"
)

// Prices knows what models cost (package catalog).
type Prices interface {
	// Price returns the price of a model, and whether the user typed it; ok is false when none is
	// known.
	Price(connection chat.ID, model string) (p cost.Price, typed, ok bool)
}

// Options configure a Ledger.
type Options struct {
	Database *sqlite.DB
	Prices   Prices
	owner.Common
}

// Ledger owns the entries. It is safe from any goroutine.
type Ledger struct {
	o Options

	mu     sync.Mutex
	queue  []event
	wake   chan struct{}
	closed bool
	// written is closed when the goroutine has ended.
	written chan struct{}
	idle    *sync.Cond
	busy    bool
}

// event is one report of the client about a request.
type event struct {
	at         time.Time
	connection chat.ID
	subject    cost.Subject
	charge     client.Charge
	ended      bool
}

// retryAfter is the wait before the next try when the disk has refused.
const retryAfter = 2 * time.Second

// New makes a ledger and begins to write. Requests of an earlier run that were not answered are
// perhaps billed.
func New(o Options) *Ledger {
	o.SetDefaults()
	l := &Ledger{o: o, wake: make(chan struct{}, 1), written: make(chan struct{})}
	l.idle = sync.NewCond(&l.mu)
	go l.run()
	return l
}

// Meter returns what is told of the requests of a connection; see client.Options.
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

// take queues an event; it does not wait for the disk.
func (l *Ledger) take(ctx context.Context, connection chat.ID, c client.Charge, ended bool) {
	e := event{l.o.Now(), connection, cost.SubjectOf(ctx), c, ended}
	l.mu.Lock()
	l.queue = append(l.queue, e)
	l.busy = true
	l.mu.Unlock()
	owner.Wake(l.wake)
}

// run writes what is queued until Close.
func (l *Ledger) run() {
	defer close(l.written)
	w := &writer{ledger: l, rows: map[uint64]openRow{}}
	if err := w.finishOld(); err != nil && !errors.Is(err, sqlite.ErrReadOnly) {
		l.o.Log.Warn("Requests of an earlier run were not settled", "error", err)
	}
	for {
		events, closed := l.drain()
		for len(events) > 0 {
			err := w.write(events)
			if err == nil || errors.Is(err, sqlite.ErrReadOnly) {
				break
			}
			l.o.Log.Error("The ledger was not written", "error", err)
			if closed {
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

// rest notes that everything told so far is written.
func (l *Ledger) rest() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) == 0 {
		l.busy = false
		l.idle.Broadcast()
	}
}

// Flush waits until everything told so far is in the database, or given up on.
func (l *Ledger) Flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.busy && !l.closed {
		l.idle.Wait()
	}
}

// Close writes what is queued and ends.
func (l *Ledger) Close() error {
	l.mu.Lock()
	l.closed = true
	l.idle.Broadcast()
	l.mu.Unlock()
	owner.Wake(l.wake)
	<-l.written
	return nil
}

// mark tells that the costs of a conversation have changed.
func (l *Ledger) mark(conversation chat.ID) {
	l.o.Marks.Mark(changes.Change{Topic: changes.Costs, ID: string(conversation)})
}
