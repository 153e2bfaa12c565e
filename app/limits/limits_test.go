package limits_test

import (
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/internal/sqlite"
	"parlando/app/ledger"
	"parlando/app/limits"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/client"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// noPrices knows no price, so that only what a reply names has one.
type noPrices struct{}

func (noPrices) Price(chat.ID, string) (cost.Price, bool, bool) { return cost.Price{}, false, false }

// world is a library that can be opened again, with a connection "here".
type world struct {
	*limits.Limits
	t        *testing.T
	dir      string
	now      time.Time
	settings *settings.Store
	ledger   *ledger.Ledger
	close    func()
	asked    uint64
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, dir: t.TempDir(), now: time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)}
	w.open()
	if err := w.settings.Update(func(s *settings.Settings) {
		s.Connections = []settings.Connection{{ID: "here", Kind: settings.Service, Name: "Oak"}}
	}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.close() })
	return w
}

func (w *world) open() {
	w.t.Helper()
	db, err := sqlite.Open(w.t.Context(), filepath.Join(w.dir, "library.db"), sqlite.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	if w.settings, err = settings.Load(w.dir); err != nil {
		w.t.Fatal(err)
	}
	common := owner.CommonOptions{Now: func() time.Time { return w.now }}
	w.ledger = ledger.New(ledger.Options{Database: db, Prices: noPrices{}, CommonOptions: common})
	w.Limits = limits.New(limits.Options{Settings: w.settings, Ledger: w.ledger, CommonOptions: common})
	if err := w.Load(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	w.close = func() {
		if err := errors.Join(w.ledger.Close(), w.settings.Flush(), db.Close()); err != nil {
			w.t.Error(err)
		}
	}
}

func (w *world) restart() {
	w.close()
	w.open()
}

func (w *world) limit(micros int64) {
	if err := w.Set(w.t.Context(), "here", cost.Money{Micros: micros, Currency: "USD"}); err != nil {
		w.t.Error(err)
	}
}

// spend records a request with a cost; in no currency it has no price.
func (w *world) spend(micros int64, currency string) {
	w.asked++
	u := &client.Usage{Total: 1}
	if currency != "" {
		u.Cost = &cost.Money{Micros: micros, Currency: currency}
	}
	c := client.Charge{ID: w.asked, Purpose: client.PurposeChat, Model: "m", Attempts: 1}
	w.ledger.Meter("here").Sent(w.t.Context(), c)
	c.Answered, c.Usage = true, u
	w.ledger.Meter("here").Ended(w.t.Context(), c)
	w.ledger.Flush()
}

// wants checks what is spent of the limit.
func (w *world) wants(when string, micros int64, unpriced int, near, reached, passed bool) {
	w.t.Helper()
	s, ok := w.Status("here")
	if !ok || s.Spent.Micros != micros || s.Unpriced != unpriced || s.IsNear() != near || s.IsReached() != reached || s.Passed != passed {
		w.t.Errorf("%s: %+v, near %v, reached %v", when, s, s.IsNear(), s.IsReached())
	}
}

func TestTheLimitCountsTheMonth(t *testing.T) {
	w := newWorld(t)
	w.spend(1_000_000, "USD")
	if _, ok := w.Status("here"); ok {
		t.Error("without a limit there is one")
	}
	w.limit(10_000_000)
	w.wants("what was spent before counts", 1_000_000, 0, false, false, false)
	w.spend(5_000_000, "EUR")
	w.spend(0, "")
	w.spend(6_900_000, "USD")
	w.wants("other currencies and unpriced requests do not", 7_900_000, 1, false, false, false)
	if w.TakeWarning("here") {
		t.Error("warned below 80 %")
	}
	w.spend(100_000, "USD")
	w.wants("at 80 %", 8_000_000, 1, true, false, false)
	if !w.TakeWarning("here") || w.TakeWarning("here") {
		t.Error("not warned once")
	}
	w.spend(2_000_000, "USD")
	w.wants("at 100 %", 10_000_000, 1, true, true, false)
	w.Pass("here")
	w.restart()
	w.wants("after a restart", 10_000_000, 1, true, true, true)
	if w.TakeWarning("here") {
		t.Error("warned again after a restart")
	}
	w.limit(20_000_000)
	w.wants("a new limit asks anew", 10_000_000, 1, false, false, false)
	w.limit(0)
	if _, ok := w.Status("here"); ok {
		t.Error("the limit is not removed")
	}
}

// A connection that is removed and added again, also after a restart, has spent what it had.
func TestARemovedConnectionKeepsWhatItSpent(t *testing.T) {
	w := newWorld(t)
	w.limit(1_000_000)
	w.spend(1_000_000, "USD")
	was, _ := w.settings.Get().Find("here")
	w.settings.Change(func(s *settings.Settings) {
		s.Connections, s.Forgotten = nil, []settings.RemovedConnection{{ID: was.ID, Kind: was.Kind, Name: was.Name, Limit: was.Limit}}
	})
	w.spend(500_000, "USD") // a request that was under way
	if _, ok := w.Status("here"); ok {
		t.Error("a removed connection has a limit")
	}
	w.restart()
	w.settings.Change(func(s *settings.Settings) { s.Connections, s.Forgotten = []settings.Connection{was}, nil })
	w.wants("added again", 1_500_000, 0, true, true, false)
}

func TestAMonthBeginsOnce(t *testing.T) {
	w := newWorld(t)
	w.limit(1_000_000)
	w.spend(1_000_000, "USD")
	w.Pass("here")
	w.now = w.now.AddDate(0, 1, 0)
	w.wants("the next month", 0, 0, false, false, false)
	w.spend(1_000_000, "USD")
	w.wants("reached in the next month", 1_000_000, 0, true, true, false)
	w.now = w.now.AddDate(0, -3, 0) // the clock is set back
	w.wants("the clock is set back", 1_000_000, 0, true, true, false)
	w.spend(500_000, "USD")
	w.restart()
	w.wants("restarted with the clock set back", 1_500_000, 0, true, true, false)
}

// A request that is under way while a limit is set counts once, with its price.
func TestARequestDuringWhichALimitIsSetCountsOnce(t *testing.T) {
	w := newWorld(t)
	c := client.Charge{ID: 1, Purpose: client.PurposeChat, Model: "m", Attempts: 1}
	w.ledger.Meter("here").Sent(t.Context(), c)
	w.ledger.Flush()
	w.limit(10_000_000)
	w.wants("under way", 0, 0, false, false, false)
	c.Answered, c.Usage = true, &client.Usage{Total: 1, Cost: &cost.Money{Micros: 1_000_000, Currency: "USD"}}
	w.ledger.Meter("here").Ended(t.Context(), c)
	w.ledger.Flush()
	w.wants("ended", 1_000_000, 0, false, false, false)
}

// However often a limit is set while requests end, each of them counts once.
func TestRequestsThatEndWhileALimitIsSetCountOnce(t *testing.T) {
	w := newWorld(t)
	w.limit(100_000_000)
	var spending sync.WaitGroup
	spending.Go(func() {
		for range 200 {
			w.spend(1000, "USD")
		}
	})
	for range 200 {
		w.limit(100_000_000)
	}
	spending.Wait()
	w.wants("in the end", 200_000, 0, false, false, false)
}

// Work in the background waits at the limit until the user goes on, the limit is raised or a month
// begins; all else leaves.
func TestWorkInTheBackgroundWaitsAtTheLimit(t *testing.T) {
	w := newWorld(t)
	wants := func(when string, waits bool) {
		t.Helper()
		for _, p := range cost.Purposes() {
			var why problem.Problem
			err := w.CheckRequest(cost.WithSubject(t.Context(), cost.Subject{Purpose: p}), "here")
			if !errors.As(err, &why) && err != nil {
				t.Fatal(err)
			}
			want := problem.Kind("")
			if waits && (p == cost.Transcribing || p == cost.Translating || p == cost.SoundFile) {
				want = problem.LimitReached
			}
			if why.Kind != want || want != "" && why.Detail != "Oak" {
				t.Errorf("%s, %q: %+v", when, p, why)
			}
		}
	}
	w.limit(1_000_000)
	wants("nothing is spent", false)
	w.spend(1_000_000, "USD")
	wants("reached", true)
	w.Pass("here")
	wants("passed", false)
	w.now = w.now.AddDate(0, 1, 0)
	w.spend(1_000_000, "USD")
	wants("reached in the next month", true)
	w.limit(2_000_000)
	wants("raised", false)
}
