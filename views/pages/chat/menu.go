package chat

import (
	"slices"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
)

// CopyChat copies the open chat, then calls copied. It copies from memory if reading the chat
// fails.
func (p *Page) CopyChat(copied func()) {
	p.Owners.Exporter.CopyChat(p.open.ID, func() ([]chat.Head, []chat.Message) {
		heads, inMemory := p.view.ShownThread()
		p.Owners.Replies.ReplaceLive(inMemory)
		return heads, inMemory
	}, copied)
}

// showMenu opens the menu of the open chat; that of an empty chat has only what works there.
func (p *Page) showMenu(anchor fyne.CanvasObject) {
	c := p.open
	var items []widgets.MenuItem
	switch {
	case p.isBackup():
		widgets.ShowMenu(anchor, p.readingItems())
		return
	case c.temporary():
		items = slices.Concat([]widgets.MenuItem{{Icon: "download", Text: keepChat(), Do: func() { p.temporary.keep(func() {}) }}},
			p.copyItems(), []widgets.MenuItem{{Icon: "trash-2", Text: i18n.Text("Discard this chat"), Danger: true, Do: p.NewChat}})
	case c.ID == "" && c.Project != "":
		items = p.Owners.Chats.ProjectItems(c.Project)
	case c.ID != "":
		pin := widgets.MenuItem{Icon: "pin", Text: i18n.Text("Pin"), Do: func() { p.Owners.Chats.Pin(c.ID, true) }}
		if c.Pinned {
			pin.Icon, pin.Text, pin.Do = "pin-off", i18n.Text("Unpin"), func() { p.Owners.Chats.Pin(c.ID, false) }
		}
		items = slices.Concat([]widgets.MenuItem{
			{Icon: "pencil", Text: i18n.Text("Rename"), Do: func() { p.Owners.Chats.Rename(c.ID) }},
			pin,
		}, widgets.Rarely(p.Owners.Chats.MoveItems(c.ID, c.Project)...), p.readingItems(), []widgets.MenuItem{
			{Icon: "trash-2", Text: i18n.Text("Delete"), Danger: true, Do: func() { p.Owners.Chats.Delete(c.ID) }},
		})
	}
	items = append(items, widgets.MenuItem{Icon: "info", Text: i18n.Text("What is sent…"), Do: p.showOutgoing, Rare: true})
	items = append(items, widgets.Rarely(p.memories.menuItem()...)...)
	if !c.temporary() {
		items = append(items, widgets.MenuItem{Icon: "hourglass", Text: i18n.Text("Temporary chat ({{.Keys}})", map[string]any{"Keys": format.Keys("Ctrl+Shift+N")}), Do: p.temporary.begin, Rare: true})
	}
	items = append(items, widgets.MenuItem{Icon: "undo-2", Text: i18n.Text("Recently deleted"), Do: p.Links.ShowDeleted})
	items = append(items, widgets.MenuItem{Icon: "circle-question-mark", Text: i18n.Text("Help ({{.Keys}})", map[string]any{"Keys": format.Keys("F1")}), Do: func() { p.Frame.OpenHelp("") }})
	if p.Owners.Settings.Get().Comfort.Simple {
		items = append(widgets.FoldRare(items), widgets.MenuItem{Icon: "sliders-horizontal", Text: i18n.Text("Simple view · Turn off"), Do: func() { p.Links.SetSimple(false) }})
	}
	widgets.ShowMenu(anchor, items)
}

// readingItems returns the entries of the menu that only read the open chat.
func (p *Page) readingItems() []widgets.MenuItem {
	id := p.open.ID
	if id == "" {
		return nil
	}
	return append(p.copyItems(),
		widgets.MenuItem{Icon: "download", Text: i18n.Text("Save chat as…"), Do: func() { p.Owners.Exporter.AskSave(id, "", p.open.title()) }},
		widgets.MenuItem{Icon: "printer", Text: i18n.Text("Print chat…"), Do: func() { p.print("") }})
}

// copyItems returns the entries that find and copy in the open chat, which write nothing to disk.
func (p *Page) copyItems() []widgets.MenuItem {
	id := p.open.ID
	return widgets.Rarely([]widgets.MenuItem{
		{Icon: "search", Text: i18n.Text("Find in this chat ({{.Keys}})", map[string]any{"Keys": format.Keys("Ctrl+F")}), Do: func() { p.find.Do(shell.Find) }},
		{Icon: "copy", Text: i18n.Text("Copy chat"), Do: func() { p.CopyChat(func() { shell.SayCopied(p.Frame) }) }},
		{Icon: "copy", Text: i18n.Text("Copy chat as Markdown"), Do: func() { p.Owners.Exporter.CopyChatAsMarkdown(id) }},
	}...)
}

// print prints one message of the open chat, "" for all, with a program that reads a file.
func (p *Page) print(message chat.ID) {
	if !p.temporary.sayKeepFirst(i18n.Text("A temporary chat can't be printed, because that writes it to disk.")) {
		p.Owners.Exporter.Print(p.open.ID, message, p.open.title())
	}
}
