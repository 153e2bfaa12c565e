package adjust

import (
	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// more adds the rarely used settings below a row that expands them. They are built at the first
// expansion, which saves time at the program's start; later, collapsing only hides them.
func (p *Panel) more(f *form.Form) {
	p.wasExpanded = p.wasExpanded || p.expanded
	f.Block(8, func() {
		p.moreRow = p.fold(f, i18n.Text("More settings"), "", p.expanded, p.toggleMore)
		if p.wasExpanded {
			inside := f.Group(&widgets.Column{Gap: 14}, func() {
				p.number(f, chat.FieldTopP)
				p.number(f, chat.FieldPresencePenalty)
				p.answer(f)
				p.toolChoice(f)
				p.stops(f)
				p.seed(f)
				p.allAtOnce(f)
				p.user(f)
			})
			widgets.SetVisible(inside, p.expanded)
			f.Add(inside)
		}
	})
}

// toggleMore expands or collapses the rarely used settings, as the user asked.
func (p *Panel) toggleMore() {
	p.SetExpanded(!p.expanded)
	if p.expanded {
		// The expanded settings may be below the visible part of the panel.
		p.form.Scroll.ScrollToOffset(fyne.NewPos(0, p.form.Top(p.moreRow)))
	}
	widgets.CallWith(p.OnExpanded, p.expanded)
}

// answer adds the dropdown that shows the answer form (GATEWAY.md 4.1.5) and opens a menu of forms.
func (p *Panel) answer(f *form.Form) {
	p.setting(f, 4, func() {
		if p.OnAnswerForm == nil {
			return
		}
		name := i18n.Text("Reply as")
		_, chosen := words.AnswerForm(p.params.Answer)
		f.Body(name)
		f.Add(f.Dropdown(name, chosen, func(anchor *widgets.Dropdown) { p.OnAnswerForm(anchor) }))
	}, chat.FieldResponseFormat)
}

// allAtOnce adds the switch that requests complete replies instead of streamed ones.
func (p *Panel) allAtOnce(f *form.Form) {
	p.setting(f, 2, func() {
		name := i18n.Text("Wait for complete replies")
		f.Row(name, "", f.Switch(name, p.params.AllAtOnce, func(on bool) {
			p.params.AllAtOnce = on
			p.changed()
		}))
	}, chat.FieldStream)
}
