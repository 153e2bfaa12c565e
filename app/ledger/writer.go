package ledger

import (
	"context"
	"database/sql"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/internal/sqlite"
)

// writer stores events in the database. Only the ledger's goroutine uses it.
type writer struct {
	ledger *Ledger
	// rows are the rows of unfinished requests, by the ID of the charge.
	rows map[uint64]openRow
}

// openRow locates the row of an unfinished request.
type openRow struct {
	n  int64
	at int64
}

// finishOld changes requests that an earlier run left open to Unanswered.
func (w *writer) finishOld() error {
	return w.ledger.o.Database.Update(context.Background(), sqlite.Relaxed, func(tx *sql.Tx) error {
		// a literal 'open', so that SQLite uses the partial index
		_, err := tx.ExecContext(context.Background(), `UPDATE charge SET state = ? WHERE state = 'open'`, Unanswered)
		return err
	})
}

const insertCharge = `INSERT INTO charge (at, connection, conversation, request, purpose, asked, served, attempts, state,
	input, cache_read, cache_write, output, reasoning, audio_input, audio_output, sound, characters, pictures,
	cost, currency, about, price, usage, n) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (n) DO UPDATE SET served = excluded.served, attempts = excluded.attempts, state = excluded.state, input = excluded.input,
	cache_read = excluded.cache_read, cache_write = excluded.cache_write, output = excluded.output, reasoning = excluded.reasoning,
	audio_input = excluded.audio_input, audio_output = excluded.audio_output, sound = excluded.sound, characters = excluded.characters,
	pictures = excluded.pictures, cost = excluded.cost, currency = excluded.currency, about = excluded.about, price = excluded.price,
	usage = excluded.usage`

// write stores all events in one transaction.
func (w *writer) write(events []event) error {
	last := map[uint64]event{}
	var order []uint64
	for _, e := range events {
		if before, ok := last[e.charge.ID]; ok {
			e.at = before.at // keep the time of the first attempt
		} else {
			order = append(order, e.charge.ID)
		}
		last[e.charge.ID] = e
	}
	rows := map[uint64]openRow{}
	touched, paid := map[chat.ID]bool{}, map[chat.ID]bool{}
	err := w.ledger.o.Database.Update(context.Background(), sqlite.Relaxed, func(tx *sql.Tx) error {
		for _, id := range order {
			e := last[id]
			known, ok := w.rows[id]
			if !ok {
				known.at = e.at.UnixMilli()
			}
			entry := w.ledger.entry(e)
			n, err := store(tx, known, entry)
			if err != nil {
				return err
			}
			rows[id] = openRow{n, known.at}
			if e.ended {
				touched[e.subject.Conversation], paid[e.connection] = true, true
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for id, r := range rows {
		if w.rows[id] = r; last[id].ended {
			delete(w.rows, id)
		}
	}
	w.ledger.mu.Lock()
	charged := w.ledger.charged
	w.ledger.mu.Unlock()
	for connection := range paid {
		if charged != nil {
			charged(connection)
		}
	}
	for conversation := range touched {
		w.ledger.mark(conversation)
	}
	return nil
}

// store writes an entry to its row or to a new one.
func store(tx *sql.Tx, r openRow, e Entry) (n int64, err error) {
	var amount, number any
	var currency string
	if e.Cost != nil {
		amount, currency = e.Cost.Micros, e.Cost.Currency
	}
	if r.n > 0 {
		number = r.n
	}
	c := e.Counts
	result, err := tx.ExecContext(context.Background(), insertCharge, r.at, e.Connection, e.Conversation, e.Request, e.Purpose, e.Asked, e.Served, e.Attempts, e.State,
		c.Input, c.CacheRead, c.CacheWrite, c.Output, c.Reasoning, c.AudioInput, c.AudioOutput, c.Sound, c.Characters, c.Pictures,
		amount, currency, e.About, e.Source, string(e.Usage), number)
	if err != nil || r.n > 0 {
		return r.n, err
	}
	return result.LastInsertId()
}

// entry converts an event to an entry.
func (l *Ledger) entry(e event) Entry {
	c := e.charge
	entry := Entry{
		At: e.at, Connection: e.connection, Subject: e.subject, Asked: c.Model, Served: c.ServedModel, Attempts: c.Attempts,
		State: stateOf(e), Counts: countsOf(c),
	}
	if entry.State == StateRefused {
		entry.Counts = cost.Counts{}
		entry.Cost = &cost.Money{}
	}
	if c.Usage != nil {
		entry.Usage = c.Usage.Raw
	}
	l.price(&entry, c.Usage)
	return entry
}
