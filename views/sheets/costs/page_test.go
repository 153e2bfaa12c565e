package costs

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
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
		OnPage: func(id chat.ID) { did = append(did, "page of "+string(id)) }, OnPrices: say("prices"), OnSave: say("save"), OnTryAgain: say("again"),
	})
	w := test.NewTempWindow(t, p.frame)
	w.Resize(fyne.NewSize(720, 900))
	month := monthCosts{Month: time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC), Days: 30}
	paid := month
	paid.Accounts = []account{
		{ID: "a", Name: "One", HasPage: true, Total: ledger.Total{Requests: 2}},
		{ID: "b", Name: "Two", HasPage: true, Total: ledger.Total{Requests: 1}},
		{ID: "c", Name: "Three", Total: ledger.Total{Requests: 1}},
	}
	unread := month
	unread.Problem = "They couldn't be read."
	for _, c := range []struct {
		shown monthCosts
		said  string
		did   []string
	}{
		{month, "No paid requests this month.", []string{"prices"}},
		{paid, "See your account page for what you were actually charged.", []string{"page of a", "page of b", "prices", "save"}},
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
	s := monthCosts{
		Month: time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC), Days: 30,
		Accounts: []account{{ID: "a", Name: "One", HasPage: true}, {ID: "b", Name: "Two", HasPage: true}},
	}
	p.Set(s)
	for _, name := range []string{"account b", "Group by", "Set prices…"} {
		p.Focus(w.Canvas(), name)
		had := w.Canvas().Focused()
		s.By, s.Accounts = byDay, []account{s.Accounts[1], s.Accounts[0]}
		p.Set(s)
		if had == nil || w.Canvas().Focused() != had || p.Named(name).(fyne.Focusable) != had {
			t.Errorf("the keyboard was at %q, and is at %T", name, w.Canvas().Focused())
		}
	}
}
