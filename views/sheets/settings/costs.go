package settings

import (
	"parlando/app/cost"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/words"
)

// warnings are the amounts to choose from, in millionths of the currency; 0 means never.
var warnings = []int64{0, 10_000, 50_000, 250_000, 1_000_000}

// costs adds the section about costs.
func (p *page) costs() {
	p.Row(i18n.Text("Costs"), i18n.Text("What you have spent, month by month"), p.link(i18n.Text("Show costs…"), Costs))
	p.Row(i18n.Text("Prices"), i18n.Text("For models whose service doesn't state a price"), p.link(i18n.Text("Set prices…"), Prices))
	switch l := p.state.Limit; {
	case l.Spent != "":
		p.Row(i18n.Text("Monthly limit of {{.Name}}", map[string]any{"Name": l.Name}), l.Spent, p.link(i18n.Text("Change…"), Limit))
	case l.Name != "":
		p.Row(i18n.Text("Monthly limit of {{.Name}}", map[string]any{"Name": l.Name}), i18n.Text("Parlando asks before each request when it is reached"), p.link(i18n.Text("Set a limit…"), Limit))
	}
	p.onOff(i18n.Text("Show costs under replies and transcripts"), "", func(c *settings.Settings) *bool { return &c.Costs.UnderReplies })
	amounts := []string{i18n.TextIn("warning", "Never")}
	for _, micros := range warnings[1:] {
		amounts = append(amounts, words.ExactAmount(cost.Money{Micros: micros, Currency: p.state.Currency}))
	}
	option(p, i18n.Text("Warn me before a message that costs more than"), "", amounts, warnings, func(c *settings.Settings) *int64 { return &c.Costs.WarnAbove })
}
