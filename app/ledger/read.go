package ledger

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/internal/sqlite"
)

// Total is the sum of requests.
type Total struct {
	// Requests is the number of HTTP requests, including every attempt.
	Requests int
	Counts   cost.Counts
	Sum      cost.Sum
	// Estimated reports that some counts are estimated. Unanswered is the number of requests that
	// may have been charged.
	Estimated  bool
	Unanswered int
}

// Add adds another total.
func (t *Total) Add(o Total) {
	t.Requests += o.Requests
	t.Counts.Add(o.Counts)
	t.Sum.AddSum(o.Sum)
	t.Estimated = t.Estimated || o.Estimated
	t.Unanswered += o.Unanswered
}

// Group is the total of a day's requests with the same purpose and connection.
type Group struct {
	// Day is the day of the month, from 1.
	Day        int
	Connection chat.ID
	Purpose    cost.Purpose
	Total
}

// ChatTotal is the total of a chat in a month. Conversation is "" for all requests outside chats.
type ChatTotal struct {
	Conversation chat.ID
	Total
}

// sums are the SQL columns of a Total; scanTotal reads them.
const sums = `currency, sum(attempts), sum(input), sum(cache_read), sum(cache_write), sum(output), sum(reasoning), sum(audio_input), sum(audio_output),
	sum(sound), sum(characters), sum(pictures), sum(cost), max(about), count(*) FILTER (WHERE cost IS NULL), max(state IN ('estimated', 'unanswered')),
	count(*) FILTER (WHERE state = 'unanswered')`

// scanTotal scans further columns into before, then the columns of sums.
func scanTotal(r sqlite.Row, before ...any) (Total, error) {
	var t Total
	var currency string
	var amount sql.NullInt64
	c := &t.Counts
	err := r.Scan(append(before, &currency, &t.Requests, &c.Input, &c.CacheRead, &c.CacheWrite, &c.Output, &c.Reasoning, &c.AudioInput, &c.AudioOutput,
		&c.Sound, &c.Characters, &c.Pictures, &amount, &t.Sum.About, &t.Sum.Unknown, &t.Estimated, &t.Unanswered)...)
	if amount.Valid && currency != "" {
		t.Sum.Add(cost.Money{Micros: amount.Int64, Currency: currency})
	}
	return t, err
}

// MonthOf returns the start of the month of t in its time zone, and the start of the next.
func MonthOf(t time.Time) (from, to time.Time) {
	from = time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, t.Location())
	return from, from.AddDate(0, 1, 0)
}

// Month returns the totals of a month by day, connection and purpose. The days are those of the
// time zone of at.
func (l *Ledger) Month(ctx context.Context, at time.Time) ([]Group, error) {
	from, to := MonthOf(at)
	days := []string{}
	args := []any{}
	for day := from; day.Before(to); day = day.AddDate(0, 0, 1) {
		days = append(days, "(?, ?, ?)")
		args = append(args, day.Day(), day.UnixMilli(), day.AddDate(0, 0, 1).UnixMilli())
	}
	query := `WITH days (day, begins, ends) AS (VALUES ` + strings.Join(days, ", ") + `)
		SELECT day, connection, purpose, ` + sums + ` FROM days CROSS JOIN charge ON at >= begins AND at < ends
		GROUP BY day, connection, purpose, currency ORDER BY day, connection, purpose`
	return read(ctx, l, query, args, func(r sqlite.Row) (g Group, err error) {
		g.Total, err = scanTotal(r, &g.Day, &g.Connection, &g.Purpose)
		return g, err
	})
}

// Chats returns the total of each chat in a month, ordered by its newest request, latest first.
func (l *Ledger) Chats(ctx context.Context, at time.Time) ([]ChatTotal, error) {
	from, to := MonthOf(at)
	all, err := read(ctx, l, `SELECT conversation, `+sums+` FROM charge WHERE at >= ? AND at < ?
		GROUP BY conversation, currency ORDER BY max(at) DESC`, []any{from.UnixMilli(), to.UnixMilli()}, func(r sqlite.Row) (c ChatTotal, err error) {
		c.Total, err = scanTotal(r, &c.Conversation)
		return c, err
	})
	return join(all, func(c ChatTotal) chat.ID { return c.Conversation }, func(c *ChatTotal) *Total { return &c.Total }), err
}

