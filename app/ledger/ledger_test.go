package ledger_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/internal/sqlite"
	"parlando/app/internal/sqlite/sqlitetest"
	"parlando/app/ledger"
	"parlando/app/owner"
	"parlando/client"
	"parlando/client/failure"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// prices knows one price for all models.
type prices struct{ price *cost.Price }

func (p prices) Price(chat.ID, string) (cost.Price, bool, bool) {
	if p.price == nil {
		return cost.Price{}, false, false
	}
	return *p.price, true, true
}

func of[T any](v T) *T { return &v }

// open opens the ledger of a library.
func open(t testing.TB, path string, p *cost.Price, now *time.Time) (*ledger.Ledger, func()) {
	t.Helper()
	return openWith(t, path, sqlite.Options{}, p, now)
}

func openWith(t testing.TB, path string, o sqlite.Options, p *cost.Price, now *time.Time) (*ledger.Ledger, func()) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	l := ledger.New(ledger.Options{Database: db, Prices: prices{p}, CommonOptions: owner.CommonOptions{Now: func() time.Time { return *now }}})
	closed := false
	return l, func() {
		if closed {
			return
		}
		closed = true
		if err := errors.Join(l.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	}
}

func entries(t testing.TB, l *ledger.Ledger) []ledger.Entry {
	t.Helper()
	l.Flush()
	all, err := l.Entries(t.Context(), ledger.MonthOf(noon))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func usage(in, out int) *client.Usage {
	return &client.Usage{Prompt: in, Completion: out, Total: in + out, Tokens: client.Tokens{Input: in, Output: out}, Raw: []byte(`{"x":1}`)}
}

func TestARequestCostsWhatIsKnownOfIt(t *testing.T) {
	dollars := &cost.Price{Currency: "USD", Input: of[int64](2_500_000), Output: of[int64](10_000_000), Characters: of[int64](15_000_000), AudioHour: of[int64](360_000)}
	named := usage(100, 20)
	named.Cost = &cost.Money{Micros: 1234, Currency: "EUR"}
	for name, c := range map[string]struct {
		price  *cost.Price
		charge client.Charge
		want   string
	}{
		"the reply names it": {dollars, client.Charge{Purpose: client.PurposeChat, Answered: true, Usage: named}, "counted 100/20 1234 EUR reply"},
		"counted":            {dollars, client.Charge{Purpose: client.PurposeChat, Answered: true, Usage: usage(1000, 100)}, "counted 1000/100 3500 USD user"},
		"no price":           {nil, client.Charge{Purpose: client.PurposeChat, Answered: true, Usage: usage(1000, 100)}, "counted 1000/100 no price"},
		"estimated":          {dollars, client.Charge{Purpose: client.PurposeChat, Answered: true, Err: context.Canceled, Prompt: []string{"Hello"}, Reply: "Hi"}, "estimated 1/1 13 USD about user"},
		"refused":            {dollars, client.Charge{Purpose: client.PurposeChat, Err: &failure.Error{Status: 429}, Prompt: []string{"Hello"}}, "refused 0/0 0  "},
		"not processed":      {dollars, client.Charge{Purpose: client.PurposeChat, Err: &failure.Error{Kind: failure.Restarting, Unprocessed: true}, Prompt: []string{"Hello"}}, "refused 0/0 0  "},
		"never answered":     {dollars, client.Charge{Purpose: client.PurposeChat, Err: &failure.Error{}, Prompt: []string{"Hello"}}, "unanswered 1/0 3 USD about user"},
		"spoken":             {dollars, client.Charge{Purpose: client.PurposeSpeech, Answered: true, Characters: 1000}, "counted 0/0 15000 USD user"},
		"a minute":           {dollars, client.Charge{Purpose: client.PurposeTranscription, Answered: true, AudioSeconds: 60}, "counted 0/0 6000 USD user"},
		"counted by the service": {dollars, client.Charge{
			Purpose: client.PurposeSpeech, Answered: true, Characters: 1000, AudioSeconds: 1,
			Usage: &client.Usage{Characters: 200, AudioSeconds: 60},
		}, "counted 0/0 9000 USD user"},
		"no price for a unit": {&cost.Price{Currency: "USD", Input: of[int64](1)}, client.Charge{Purpose: client.PurposeSpeech, Answered: true, Characters: 10}, "counted 0/0 no price"},
	} {
		t.Run(name, func(t *testing.T) {
			now := noon
			l, done := open(t, filepath.Join(t.TempDir(), "library.db"), c.price, &now)
			defer done()
			c.charge.ID, c.charge.Model, c.charge.Attempts = 1, "m", 1
			meter := l.Meter("here")
			meter.Sent(t.Context(), c.charge)
			meter.Ended(t.Context(), c.charge)
			all := entries(t, l)
			if len(all) != 1 || said(all[0]) != c.want {
				t.Fatalf("%q, want %q", said(all[0]), c.want)
			}
		})
	}
}

func said(e ledger.Entry) string {
	s := fmt.Sprintf("%s %d/%d", e.State, e.Counts.InputTokens(), e.Counts.OutputTokens())
	if e.Cost == nil {
		return s + " no price"
	}
	s += fmt.Sprintf(" %d %s", e.Cost.Micros, e.Cost.Currency)
	if e.About {
		s += " about"
	}
	return s + " " + string(e.Source)
}

// Whichever call of the disk fails, what was asked is in the ledger a little later, once.
func TestAFailedWriteIsTriedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	for n, failed := 1, true; failed; n++ {
		synctest.Test(t, func(t *testing.T) {
			driver, now := sqlitetest.NewDriver(t), noon
			l, done := openWith(t, path, sqlite.Options{Driver: driver}, nil, &now)
			defer done()
			synctest.Wait() // the ledger is ready
			driver.Fail(n)
			charge := client.Charge{ID: uint64(n), Model: "m", Purpose: client.PurposeSpeech}
			l.Meter("here").Sent(t.Context(), charge)
			l.Flush()
			failed = driver.Mend()
			charge.Answered = true
			l.Meter("here").Ended(t.Context(), charge)
			if all := entries(t, l); len(all) != n || all[0].State != ledger.StateCounted {
				t.Errorf("after call %d failed: %+v", n, all)
			}
		})
	}
}

