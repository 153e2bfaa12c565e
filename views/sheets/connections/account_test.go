package connections

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/connections"
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
	c.Focus(w.field("Account page"))
	w.field("Account page").SetText("nowhere")
	c.Unfocus()
	w.told(`account "nowhere"`)
	if said := w.reads(); !strings.Contains(said, "This is no page.") {
		t.Errorf("it is not said why: %s", said)
	}
	w.field("Account page").SetText("billing.example.org")
	if said := w.reads(); strings.Contains(said, "This is no page.") {
		t.Error("it is still said while something else is typed")
	}
	c.Focus(w.field("Account page"))
	w.field("Account page").TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	c.Unfocus()
	w.told(`account "billing.example.org"`)
	if got := w.field("Account page").Text; got != "https://billing.example.org" {
		t.Errorf("the field shows %q", got)
	}
	w.press("Open account page")
	w.told("open")
	w.field("Account page").SetText("nowhere")
	w.field("Account page").OnFocusLost()
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

func TestARefusalAndTheOffersAfterATestAreScrolledTo(t *testing.T) {
	w := open(t, theme.Light, 560, 240, nil)
	p := w.page(pageState())
	p.OnAccountPage = func(string) string { return "This is no page." }
	inSight := func(what string, o fyne.CanvasObject) {
		t.Helper()
		if top := w.place(o).Y - w.place(p.Scroll).Y; top < 0 || top+o.Size().Height > p.Scroll.Size().Height {
			t.Errorf("%s is at %v of %v", what, top, p.Scroll.Size().Height)
		}
	}
	c := w.window.Canvas()
	c.Focus(w.field("Account page"))
	w.field("Account page").SetText("nowhere")
	c.Unfocus()
	inSight("the refusal", p.note)
	p.Tested(connections.CheckResult{Check: connections.CheckModels, OK: true})
	inSight("the last test", p.Named("Transcribe a word"))
}
