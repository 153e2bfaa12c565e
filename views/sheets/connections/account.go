package connections

import (
	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// accountPage adds the field for the address of the account page, and a button that opens the page.
func (p *detailPage) accountPage() {
	c := p.state.Connection
	if c.Kind != settings.Service {
		return
	}
	p.Heading(i18n.Text("Account page"))
	p.Muted(i18n.Text("The page where the service shows what you used and paid. It opens in your browser."))
	known := connections.KnownAccountPage(c.Address)
	if known == "" {
		known = i18n.Text("Example: {{.Address}}", map[string]any{"Address": "https://example.org/usage"})
	}
	p.Add(p.Field(form.Field{
		Name: i18n.Text("Account page"), Placeholder: known, Value: c.Account, Kept: "address",
		OnChange: func(string) { p.refuseAccountPage("") }, OnDone: p.saveAccountPage,
	}))
	if p.refused != "" {
		p.note = p.Wrong(p.refused)
	}
	if p.state.AccountPage != "" {
		p.AddRow(p.Button(i18n.Text("Open account page"), func() {
			if p.refused == "" {
				widgets.CallIfSet(p.OnOpenAccountPage)
			}
		}))
	}
}

func (p *detailPage) saveAccountPage(typed string) {
	if p.OnAccountPage == nil {
		return
	}
	refused := p.OnAccountPage(typed)
	if refused == "" {
		p.Draft.Used()
		p.Update() // shows the address as it was stored
	}
	p.refuseAccountPage(refused)
}

// refuseAccountPage shows why the typed address was not stored; "" removes the error.
func (p *detailPage) refuseAccountPage(refused string) {
	if p.refused == refused {
		return
	}
	p.refused = refused
	p.Update()
	if refused != "" {
		p.Reveal(p.note)
	}
}
