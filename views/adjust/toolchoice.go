package adjust

import (
	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// toolChoice adds the setting for whether the model uses the tools of the chat (GATEWAY.md 4.1.1).
// It adds nothing in chats without tools.
func (p *Panel) toolChoice(f *form.Form) {
	if len(p.params.Tools) == 0 {
		return
	}
	p.setting(f, 4, func() {
		name, hint, menu := ToolChoice(f, p.params, p.ToolTitle, func(choice string) {
			p.params.ToolChoice = choice
			p.changed()
		})
		f.Body(name)
		f.Add(menu)
		if hint != "" {
			f.Muted(hint)
		}
	}, chat.FieldToolChoice)
}

// ToolChoice returns the menu for whether the model uses the tools of a chat, its name, and a hint
// about what is chosen, "" for none. title returns the displayed name of a tool, and set receives
// the new chat.Parameters.ToolChoice.
func ToolChoice(f *form.Form, params chat.Parameters, title func(tool string) string, set func(choice string)) (name, hint string, menu *widgets.Dropdown) {
	name, now := i18n.Text("Tool use"), params.ToolChoice
	if now != "" && now != chat.ToolsNone {
		hint = i18n.Text("“Must use” is for the first step of a reply.")
	}
	return name, hint, f.Dropdown(name, words.ToolChoice(now, title), func(anchor *widgets.Dropdown) {
		var items []widgets.MenuItem
		for _, choice := range append([]string{"", chat.ToolsNone, chat.ToolsRequired}, params.Tools...) {
			items = append(items, widgets.MenuItem{Text: words.ToolChoice(choice, title), Chosen: choice == now, Do: func() { set(choice) }})
		}
		widgets.ShowMenu(anchor, items)
	})
}
