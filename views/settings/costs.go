package settings

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"parlando/app/settings"
	"parlando/views/widgets"
)

// warnings are the amounts that are offered, in millionths of the currency; 0 is never.
var warnings = []int64{0, 10_000, 50_000, 250_000, 1_000_000}

// costs shows the section about costs.
func (p *Settings) costs() {
	c := p.state.Settings.Costs
	p.heading(lang.L("Costs"))
	p.add(row(p.button(lang.L("What it cost…"), p.opens(Costs)), p.button(lang.L("Prices…"), p.opens(Prices))))
	p.add(widgets.Gap(2), widgets.NewMuted(lang.L("Show the cost under each reply")).Flush(),
		p.onOff(c.UnderReplies, func(s *settings.Settings, on bool) { s.Costs.UnderReplies = on }))
	p.add(widgets.Gap(2), widgets.NewMuted(lang.L("Warn before a message is sent that will cost more than this, in the currency of its price")).Flush(),
		p.choice([]string{lang.L("Never"), "0.01", "0.05", "0.25", "1.00"}, slices.Index(warnings, c.WarnAbove), func(i int) {
			p.choose(func(s *settings.Settings) { s.Costs.WarnAbove = warnings[i] })
		}))
}
