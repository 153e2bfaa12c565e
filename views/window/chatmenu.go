package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/views/widgets"
)

// showChatMenu opens the menu of the open chat.
func (v *Window) showChatMenu(anchor fyne.CanvasObject) {
	c := v.open
	reason := ""
	if c.ID == "" {
		reason = lang.L("There is nothing in this chat yet.")
	}
	pin := widgets.MenuItem{Icon: "pin", Words: lang.L("Pin"), Reason: reason, Do: func() { v.sidebar.OnPin(c.ID, true) }}
	if c.Pinned {
		pin.Icon, pin.Words, pin.Do = "pin-off", lang.L("Unpin"), func() { v.sidebar.OnPin(c.ID, false) }
	}
	items := []widgets.MenuItem{
		{Icon: "pencil", Words: lang.L("Rename"), Reason: reason, Do: func() { v.renameInPlace(c.ID) }},
		pin,
		{Icon: "copy", Words: lang.L("Copy the whole chat"), Reason: reason, Do: func() { v.copyChat(c.ID) }},
		{Icon: "copy", Words: lang.L("Copy the whole chat as Markdown"), Reason: reason, Do: func() { v.copyChatAsMarkdown(c.ID) }},
		{Icon: "download", Words: lang.L("Save the chat as…"), Reason: reason, Do: func() { v.askSaveChat(c.ID, "") }},
		{Icon: "printer", Words: lang.L("Print the chat…"), Reason: reason, Do: func() { v.print(c.ID, "") }},
		{Icon: "trash-2", Words: lang.L("Delete"), Danger: true, Reason: reason, Do: func() { v.deleteConversation(c.ID) }},
		{Icon: "undo-2", Words: lang.L("Recently deleted"), Do: v.showDeleted},
	}
	if v.core.Settings.Get().Comfort.Simple {
		items = append(items, widgets.MenuItem{Icon: "sliders-horizontal", Words: lang.L("Simple view is on · Turn off"), Do: func() { v.setSimple(false) }})
	}
	if menu := widgets.ShowMenu(anchor, items); menu != nil {
		v.popup(menu)
	}
}

// renameInPlace turns the title in the sidebar into a field.
func (v *Window) renameInPlace(id chat.ID) {
	if v.frame.folded() && !v.frame.sidebarSheet {
		v.frame.toggleSidebar()
	}
	v.sidebar.Rename(id)
}
