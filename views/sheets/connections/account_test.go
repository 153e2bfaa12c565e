package connections

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/settings"
	"parlando/views/theme"
)

func TestAnAccountPageIsTypedRefusedAndOpened(t *testing.T) {
	w := open(t, theme.Light, 560, 1400, nil)
	s := pageState()
	p := w.page(s)
	p.OnOpenAccountPage = func() { w.say("open") }
	p.OnAccountPage = func(typed string) string {
		w.say("account %q", typed)
		if !strings.HasPrefix(typed, "billing") {
			return "This is no page."
		}
		s.Connection.Account = "https://" + typed
		s.AccountPage = s.Connection.Account
		p.Set(s)
		return ""
	}
	offers := func() bool {
		return slices.ContainsFunc(w.all(), func(o fyne.CanvasObject) bool { return o.Visible() && nameOf(o) == "Open account page" })
	}
	if offers() {
		t.Error("a page is offered where none is known")
	}
	c := w.window.Canvas()
	c.Focus(p.account.field)
	p.account.field.SetText("nowhere")
	c.Unfocus()
	w.told(`account "nowhere"`)
	if said := w.reads(); !strings.Contains(said, "This is no page.") {
		t.Errorf("it is not said why: %s", said)
	}
	p.account.field.SetText("billing.example.org")
	if said := w.reads(); strings.Contains(said, "This is no page.") {
		t.Error("it is still said while something else is typed")
	}
	c.Focus(p.account.field)
	p.account.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	c.Unfocus()
	w.told(`account "billing.example.org"`)
	if got := p.account.field.Text; got != "https://billing.example.org" {
		t.Errorf("the field shows %q", got)
	}
	w.press("Open account page")
	w.told("open")
	p.account.field.SetText("nowhere")
	p.saveAccountPage()
	w.press("Open account page") // not the one before
	w.told(`account "nowhere"`)
}

func TestTheKnownAccountPageStandsInTheEmptyField(t *testing.T) {
	w := open(t, theme.Light, 560, 1400, nil)
	s := pageState()
	s.Connection.Address, s.AccountPage = "https://openrouter.ai/api/v1", "https://openrouter.ai/activity"
	if w.page(s); !strings.Contains(w.reads(), "https://openrouter.ai/activity") {
		t.Errorf("%s", w.reads())
	}
	s.Connection.Kind = settings.Local
	if w.page(s); strings.Contains(w.reads(), "Account page") {
		t.Error("a program on this computer has an account page")
	}
}