// What the disk refuses until the end is told when the ledger is closed.
func TestAnEntryThatIsLostAtTheEndIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		driver, now := sqlitetest.NewDriver(t), noon
		db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "library.db"), sqlite.Options{Driver: driver})
		if err != nil {
			t.Fatal(err)
		}
		l := ledger.New(ledger.Options{Database: db, Prices: prices{}, CommonOptions: owner.CommonOptions{Now: func() time.Time { return now }}})
		synctest.Wait() // the ledger is ready
		driver.Before(func() { driver.Fail(1) })
		l.Meter("here").Ended(t.Context(), client.Charge{ID: 1, Model: "m", Purpose: client.PurposeSpeech, Answered: true})
		if err := l.Close(); !errors.Is(err, sqlitetest.ErrFailed) {
			t.Errorf("got %v", err)
		}
		driver.Before(nil)
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
}

// What was on its way when the program was killed is perhaps billed; a price that changes leaves
// the past alone.
func TestTheLedgerIsThereAfterARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	now := noon
	price := &cost.Price{Currency: "USD", Input: of[int64](1_000_000), Output: of[int64](1_000_000)}
	l, done := open(t, path, price, &now)
	defer done()
	ctx := cost.WithSubject(t.Context(), cost.Subject{Purpose: cost.Chatting, Conversation: "c", Request: "r"})
	first := client.Charge{ID: 1, Purpose: client.PurposeChat, Model: "m", Attempts: 1, Answered: true, Usage: usage(10, 20)}
	l.Meter("here").Ended(ctx, first)
	l.Meter("here").Sent(ctx, client.Charge{ID: 2, Purpose: client.PurposeChat, Model: "m", Attempts: 1, Prompt: []string{"Hello"}})
	l.Meter("here").Sent(ctx, client.Charge{ID: 2, Purpose: client.PurposeChat, Model: "m", Attempts: 2, Prompt: []string{"Hello"}})
	l.Flush()

	*price = cost.Price{Currency: "USD", Input: of[int64](5_000_000), Output: of[int64](5_000_000)}
	// while the first still holds the file, as after kill -9
	again, doneAgain := open(t, path, price, &now)
	defer doneAgain()
	again.Meter("here").Ended(ctx, client.Charge{ID: 1, Purpose: client.PurposeChat, Model: "m", Attempts: 1, Answered: true, Usage: usage(10, 20)})
	all := entries(t, again)
	if len(all) != 3 || said(all[0]) != "counted 10/20 30 USD user" || said(all[1]) != "unanswered 1/0 1 USD about user" || all[1].Attempts != 2 || said(all[2]) != "counted 10/20 150 USD user" {
		t.Fatalf("%+v", all)
	}
	totals, err := again.Requests(t.Context(), "c")
	if total := totals["r"]; err != nil || total.Requests != 4 || total.Sum.Amounts[0].Micros != 181 || !total.Estimated || total.Unanswered != 1 {
		t.Errorf("%+v, %v", totals, err)
	}
}

