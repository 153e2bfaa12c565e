// Package limits is the owner of the monthly limits: how much of a connection's limit its requests
// have cost this month, and what the user has been asked and told about that.
package limits

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/ledger"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/settings"
)

// Options configure Limits.
type Options struct {
	Settings *settings.Store
	Ledger   *ledger.Ledger
	owner.CommonOptions
}

// Limits is safe for concurrent use. It never waits for the disk but in Load and Set; a sum is read
// again on the ledger's goroutine after each request.
type Limits struct {
	o Options

	// reading is locked while a sum is read and stored, so that the newest one is kept.
	reading sync.Mutex

	mu sync.Mutex
	// spent has the sum of a month of each connection with a limit.
	spent map[chat.ID]monthSum
}

// monthSum is the cost of the requests of a connection in a month.
type monthSum struct {
	month string
	cost.Sum
}

// Status is the limit of a connection and how much of it is spent.
type Status struct {
	Limit, Spent cost.Money
	// Unpriced is the number of requests without a known price in the limit's currency, which Spent
	// leaves out.
	Unpriced int
	// Passed means that the user wants to go on this month after the limit.
	Passed bool
}

// IsNear reports whether at least 80 % of the limit are spent.
func (s Status) IsNear() bool { return s.Spent.Micros >= s.Limit.Micros/5*4 }

// IsReached reports whether all of the limit is spent.
func (s Status) IsReached() bool { return s.Spent.Micros >= s.Limit.Micros }

// MustAsk reports whether the user must be asked before more is spent.
func (s Status) MustAsk() bool { return s.IsReached() && !s.Passed }

// New returns limits to be filled with Load.
func New(o Options) *Limits {
	o.SetDefaults()
	l := &Limits{o: o, spent: map[chat.ID]monthSum{}}
	o.Ledger.OnCharge(l.charged)
	return l
}

// Load reads what was spent this month. Until then nothing counts as spent.
func (l *Limits) Load(ctx context.Context) error {
	var errs []error
	s := l.o.Settings.Get()
	for _, c := range s.Connections {
		errs = append(errs, l.load(ctx, c.ID))
	}
	for _, c := range s.Forgotten {
		errs = append(errs, l.load(ctx, c.ID))
	}
	return errors.Join(errs...)
}

// load reads what a connection with a limit has spent this month. It does so for a removed one too,
// which gets its limit back when it is added again.
func (l *Limits) load(ctx context.Context, id chat.ID) error {
	l.reading.Lock()
	defer l.reading.Unlock()
	c, ok := l.current(id)
	limit := c.Limit
	if removed, gone := l.o.Settings.Get().FindRemoved(id); gone && !ok {
		limit = removed.Limit
	}
	if limit.Micros == 0 {
		return nil
	}
	month, err := time.ParseInLocation(monthFormat, limit.Month, l.o.Now().Location())
	if err != nil {
		return fmt.Errorf("limits: %w", err)
	}
	sum, err := l.o.Ledger.Since(ctx, id, month)
	if err != nil {
		return fmt.Errorf("limits: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spent[id] = monthSum{limit.Month, sum}
	return nil
}

// monthFormat makes months that sort as text.
const monthFormat = "2006-01"

// month returns the month that counts for a connection: this one, or a later one in which the limit
// was used, so that a clock that is set back does not lift the limit.
func (l *Limits) month(c settings.Connection) string {
	return max(c.Limit.Month, l.o.Now().Format(monthFormat))
}

// charged reads the sum of a connection again after its requests were stored. Adding to the sum
// would count those twice that were stored while Set read it.
func (l *Limits) charged(connection chat.ID) {
	if err := l.load(context.Background(), connection); err != nil {
		l.o.Log.Error("The costs of this month could not be read", "error", err)
	}
}

// current returns a connection with a limit, and begins a new month if it is time.
func (l *Limits) current(id chat.ID) (settings.Connection, bool) {
	c, ok := l.o.Settings.Get().Find(id)
	if !ok || c.Limit.Micros == 0 {
		return c, false
	}
	if month := l.month(c); month != c.Limit.Month {
		c.Limit.Month, c.Limit.Told, c.Limit.Passed = month, false, false
		l.change(id, func(m *settings.MonthlyLimit) {
			if m.Month != month {
				m.Month, m.Told, m.Passed = month, false, false
			}
		})
	}
	return c, true
}

// change changes the limit of a connection.
func (l *Limits) change(id chat.ID, change func(*settings.MonthlyLimit)) {
	l.o.Settings.Change(func(s *settings.Settings) {
		for i := range s.Connections {
			if s.Connections[i].ID == id {
				change(&s.Connections[i].Limit)
			}
		}
	})
}

// Status returns the status of a connection; ok is false if it has no limit.
func (l *Limits) Status(id chat.ID) (s Status, ok bool) {
	c, ok := l.current(id)
	if !ok {
		return Status{}, false
	}
	s = Status{Limit: cost.Money{Micros: c.Limit.Micros, Currency: c.Limit.Currency}, Spent: cost.Money{Currency: c.Limit.Currency}, Passed: c.Limit.Passed}
	l.mu.Lock()
	defer l.mu.Unlock()
	if sum := l.spent[id]; sum.month == c.Limit.Month {
		s.Unpriced = sum.Unknown
		for _, m := range sum.Amounts {
			if m.Currency == s.Limit.Currency {
				s.Spent = m
			}
		}
	}
	return s, true
}

// WaitReason returns why work in the background waits before its next request to a connection; the
// Kind is "" if it does not wait.
func (l *Limits) WaitReason(id chat.ID) problem.Problem {
	s, ok := l.Status(id)
	if !ok || !s.MustAsk() {
		return problem.Problem{}
	}
	c, _ := l.o.Settings.Get().Find(id)
	return problem.Problem{Kind: problem.LimitReached, Detail: c.Name, At: l.o.Now()}
}

// CheckRequest returns the problem of WaitReason for work in the background, else nil. It is called
// before each request, with its subject in ctx.
func (l *Limits) CheckRequest(ctx context.Context, id chat.ID) error {
	if !cost.SubjectOf(ctx).Purpose.IsBackground() {
		return nil
	}
	if p := l.WaitReason(id); p.Kind != "" {
		return p
	}
	return nil
}

// Set sets the limit of a connection; none if the amount is 0. The user is told and asked anew.
func (l *Limits) Set(ctx context.Context, id chat.ID, m cost.Money) error {
	l.change(id, func(limit *settings.MonthlyLimit) {
		*limit = settings.MonthlyLimit{}
		if m.Micros > 0 {
			*limit = settings.MonthlyLimit{Micros: m.Micros, Currency: m.Currency, Month: l.o.Now().Format(monthFormat)}
		}
	})
	defer l.o.Marks.Mark(changes.Change{Topic: changes.Costs})
	return l.load(ctx, id)
}

// Pass lets the user go on this month after the limit.
func (l *Limits) Pass(id chat.ID) {
	l.change(id, func(m *settings.MonthlyLimit) { m.Passed = true })
}

// TakeWarning reports whether the user must be told that the limit is near, once each month.
func (l *Limits) TakeWarning(id chat.ID) bool {
	if s, ok := l.Status(id); !ok || !s.IsNear() {
		return false
	}
	first := false
	l.change(id, func(m *settings.MonthlyLimit) { first, m.Told = !m.Told, true })
	return first
}
