package adjust

import (
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// thinking adds the setting for how much the model thinks before it answers, for a model that is
// known to think.
func (p *Panel) thinking(f *form.Form) {
	if p.model.Thinks != catalog.Yes {
		return
	}
	const field = chat.FieldReasoningEffort
	p.setting(f, 0, func() {
		name, now := words.SettingName(field), p.params.ReasoningEffort
		choice := f.Dropdown(name, words.Effort(now), func(anchor *widgets.Dropdown) {
			var items []widgets.MenuItem
			for _, effort := range []string{"", chat.EffortNone, chat.EffortLow, chat.EffortHigh} {
				items = append(items, widgets.MenuItem{Text: words.Effort(effort), Chosen: effort == now, Do: func() {
					p.params.ReasoningEffort = effort
					p.changed()
				}})
			}
			widgets.ShowMenu(anchor, items)
		})
		hint := ""
		if now == chat.EffortHigh {
			hint = i18n.Text("Slower, and you pay for the thinking")
		}
		f.Row(name, hint, choice)
	}, field)
}

// ignored adds a note below a slider that the model ignores while it thinks.
func (p *Panel) ignored(f *form.Form, name string, value *float64) {
	if value != nil && p.model.IgnoresSampling() && p.params.ReasoningEffort != chat.EffortNone {
		f.Muted(i18n.Text("This model ignores “{{.Setting}}” while it thinks.", map[string]any{"Setting": name}))
	}
}