// Requests returns the totals of a chat's requests by request ID.
func (l *Ledger) Requests(ctx context.Context, conversation chat.ID) (map[chat.ID]Total, error) {
	type requestCount struct {
		id chat.ID
		Total
	}
	all, err := read(ctx, l, `SELECT request, `+sums+` FROM charge WHERE conversation = ? AND conversation <> '' GROUP BY request, currency`, []any{conversation},
		func(r sqlite.Row) (o requestCount, err error) {
			o.Total, err = scanTotal(r, &o.id)
			return o, err
		})
	totals := map[chat.ID]Total{}
	for _, o := range all {
		t := totals[o.id]
		t.Add(o.Total)
		totals[o.id] = t
	}
	return totals, err
}

// join adds up elements with the same key, in the order of their first occurrence.
func join[T any, K comparable](all []T, key func(T) K, total func(*T) *Total) (joined []T) {
	places := map[K]int{}
	for _, one := range all {
		if i, ok := places[key(one)]; ok {
			total(&joined[i]).Add(*total(&one))
			continue
		}
		places[key(one)] = len(joined)
		joined = append(joined, one)
	}
	return joined
}

// Months returns the starts of the months that have requests, in a time zone, newest first.
func (l *Ledger) Months(ctx context.Context, zone *time.Location) ([]time.Time, error) {
	var first, last sql.NullInt64
	err := l.o.Database.View(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT min(at), max(at) FROM charge`).Scan(&first, &last)
	})
	if err != nil || !first.Valid {
		return nil, err
	}
	var all []time.Time
	oldest, _ := MonthOf(time.UnixMilli(first.Int64).In(zone))
	for m, _ := MonthOf(time.UnixMilli(last.Int64).In(zone)); !m.Before(oldest); m = m.AddDate(0, -1, 0) {
		all = append(all, m)
	}
	return all, nil
}

// Models returns the models that requests of a connection asked for, most recently used first.
// Refused requests do not count.
func (l *Ledger) Models(ctx context.Context, connection chat.ID) ([]string, error) {
	return read(ctx, l, `SELECT asked FROM charge WHERE connection = ? AND asked <> '' AND state <> ? GROUP BY asked ORDER BY max(at) DESC`,
		[]any{connection, StateRefused}, func(r sqlite.Row) (model string, err error) {
			err = r.Scan(&model)
			return model, err
		})
}

// Entries returns the entries of a month, oldest first.
func (l *Ledger) Entries(ctx context.Context, at time.Time) ([]Entry, error) {
	from, to := MonthOf(at)
	return read(ctx, l, `SELECT at, connection, conversation, request, purpose, asked, served, attempts, state, input, cache_read, cache_write, output,
		reasoning, audio_input, audio_output, sound, characters, pictures, cost, currency, about, price, usage
		FROM charge WHERE at >= ? AND at < ? ORDER BY at, n`, []any{from.UnixMilli(), to.UnixMilli()}, func(r sqlite.Row) (e Entry, err error) {
		var millis int64
		var amount sql.NullInt64
		var currency, usage string
		c := &e.Counts
		err = r.Scan(&millis, &e.Connection, &e.Conversation, &e.Request, &e.Purpose, &e.Asked, &e.Served, &e.Attempts, &e.State, &c.Input, &c.CacheRead,
			&c.CacheWrite, &c.Output, &c.Reasoning, &c.AudioInput, &c.AudioOutput, &c.Sound, &c.Characters, &c.Pictures, &amount, &currency, &e.About, &e.Source, &usage)
		e.At = time.UnixMilli(millis).In(at.Location())
		if amount.Valid {
			e.Cost = &cost.Money{Micros: amount.Int64, Currency: currency}
		}
		if usage != "" {
			e.Usage = []byte(usage)
		}
		return e, err
	})
}

// read runs a query and scans its rows.
func read[T any](ctx context.Context, l *Ledger, query string, args []any, scan func(sqlite.Row) (T, error)) (all []T, err error) {
	err = l.o.Database.View(ctx, func(tx *sql.Tx) error {
		all, err = sqlite.All(ctx, tx, query, args, scan)
		return err
	})
	return all, err
}
