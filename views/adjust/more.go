package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// more adds the rarely used settings below a heading that expands them. They are built at the first
// expansion, which saves time at the program's start; later, collapsing only hides them.
func (p *Panel) more(f *form.Form) {
	head := form.Control(f, "more", func() *widgets.Button {
		return widgets.NewButton(i18n.Text("More settings"), widgets.Quiet, p.toggleMore)
	})
	head.SetIcon("chevron-right")
	if p.expanded {
		head.SetIcon("chevron-down")
		p.wasExpanded = true
	}
	p.moreBox = f.Group(&widgets.Column{Gap: 8}, func() {
		f.Add(container.New(atLeft{}, head))
		if p.wasExpanded {
			inside := f.Group(&widgets.Column{Gap: 14}, func() {
				p.answer(f)
				p.stops(f)
				p.several(f)
				p.seed(f)
				p.user(f)
				p.allAtOnce(f)
				p.toolChoice(f)
			})
			widgets.SetVisible(inside, p.expanded)
			f.Add(inside)
		}
	})
	f.Add(p.moreBox)
}

// toggleMore expands or collapses the rarely used settings, as the user asked.
func (p *Panel) toggleMore() {
	p.SetExpanded(!p.expanded)
	if p.expanded {
		// The expanded settings may be below the visible part of the panel.
		p.form.Scroll.ScrollToOffset(fyne.NewPos(0, p.moreBox.Position().Y))
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
		f.Muted(i18n.Text("response_format"))
	}, chat.FieldResponseFormat)
}

// allAtOnce adds the switch that requests complete replies instead of streamed ones.
func (p *Panel) allAtOnce(f *form.Form) {
	p.setting(f, 2, func() {
		f.Add(f.Check(i18n.Text("Wait for full replies"), p.params.AllAtOnce, func(on bool) {
			p.params.AllAtOnce = on
			p.changed()
		}))
		f.Muted(i18n.Text("Stream off · shows nothing until the reply is complete"))
	}, chat.FieldStream)
}

// toolChoice adds the setting for whether the model uses the tools of the chat (GATEWAY.md 4.1.1).
// It adds nothing in chats without tools.
func (p *Panel) toolChoice(f *form.Form) {
	p.setting(f, 4, func() {
		if len(p.params.Tools) == 0 {
			return
		}
		name := i18n.Text("Tool use")
		f.Body(name)
		f.Add(f.Dropdown(name, toolChoiceName(p.params.ToolChoice), func(anchor *widgets.Dropdown) {
			var items []widgets.MenuItem
			for _, choice := range append([]string{"", chat.ToolsNone, chat.ToolsRequired}, p.params.Tools...) {
				items = append(items, widgets.MenuItem{Text: toolChoiceName(choice), Chosen: choice == p.params.ToolChoice, Do: func() {
					p.params.ToolChoice = choice
					p.changed()
				}})
			}
			widgets.ShowMenu(anchor, items)
		}))
		f.Muted(i18n.Text("tool_choice · “must use” applies to the first request of a reply"))
	}, chat.FieldToolChoice)
}

func toolChoiceName(choice string) string {
	switch choice {
	case "":
		return i18n.Text("Model decides")
	case chat.ToolsNone:
		return i18n.Text("Never")
	case chat.ToolsRequired:
		return i18n.Text("Must use a tool")
	}
	title, _ := words.ToolName(choice)
	return i18n.Text("Must use: {{.Tool}}", map[string]any{"Tool": title})
}

// atLeft aligns an object to the left at its minimum width.
type atLeft struct{}

// MinSize implements fyne.Layout.
func (atLeft) MinSize(o []fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, o[0].MinSize().Height) }

// Layout implements fyne.Layout.
func (atLeft) Layout(o []fyne.CanvasObject, size fyne.Size) {
	m := o[0].MinSize()
	o[0].Resize(fyne.NewSize(min(m.Width, size.Width+10), m.Height))
	o[0].Move(fyne.NewPos(-10, 0)) // aligns the label with the text above
}
