package adjust

import (
	"strings"

	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// instructions adds the row that shows how the instructions begin, and expanded a field for them.
func (p *Panel) instructions(f *form.Form) {
	name, detail := i18n.Text("Instructions"), ""
	if !p.writing {
		detail, _, _ = strings.Cut(strings.TrimSpace(p.params.Instructions), "\n")
		if detail == "" {
			detail = i18n.Text("The model reads this first.")
		}
	}
	field := i18n.Text("Your instructions")
	f.Block(4, func() {
		p.fold(f, name, detail, p.writing, func() {
			p.writing = !p.writing
			p.form.Update()
			if p.writing {
				p.form.Focus(widgets.CanvasOf(p), field)
			}
		})
		if p.writing {
			f.Add(f.Field(form.Field{
				Name: field, Placeholder: i18n.Text("For example: Write as you would to a friend."), Rows: 4, Value: p.params.Instructions,
				OnChange: func(text string) {
					p.params.Instructions = text
					p.changed()
				},
			}), widgets.Gap(8))
		}
	})
}