// Sums by day, chat and month agree with the entries, whatever these are, and no currencies are
// mixed.
func TestTheModelsAConnectionWasAskedForAreKnownForGood(t *testing.T) {
	now := noon
	l, done := open(t, filepath.Join(t.TempDir(), "library.db"), nil, &now)
	defer done()
	for i, c := range []struct {
		connection chat.ID
		model      string
		err        error
	}{
		{"here", "oak", nil},
		{"here", "elm", nil},
		{"there", "ash", nil},
		{"here", "oak", nil},
		{"here", "", nil},
		{"here", "misspelled", &failure.Error{Status: 404}},
	} {
		now = now.Add(time.Hour)
		l.Meter(c.connection).Ended(t.Context(), client.Charge{ID: uint64(i + 1), Purpose: client.PurposeChat, Model: c.model, Attempts: 1, Answered: c.err == nil, Err: c.err})
	}
	l.Flush()
	if got, err := l.Models(t.Context(), "here"); err != nil || !slices.Equal(got, []string{"oak", "elm"}) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestSumsAgree(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Lisbon")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	path := filepath.Join(t.TempDir(), "library.db")
	now := noon
	l, done := open(t, path, &cost.Price{Currency: "USD", Input: of[int64](3_000_000), Output: of[int64](15_000_000)}, &now)
	defer done()
	fill(t.Context(), l, &now, 2000, random)
	l.Flush()
	at := time.Date(2026, 10, 25, 3, 0, 0, 0, zone) // summer time ends on that day
	all, err := l.Entries(t.Context(), ledger.MonthOf(at))
	if err != nil || len(all) < 100 {
		t.Fatalf("%d entries, %v", len(all), err)
	}
	var want ledger.Total
	days, chats := map[int]int{}, map[chat.ID]int{}
	for _, e := range all {
		one := ledger.Total{Requests: e.Attempts, Counts: e.Counts}
		if e.Cost == nil {
			one.Sum.Unknown = 1
		} else if e.Cost.Currency != "" {
			one.Sum.Add(*e.Cost)
		}
		want.Add(one)
		days[e.At.Day()] += e.Attempts
		chats[e.Conversation] += e.Attempts
		if e.At.Month() != time.October {
			t.Errorf("%v is not of the month", e.At)
		}
	}
	month := ledger.MonthOf(at)
	var spans []ledger.Span
	for from := month.From; from.Before(month.To); from = from.AddDate(0, 0, 1) {
		spans = append(spans, ledger.Span{From: from, To: from.AddDate(0, 0, 1)})
	}
	groups, err := l.Totals(t.Context(), spans)
	if err != nil {
		t.Fatal(err)
	}
	var byDay, whole ledger.Total
	for _, g := range groups {
		byDay.Add(g.Total)
		days[g.Span+1] -= g.Requests
	}
	// A month is read from the sums of days but for its first and last hour.
	if groups, err = l.Totals(t.Context(), []ledger.Span{{From: noon, To: noon}, month}); err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		if whole.Add(g.Total); g.Span != 1 {
			t.Errorf("%+v in an empty span", g)
		}
	}
	totals, err := l.Chats(t.Context(), month)
	if err != nil {
		t.Fatal(err)
	}
	var byChat ledger.Total
	for _, c := range totals {
		byChat.Add(c.Total)
		chats[c.Conversation] -= c.Requests
	}
	for what, got := range map[string]ledger.Total{"day": byDay, "chat": byChat, "month": whole} {
		if got.Requests != want.Requests || got.Counts.Sound != want.Counts.Sound || got.Counts.Characters != want.Counts.Characters || what == "chat" && got.Counts != want.Counts || fmt.Sprint(got.Sum.Amounts, got.Sum.Unknown) != fmt.Sprint(want.Sum.Amounts, want.Sum.Unknown) {
			t.Errorf("by %s %+v, want %+v", what, got, want)
		}
	}
	for day, n := range days {
		if n != 0 {
			t.Errorf("day %d is off by %d", day, n)
		}
	}
	for c, n := range chats {
		if n != 0 {
			t.Errorf("chat %q is off by %d", c, n)
		}
	}
	if first, err := l.First(t.Context(), zone); err != nil || first.Year() != 2025 || first.Month() != time.December {
		t.Errorf("%v, %v", first, err)
	}
}

