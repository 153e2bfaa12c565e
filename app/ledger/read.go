package ledger

import (
	"context"
	"database/sql"
	"slices"
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

// Span is a time from From until before To.
type Span struct{ From, To time.Time }

// Group is the total of the requests of one span with the same connection, model and purpose.
type Group struct {
	// Span is the index of the span.
	Span       int
	Connection chat.ID
	Model      string
	Purpose    cost.Purpose
	// Answered is the number of requests that were not refused, each with its retries.
	Answered int
	// Total has the counts of sound and characters only.
	Total
}

// ChatTotal is the total of a chat in a span. Conversation is "" for all requests outside chats.
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

// MonthOf returns the month of t in its time zone.
func MonthOf(t time.Time) Span {
	from := time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, t.Location())
	return Span{from, from.AddDate(0, 1, 0)}
}

// Totals returns the totals of several spans, in their order, by connection, model and purpose. It
// reads whole days of UTC from the sums of days, and only the rest request by request.
func (l *Ledger) Totals(ctx context.Context, spans []Span) ([]Group, error) {
	singly, whole := values{}, values{}
	for i, s := range spans {
		from, to := s.From.UnixMilli(), s.To.UnixMilli()
		first, last := (from+dayMillis-1)/dayMillis, to/dayMillis
		if first >= last {
			singly.add(i, from, to)
			continue
		}
		whole.add(i, first, last)
		singly.add(i, from, first*dayMillis)
		singly.add(i, last*dayMillis, to)
	}
	all, err := read(ctx, l, `WITH singly (span, begins, ends) AS (`+singly.sql()+`), whole (span, begins, ends) AS (`+whole.sql()+`)
		SELECT span, connection, asked, purpose, currency, sum(attempts), sum(answered), sum(sound), sum(characters), sum(cost), sum(unpriced), max(about) FROM (
			SELECT span, connection, asked, purpose, currency, attempts, state <> 'refused' AS answered, sound, characters, coalesce(cost, 0) AS cost,
				cost IS NULL AS unpriced, about FROM singly CROSS JOIN charge ON at >= begins AND at < ends
			UNION ALL SELECT span, connection, asked, purpose, currency, attempts, answered, sound, characters, cost, unpriced, about
				FROM whole CROSS JOIN charge_day ON day >= begins AND day < ends
		) GROUP BY span, connection, asked, purpose, currency ORDER BY span, connection, asked, purpose`, append(singly.args, whole.args...), func(r sqlite.Row) (g Group, err error) {
		var m cost.Money
		var about int
		err = r.Scan(&g.Span, &g.Connection, &g.Model, &g.Purpose, &m.Currency, &g.Requests, &g.Answered, &g.Counts.Sound, &g.Counts.Characters, &m.Micros, &g.Sum.Unknown, &about)
		if g.Sum.About = about > 0; m.Currency != "" {
			g.Sum.Add(m)
		}
		return g, err
	})
	// A row whose currency changed leaves an empty sum behind.
	return slices.DeleteFunc(all, func(g Group) bool { return g.Requests == 0 }), err
}

const dayMillis = 24 * 60 * 60 * 1000

// values builds a table of three columns for a query.
type values struct {
	rows []string
	args []any
}

// add adds a row, unless nothing is between begins and ends.
func (v *values) add(span int, begins, ends int64) {
	if begins < ends {
		v.rows = append(v.rows, "(?, ?, ?)")
		v.args = append(v.args, span, begins, ends)
	}
}

func (v *values) sql() string {
	if len(v.rows) == 0 {
		return "SELECT 0, 0, 0"
	}
	return "VALUES " + strings.Join(v.rows, ", ")
}

// Chats returns the total of each chat in a span, ordered by its newest request, latest first.
func (l *Ledger) Chats(ctx context.Context, s Span) ([]ChatTotal, error) {
	return l.totalsBy(ctx, `conversation`, s)
}

// Projects returns the total of the chats of each project in a span, ordered as in Chats, with the
// project in place of the conversation. The project "" has all other requests.
func (l *Ledger) Projects(ctx context.Context, s Span) ([]ChatTotal, error) {
	return l.totalsBy(ctx, `coalesce((SELECT p.id FROM conversation c JOIN project p ON p.id = c.project AND p.deleted_at = 0
		WHERE c.id = charge.conversation AND c.project <> ''), '')`, s)
}

