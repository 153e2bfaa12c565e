package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// toolChoice selects whether the model uses the tools of the chat (GATEWAY.md 4.1.1). It is hidden
// in chats without tools.
type toolChoice struct {
	object fyne.CanvasObject
	choice *widgets.Dropdown
}

func newToolChoice(p *Panel) *toolChoice {
	t := &toolChoice{}
	name := i18n.Text("Tool use")
	t.choice = widgets.NewDropdown(name, func() {
		var items []widgets.MenuItem
		for _, choice := range append([]string{"", chat.ToolsNone, chat.ToolsRequired}, p.params.Tools...) {
			items = append(items, widgets.MenuItem{Text: toolChoiceName(choice), Chosen: choice == p.params.ToolChoice, Do: func() {
				p.params.ToolChoice = choice
				t.show(p)
				p.changed()
			}})
		}
		widgets.ShowMenu(t.choice, items)
	})
	t.object = container.New(&widgets.Column{Gap: 4}, widgets.NewBody(name).NoMargin(), t.choice,
		small(i18n.Text("tool_choice · “must use” applies to the first request of a reply")))
	t.show(p)
	return t
}

func (t *toolChoice) show(p *Panel) {
	t.choice.Set(toolChoiceName(p.params.ToolChoice))
	if len(p.params.Tools) > 0 {
		t.object.Show()
	} else {
		t.object.Hide()
	}
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
