package connections

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// account has the field of the account page and the button that opens it. They are reused when the
// page is rebuilt, so that a click on the button that ends the typing still reaches it.
type account struct {
	field   *widgets.Field
	refused *widgets.Text
	open    fyne.CanvasObject
}

func newAccount(p *detailPage) account {
	a := account{
		field:   widgets.NewField(i18n.Text("Account page"), ""),
		refused: widgets.NewText("", theme.ColorDanger, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin(),
	}
	a.open = row(button(i18n.Text("Open account page"), func() {
		if a.refused.Text() == "" {
			widgets.CallIfSet(p.OnOpenAccountPage)
		}
	}))
	a.set("", p.state)
	a.field.OnSubmitted = func(string) { p.saveAccountPage() }
	a.field.OnFocusLost = p.saveAccountPage
	a.field.OnChanged = func(string) { p.refuseAccountPage("") }
	return a
}

// set shows the values. Text being typed is kept.
func (a account) set(before string, s detailState) {
	if now := s.Connection.Account; now != before && a.field.Text == before {
		a.field.SetText(now)
	}
	known := connections.KnownAccountPage(s.Connection.Address)
	if known == "" {
		known = i18n.Text("Example: {{.Address}}", map[string]any{"Address": "https://example.org/usage"})
	}
	a.field.SetPlaceHolder(known)
	widgets.SetVisible(a.refused, a.refused.Text() != "")
	widgets.SetVisible(a.open, s.AccountPage != "")
}

// accountPage adds the field of the account page and the button that opens it.
func (p *detailPage) accountPage() {
	if p.state.Connection.Kind != settings.Service {
		return
	}
	p.heading(i18n.Text("Account page"))
	p.add(widgets.NewMuted(i18n.Text("The page where the service shows your usage and payments. Opens in your browser.")).NoMargin(),
		p.account.field, p.account.refused, p.account.open)
}

func (p *detailPage) saveAccountPage() {
	typed := p.account.field.Text
	if typed == p.state.Connection.Account || p.OnAccountPage == nil {
		return
	}
	refused := p.OnAccountPage(typed)
	if refused == "" {
		p.account.field.SetText(p.state.Connection.Account) // as it was stored
	}
	p.refuseAccountPage(refused)
}

func (p *detailPage) refuseAccountPage(refused string) {
	if p.account.refused.Text() == refused {
		return
	}
	p.account.refused.SetText(refused)
	widgets.SetVisible(p.account.refused, refused != "")
	p.list.Refresh()
	p.scroll.Content.Refresh()
	p.scroll.Refresh()
	if refused != "" {
		p.reveal(p.account.refused)
	}
}
