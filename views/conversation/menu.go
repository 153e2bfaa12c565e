package conversation

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/conversation/cards"
	"parlando/views/i18n"
	"parlando/views/textview/edit"
	"parlando/views/widgets"
)

// menu opens the menus of messages.
type menu struct {
	owner    fyne.CanvasObject
	column   *column
	viewport *viewport
	selector *selector
	pointer  *pointer
}

// ShowText implements cards.Overlays.
func (v *menu) ShowText(title, text string) { edit.ShowText(widgets.CanvasOf(v.owner), title, text) }

// OpenMenu implements cards.Overlays: the menu opens below the message's "More" button.
func (v *menu) OpenMenu(id chat.ID) {
	i, ok := v.column.index[id]
	if !ok {
		return
	}
	for _, a := range v.viewport.actions(i) {
		if a.spot.Name == i18n.Text("More") {
			v.open(i, fyne.NewPos(a.area.X, a.area.Y), a.area.H)
			return
		}
	}
	v.open(i, v.pointer.at, 0)
}

// open shows the menu of a message below a position, or below a button of that height.
func (v *menu) open(i int, pos fyne.Position, height float32) {
	c := widgets.CanvasOf(v.owner)
	if c == nil || v.column.items[i].message == nil {
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(v.owner).Add(pos)
	from := -1
	if w, _, _ := v.viewport.find(pos); w != nil && w.item == i {
		if place, ok := v.selector.offsetUnder(pos); ok {
			from = place
		}
	}
	items, name := v.items(i, from), i18n.Text("Reply")
	if v.column.items[i].head.Role == chat.User {
		name = i18n.Text("Your message")
	}
	v.pointer.move(pos, false) // hides the tooltip, which would otherwise stay beside the menu
	widgets.ShowMenuAt(c, at, height, items).SetName(name)
}

// items returns the menu of item i; from is the byte offset of the text under the pointer, -1 for
// none.
func (v *menu) items(i, from int) []widgets.MenuItem {
	m := v.column.items[i].message
	if q := v.column.items[i].queued; q != nil {
		return v.queuedItems(q)
	}
	out := v.copyItems(m)
	add := func(icon, label string, do func()) {
		out = append(out, widgets.MenuItem{Icon: icon, Text: label, Do: do})
	}
	o := v.column
	if o.OnReadAloud != nil && strings.TrimSpace(m.Text()) != "" {
		icon, name := v.column.loudspeaker(m.ID)
		add(icon, name, func() { o.OnReadAloud(m.ID, -1) })
		if from >= 0 {
			add("text-cursor-input", i18n.Text("Read aloud from here"), func() { o.OnReadAloud(m.ID, from) })
		}
	}
	if m.Role != chat.User && m.State.Ended() && cards.HasVisibleText(*m) {
		if o.OnSave != nil {
			add("download", i18n.Text("Save reply as…"), func() { o.OnSave(m.ID) })
		}
		if o.OnPrint != nil {
			add("printer", i18n.Text("Print reply…"), func() { o.OnPrint(m.ID) })
		}
	}
	if files := attached(*m); len(files) > 0 && o.Projects != nil {
		add("folder", i18n.Text("Add files to a project…"), func() { o.Projects.AskToAdd(files) })
	}
	if m.Role == chat.User && !o.ReadOnly {
		add("pencil", i18n.Text("Edit and send again"), func() { o.Messages.Edit(m.ID) })
	}
	if m.Role != chat.User && m.State.Ended() && !o.ReadOnly {
		add("refresh-cw", i18n.Text("Try again"), func() { o.Messages.Regenerate(m.ID) })
	}
	if m.Role != chat.User && m.State.Ended() && m.Request != nil {
		label, fold := v.column.details(v.column.items[i])
		add("info", label, fold)
	}
	if o.ReadOnly {
		return out
	}
	if m.Sibling > 1 {
		add("chevron-left", i18n.Text("Previous reply"), func() { o.Messages.Choose(m.ID, -1) })
	}
	if m.Sibling < m.Siblings {
		add("chevron-right", i18n.Text("Next reply"), func() { o.Messages.Choose(m.ID, +1) })
	}
	return append(out, v.deletions(i)...)
}

// attached returns the attachments of a message that can be added to a project.
func attached(m chat.Message) []chat.Part {
	return slices.DeleteFunc(slices.Clone(m.Parts), func(p chat.Part) bool {
		return p.Blob == nil && !p.IsAttachedText() || p.IsCut()
	})
}

// deletions returns the menu items that delete message i, alone or with those after it. A message
// whose reply is being written is not deleted alone.
func (v *menu) deletions(i int) (out []widgets.MenuItem) {
	m := v.column.items[i].message
	if !m.State.Ended() {
		return nil
	}
	add := func(label string, remove func(chat.ID)) {
		out = append(out, widgets.MenuItem{Icon: "trash-2", Text: label, Danger: true, Do: func() { remove(m.ID) }})
	}
	rest := v.column.items[i+1:]
	follows := len(rest) > 0 && rest[0].queued == nil
	if !follows || rest[0].message == nil || rest[0].message.State.Ended() {
		add(i18n.Text("Delete this message"), v.column.Messages.DeleteAlone)
	}
	if follows {
		add(i18n.Text("Delete from here on"), v.column.Messages.Delete)
	}
	return out
}

// copyItems returns the menu items that copy and quote a message or the selection.
func (v *menu) copyItems(m *chat.Message) (out []widgets.MenuItem) {
	add := func(icon, label string, do func()) {
		out = append(out, widgets.MenuItem{Icon: icon, Text: label, Do: do})
	}
	o := v.column
	if text := v.selector.selectedText(); text != "" {
		passages := v.selector.passages()
		add("text-cursor-input", i18n.Text("Copy selection"), func() { o.OnCopySelection(text, passages) })
	}
	says, text := cards.HasVisibleText(*m), func() string { return cards.CopyText(*m) }
	if says {
		if m.Role == chat.User {
			add("copy", i18n.Text("Copy message"), func() { o.OnCopy(text()) })
		} else {
			add("copy", i18n.Text("Copy reply"), func() { o.OnCopyReply(*m, false) })
			add("copy", i18n.Text("Copy as Markdown"), func() { o.OnCopyReply(*m, true) })
		}
	}
	if o.OnQuote != nil {
		if quote := v.selector.quotation(); quote != "" {
			add("text-quote", i18n.Text("Quote selection"), func() { o.OnQuote(quote) })
		} else if says {
			label := i18n.Text("Quote reply")
			if m.Role == chat.User {
				label = i18n.Text("Quote message")
			}
			add("text-quote", label, func() { o.OnQuote(text()) })
		}
	}
	return out
}

// details returns the label and the action that show or hide the details of a reply's request.
func (v *column) details(it *threadItem) (label string, fold func()) {
	open := it.folds.RequestDetails(it.message)
	was := *open
	label = i18n.Text("Details")
	if was {
		label = i18n.Text("Hide details")
	}
	return label, func() {
		*open = was
		it.card.ToggleDetails(open)
	}
}