// totalsBy returns the totals of the requests of a span with the same id, an SQL expression.
func (l *Ledger) totalsBy(ctx context.Context, id string, s Span) ([]ChatTotal, error) {
	all, err := read(ctx, l, `SELECT `+id+`, `+sums+` FROM charge WHERE at >= ? AND at < ?
		GROUP BY 1, currency ORDER BY max(at) DESC`, []any{s.From.UnixMilli(), s.To.UnixMilli()}, func(r sqlite.Row) (c ChatTotal, err error) {
		c.Total, err = scanTotal(r, &c.Conversation)
		return c, err
	})
	return join(all, func(c ChatTotal) chat.ID { return c.Conversation }, func(c *ChatTotal) *Total { return &c.Total }), err
}

// Requests returns the totals of a chat's requests by request ID.
func (l *Ledger) Requests(ctx context.Context, conversation chat.ID) (map[chat.ID]Total, error) {
	return l.byRequest(ctx, `conversation = ? AND conversation <> ''`, conversation)
}

// Transcripts returns the totals of the requests that made transcripts, by the IDs of the
// transcripts.
func (l *Ledger) Transcripts(ctx context.Context) (map[chat.ID]Total, error) {
	return l.byRequest(ctx, `purpose = ? AND request <> ''`, cost.Transcribing)
}

// byRequest returns the totals of the charges that meet a condition, by request ID.
func (l *Ledger) byRequest(ctx context.Context, condition string, value any) (map[chat.ID]Total, error) {
	type requestCount struct {
		id chat.ID
		Total
	}
	all, err := read(ctx, l, `SELECT request, `+sums+` FROM charge WHERE `+condition+` GROUP BY request, currency`, []any{value},
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

// First returns the time of the first request, in a time zone; the zero time if there is none.
func (l *Ledger) First(ctx context.Context, zone *time.Location) (time.Time, error) {
	var first sql.NullInt64
	err := l.o.Database.View(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT min(at) FROM charge`).Scan(&first)
	})
	if err != nil || !first.Valid {
		return time.Time{}, err
	}
	return time.UnixMilli(first.Int64).In(zone), nil
}

// Since returns what the ended requests of a connection have cost since a time. Requests recorded
// after the first of them count even if the clock was set back meanwhile.
func (l *Ledger) Since(ctx context.Context, connection chat.ID, from time.Time) (cost.Sum, error) {
	all, err := read(ctx, l, `SELECT currency, coalesce(sum(cost), 0), count(*) FILTER (WHERE cost IS NULL AND state <> 'open'), max(about) FROM charge
		WHERE n >= (SELECT n FROM charge WHERE at >= ? ORDER BY at, n LIMIT 1) AND connection = ? GROUP BY currency`,
		[]any{from.UnixMilli(), connection}, func(r sqlite.Row) (s cost.Sum, err error) {
			var m cost.Money
			if err = r.Scan(&m.Currency, &m.Micros, &s.Unknown, &s.About); m.Currency != "" {
				s.Add(m)
			}
			return s, err
		})
	var sum cost.Sum
	for _, s := range all {
		sum.AddSum(s)
	}
	return sum, err
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

// Entries returns the entries of a span, oldest first.
func (l *Ledger) Entries(ctx context.Context, s Span) ([]Entry, error) {
	return read(ctx, l, `SELECT at, connection, conversation, request, purpose, asked, served, attempts, state, input, cache_read, cache_write, output,
		reasoning, audio_input, audio_output, sound, characters, pictures, cost, currency, about, price, usage
		FROM charge WHERE at >= ? AND at < ? ORDER BY at, n`, []any{s.From.UnixMilli(), s.To.UnixMilli()}, func(r sqlite.Row) (e Entry, err error) {
		var millis int64
		var amount sql.NullInt64
		var currency, usage string
		c := &e.Counts
		err = r.Scan(&millis, &e.Connection, &e.Conversation, &e.Request, &e.Purpose, &e.Asked, &e.Served, &e.Attempts, &e.State, &c.Input, &c.CacheRead,
			&c.CacheWrite, &c.Output, &c.Reasoning, &c.AudioInput, &c.AudioOutput, &c.Sound, &c.Characters, &c.Pictures, &amount, &currency, &e.About, &e.Source, &usage)
		e.At = time.UnixMilli(millis).In(s.From.Location())
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
