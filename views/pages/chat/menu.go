package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parlando/views/widgets"
)

// showMenu opens the menu of the open chat.
func (p *Page) showMenu(anchor fyne.CanvasObject) {
	c := p.open
	reason := ""
	if c.ID == "" {
		reason = lang.L("There is nothing in this chat yet.")
	}
	pin := widgets.MenuItem{Icon: "pin", Words: lang.L("Pin"), Reason: reason, Do: func() { p.Owners.Chats.Pin(c.ID, true) }}
	if c.Pinned {
		pin.Icon, pin.Words, pin.Do = "pin-off", lang.L("Unpin"), func() { p.Owners.Chats.Pin(c.ID, false) }
	}
	items := []widgets.MenuItem{
		{Icon: "pencil", Words: lang.L("Rename"), Reason: reason, Do: func() { p.Owners.Chats.Rename(c.ID) }},
		pin,
		{Icon: "copy", Words: lang.L("Copy the whole chat"), Reason: reason, Do: func() { p.Owners.Exporter.CopyChat(c.ID) }},
		{Icon: "copy", Words: lang.L("Copy the whole chat as Markdown"), Reason: reason, Do: func() { p.Owners.Exporter.CopyChatAsMarkdown(c.ID) }},
		{Icon: "download", Words: lang.L("Save the chat as…"), Reason: reason, Do: func() { p.Owners.Exporter.AskSave(c.ID, "", p.title()) }},
		{Icon: "printer", Words: lang.L("Print the chat…"), Reason: reason, Do: func() { p.Owners.Exporter.Print(c.ID, "", p.title()) }},
		{Icon: "trash-2", Words: lang.L("Delete"), Danger: true, Reason: reason, Do: func() { p.Owners.Chats.Delete(c.ID) }},
		{Icon: "undo-2", Words: lang.L("Recently deleted"), Do: p.Links.ShowDeleted},
	}
	if p.Owners.Settings.Get().Comfort.Simple {
		items = append(items, widgets.MenuItem{Icon: "sliders-horizontal", Words: lang.L("Simple view is on · Turn off"), Do: func() { p.Links.SetSimple(false) }})
	}
	widgets.ShowMenu(anchor, items)
}
