package window

import (
	"cmp"

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
	pin := widgets.MenuItem{Icon: "pin", Words: lang.L("Pin"), Reason: reason, Do: func() { v.sidebar.On.Pin(c.ID, true) }}
	if c.Pinned {
		pin.Icon, pin.Words, pin.Do = "pin-off", lang.L("Unpin"), func() { v.sidebar.On.Pin(c.ID, false) }
	}
	items := []widgets.MenuItem{
		{Icon: "pencil", Words: lang.L("Rename"), Reason: reason, Do: func() { v.renameInPlace(c.ID) }},
		pin,
		{Icon: "copy", Words: lang.L("Copy the whole chat"), Reason: reason, Do: func() { v.exporter.CopyChat(c.ID) }},
		{Icon: "copy", Words: lang.L("Copy the whole chat as Markdown"), Reason: reason, Do: func() { v.exporter.CopyChatAsMarkdown(c.ID) }},
		{Icon: "download", Words: lang.L("Save the chat as…"), Reason: reason, Do: func() { v.exporter.AskSave(c.ID, "", v.title()) }},
		{Icon: "printer", Words: lang.L("Print the chat…"), Reason: reason, Do: func() { v.exporter.Print(c.ID, "", v.title()) }},
		{Icon: "trash-2", Words: lang.L("Delete"), Danger: true, Reason: reason, Do: func() { v.nav.Delete(c.ID) }},
		{Icon: "undo-2", Words: lang.L("Recently deleted"), Do: v.deleted.Open},
	}
	if v.core.Settings.Get().Comfort.Simple {
		items = append(items, widgets.MenuItem{Icon: "sliders-horizontal", Words: lang.L("Simple view is on · Turn off"), Do: func() { v.settings.SetSimple(false) }})
	}
	widgets.ShowMenu(anchor, items)
}

// renameInPlace turns the title in the sidebar into a field.
func (v *Window) renameInPlace(id chat.ID) {
	v.frame.ShowSidebar()
	v.sidebar.Rename(id)
}

// title returns what the open chat is called.
func (v *Window) title() string { return cmp.Or(v.open.Title, lang.L("Chat")) }