// The costs of a project are those of its chats, also of deleted ones; those of a deleted project
// count as outside.
func TestTheCostsOfAProjectAreThoseOfItsChats(t *testing.T) {
	now := noon
	path := filepath.Join(t.TempDir(), "library.db")
	l, done := open(t, path, &cost.Price{Currency: "USD", Input: of[int64](1_000_000)}, &now)
	defer done()
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(t.Context(), sqlite.Durable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), `INSERT INTO project (id, name, created, deleted_at) VALUES ('house', 'House', 1, 0), ('gone', 'Gone', 1, 2);
			INSERT INTO conversation (id, title, project, created, updated, deleted_at)
				VALUES ('a', '', 'house', 1, 1, 0), ('b', '', 'house', 1, 1, 2), ('c', '', 'gone', 1, 1, 0), ('d', '', '', 1, 1, 0)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []chat.ID{"a", "b", "c", "d", "", "a"} {
		ctx := cost.WithSubject(t.Context(), cost.Subject{Purpose: cost.Chatting, Conversation: c})
		l.Meter("s").Ended(ctx, client.Charge{ID: uint64(i + 1), Purpose: client.PurposeChat, Model: "m", Attempts: 1, Answered: true, Usage: usage(1000, 0)})
	}
	l.Flush()
	got := map[chat.ID]int{}
	totals, err := l.Projects(t.Context(), ledger.MonthOf(noon))
	for _, p := range totals {
		got[p.Conversation] = p.Requests
	}
	if err != nil || len(totals) != 2 || got["house"] != 3 || got[""] != 3 {
		t.Errorf("%v, %v", got, err)
	}
}

// fill puts requests of a year into the ledger.
func fill(ctx context.Context, l *ledger.Ledger, now *time.Time, n int, random *rand.Rand) {
	year := 330 * 24 * time.Hour
	begin := noon.Add(-year)
	purposes := cost.Purposes()
	for i := range n {
		*now = begin.Add(year / time.Duration(n) * time.Duration(i+1))
		c := client.Charge{ID: uint64(1_000_000 + i), Purpose: client.PurposeChat, Model: "m", Attempts: 1 + random.IntN(2), Answered: true, Usage: usage(random.IntN(5000), random.IntN(900))}
		switch random.IntN(10) {
		case 0:
			c.Usage.Cost = &cost.Money{Micros: int64(random.IntN(9000)), Currency: "EUR"}
		case 1:
			c.Usage, c.Prompt, c.Reply = nil, []string{"Hello"}, "Hello"
		case 2:
			c.Purpose, c.Usage, c.Characters = client.PurposeSpeech, nil, 100
		case 3:
			c.Usage, c.Answered, c.Err = nil, false, &failure.Error{Status: 500}
		}
		subject := cost.Subject{Purpose: purposes[random.IntN(len(purposes))], Conversation: chat.ID(fmt.Sprint("c", random.IntN(n/20+1)))}
		l.Meter(chat.ID(fmt.Sprint("s", random.IntN(3)))).Ended(cost.WithSubject(ctx, subject), c)
	}
}

// BenchmarkWrite measures what a request waits for, and what a row takes until the disk has it.
// Goal: 0.1 ms a row.
func BenchmarkWrite(b *testing.B) {
	now := noon
	l, done := open(b, filepath.Join(b.TempDir(), "library.db"), nil, &now)
	defer done()
	meter := l.Meter("here")
	id := uint64(0)
	told := time.Duration(0)
	for b.Loop() {
		began := time.Now()
		for range 100 {
			id++
			meter.Ended(b.Context(), client.Charge{ID: id, Purpose: client.PurposeChat, Model: "m", Attempts: 1, Answered: true, Usage: usage(10, 20)})
		}
		told += time.Since(began)
		l.Flush()
	}
	b.ReportMetric(float64(told)/float64(id), "ns-told/row")
	b.ReportMetric(float64(b.Elapsed())/float64(id), "ns-written/row")
}

// BenchmarkTotals reads what the page of a month and of a year shows, of 100,000 requests in a
// year. Goal: 100 ms.
func BenchmarkTotals(b *testing.B) {
	now := noon
	l, done := open(b, filepath.Join(b.TempDir(), "library.db"), &cost.Price{Currency: "USD", Input: of[int64](1), Output: of[int64](1)}, &now)
	defer done()
	fill(b.Context(), l, &now, 100_000, rand.New(rand.NewPCG(1, 2)))
	l.Flush()
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		b.Fatal(err)
	}
	month := ledger.MonthOf(noon.In(zone).AddDate(0, -1, 0))
	var days, months []ledger.Span
	for from := month.From; from.Before(month.To); from = from.AddDate(0, 0, 1) {
		days = append(days, ledger.Span{From: from, To: from.AddDate(0, 0, 1)})
	}
	for m := range 12 {
		months = append(months, ledger.MonthOf(time.Date(2026, time.Month(m+1), 1, 0, 0, 0, 0, zone)))
	}
	for what, spans := range map[string][]ledger.Span{"month": days, "year": months} {
		b.Run(what, func(b *testing.B) {
			for b.Loop() {
				if _, err := l.Totals(b.Context(), spans); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("chats", func(b *testing.B) {
		for b.Loop() {
			if _, err := l.Chats(b.Context(), month); err != nil {
				b.Fatal(err)
			}
		}
	})
}
