package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// answer shows the selected answer form (GATEWAY.md 4.1.5) and opens the menu of forms.
type answer struct {
	object fyne.CanvasObject
	choice *widgets.Dropdown
}

func newAnswer(p *Panel) *answer {
	a := &answer{}
	name := i18n.Text("Reply as")
	a.choice = widgets.NewDropdown(name, func() { p.OnAnswerForm(a.choice) })
	a.object = container.New(&widgets.Column{Gap: 4}, widgets.NewBody(name).NoMargin(), a.choice, small(i18n.Text("response_format")))
	widgets.SetVisible(a.object, p.OnAnswerForm != nil)
	return a
}

func (a *answer) show(f *chat.AnswerForm) {
	_, form := words.AnswerForm(f)
	a.choice.Set(form)
}
