package settings

import (
	"slices"

	"parlando/app/cost"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// warnings are the selectable amounts, in millionths of the currency; 0 is never.
var warnings = []int64{0, 10_000, 50_000, 250_000, 1_000_000}

// costs adds the section about costs.
func (p *page) costs() {
	c := p.state.Settings.Costs
	p.heading(i18n.Text("Costs"))
	p.add(row(p.link(i18n.Text("Show costs…"), Costs), p.link(i18n.Text("Set prices…"), Prices)))
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Show costs under replies")).NoMargin(),
		p.onOff(c.UnderReplies, func(s *settings.Settings, on bool) { s.Costs.UnderReplies = on }))
	p.more(i18n.Text("More cost settings"), func() {
		amounts := []string{i18n.Text("Never")}
		for _, micros := range warnings[1:] {
			amounts = append(amounts, words.ExactAmount(cost.Money{Micros: micros, Currency: p.state.Currency}))
		}
		p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Warn me before I send a message that costs more than this")).NoMargin(),
			p.choice(amounts, slices.Index(warnings, c.WarnAbove), func(i int) {
				p.choose(func(s *settings.Settings) { s.Costs.WarnAbove = warnings[i] })
			}))
	})
}
