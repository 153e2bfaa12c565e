package costs

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/app/ledger"
	"parlando/views/form"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
)

func TestThePageOffersWhatItsCostsAllow(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	var did []string
	say := func(what string) func() { return func() { did = append(did, what) } }
	p := newPage(calls{
		OnPage: func(id chat.ID) { did = append(did, "page of "+string(id)) }, OnPrices: say("prices"),
		OnPrice: func(u unpricedModel) { did = append(did, "price of "+u.Model) },
		OnSave:  say("save"), OnTryAgain: say("again"),
	})
	w := test.NewTempWindow(t, p.frame)
	w.Resize(fyne.NewSize(720, 900))
	none := shownCosts{Periods: []string{"Today", "7 days", "November", "2026"}, Period: month}
	paid := none
	paid.Rows, paid.Bars = []costRow{{What: "One · oak", Total: ledger.Total{Requests: 2}}}, []bar{{1, "1 November: 1 request"}}
	paid.Accounts = []account{{ID: "a", Name: "One"}, {ID: "b", Name: "Two"}}
	unpaid := none
	unpaid.Total.Requests, unpaid.Total.Sum.Unknown, unpaid.Unpriced = 3, 3, unpricedModel{"a", "oak"}
	partly := unpaid
	partly.Total.Sum.Unknown = 1
	unread := none
	unread.Problem = "They couldn't be read."
	for _, c := range []struct {
		shown shownCosts
		said  string
		did   []string
	}{
		{none, "No costs", []string{"prices"}},
		{paid, "What you were really charged is on your account page with the service.", []string{"save", "prices", "page of a", "page of b"}},
		{unpaid, "3 requests have no price yet.", []string{"price of oak", "prices"}},
		{partly, "Requests without a price: 1 of 3.", []string{"price of oak", "prices"}},
		{unread, "They couldn't be read.", []string{"again"}},
	} {
		did = nil
		p.Set(c.shown)
		if !slices.Contains(seen.Texts(w.Canvas()), c.said) {
			t.Errorf("it does not say %q: %q", c.said, seen.Texts(w.Canvas()))
		}
		for _, b := range form.Controls[*widgets.Button](p.Form) {
			test.Tap(b)
		}
		if !slices.Equal(did, c.did) {
			t.Errorf("its buttons did %q, not %q", did, c.did)
		}
	}
}

func TestTheKeyboardStaysWhereItIsWhenOtherCostsAreShown(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	p := newPage(calls{})
	w := test.NewTempWindow(t, p.frame)
	s := shownCosts{
		Periods: []string{"Today", "7 days", "November", "2026"}, Period: month, Earlier: true, Rows: []costRow{{}},
		Bars: []bar{{1, "1 November: $1.00"}, {2, "2 November: $2.00"}}, Accounts: []account{{ID: "a", Name: "One"}, {ID: "b", Name: "Two"}},
	}
	p.Set(s)
	for _, name := range []string{"account b", "chart", "Earlier month", "Group by", "Set prices…"} {
		p.Focus(w.Canvas(), name)
		had := w.Canvas().Focused()
		s.By, s.Accounts = byChat, []account{s.Accounts[1], s.Accounts[0]}
		p.Set(s)
		if had == nil || w.Canvas().Focused() != had || p.Named(name).(fyne.Focusable) != had {
			t.Errorf("the keyboard was at %q, and is at %T", name, w.Canvas().Focused())
		}
	}
}

// Under the mouse and with the arrow keys a bar tells its figure, to the eye and to a screen
// reader.
func TestABarTellsItsFigure(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	b := newBars()
	w := test.NewTempWindow(t, b)
	w.Resize(fyne.NewSize(720, 300))
	b.Set("Costs over time", "1 November", "today", []bar{{1, "1 November: $1.00"}, {0, "2 November: $0.00"}, {3, "3 November: $3.00"}})
	press := func(key fyne.KeyName) func() { return func() { b.TypedKey(&fyne.KeyEvent{Name: key}) } }
	point := func(x float32) func() {
		return func() { b.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 10)}}) }
	}
	for _, step := range []struct {
		name string
		do   func()
		want int
	}{
		{"at first", func() {}, -1},
		{"the mouse over the first", func() { b.MouseIn(&desktop.MouseEvent{}) }, 0},
		{"over the second, which is empty", point(b.room() * 1.5), 1},
		{"beyond the last", point(700), 2},
		{"away", b.MouseOut, -1},
		{"the keyboard", func() { w.Canvas().Focus(b) }, 2},
		{"Left", press(fyne.KeyLeft), 1},
		{"Home", press(fyne.KeyHome), 0},
		{"Left at the first", press(fyne.KeyLeft), 0},
		{"Right", press(fyne.KeyRight), 1},
		{"End", press(fyne.KeyEnd), 2},
		{"Right at the last", press(fyne.KeyRight), 2},
		{"fewer bars", func() { b.Set("Costs over time", "1 November", "today", b.all[:2]) }, 1},
		{"elsewhere", w.Canvas().Unfocus, -1},
	} {
		step.do()
		says := "Costs over time"
		if step.want >= 0 {
			says = b.all[step.want].Says
		}
		if shown := slices.Contains(seen.Texts(w.Canvas()), says); b.marked != step.want || b.AccessibilityLabel() != says || shown != (step.want >= 0) {
			t.Errorf("%s: %d is marked, it says %q, shown %v: %q", step.name, b.marked, b.AccessibilityLabel(), shown, seen.Texts(w.Canvas()))
		}
	}
}

func TestAPeriodHasABarForEachPartThatHasBegun(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Lisbon")
	if err != nil {
		t.Fatal(err)
	}
	at := func(month time.Month, day, hour int) time.Time {
		return time.Date(2026, month, day, hour, 30, 0, 0, zone)
	}
	for _, c := range []struct {
		name        string
		period      period
		at, now     time.Time
		n           int
		first, last string
	}{
		{"today", today, at(11, 24, 14), at(11, 24, 14), 15, "00:00", "14:00"},
		{"the day on which summer time ends", today, at(10, 25, 23), at(10, 25, 23), 25, "00:00", "23:00"},
		{"seven days", week, at(11, 2, 14), at(11, 2, 14), 7, "27 October", "2 November"},
		{"this month", month, at(11, 24, 14), at(11, 24, 14), 24, "1 November", "24 November"},
		{"a month before", month, at(2, 3, 0), at(11, 24, 14), 28, "1 February", "28 February"},
		{"this year", year, at(11, 24, 14), at(11, 24, 14), 11, "January 2026", "November 2026"},
	} {
		span := spanOf(c.period, c.at)
		bars := barsOf(c.period, span, c.now)
		if n := len(bars); n != c.n || !bars[0].From.Equal(span.From) || barName(c.period, bars[0].From) != c.first || barName(c.period, bars[n-1].From) != c.last {
			t.Errorf("%s: %d bars, %v", c.name, len(bars), bars)
		}
	}
}
