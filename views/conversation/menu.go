package conversation

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/views/widgets"
)

// menuFor opens the menu of a message at its "more" button.
func (v *View) menuFor(id chat.ID) {
	i, ok := v.index[id]
	if !ok {
		return
	}
	for _, a := range v.actions(i) {
		if a.spot.Name == lang.L("More") {
			v.menu(i, fyne.NewPos(a.area.X, a.area.Y+a.area.H+4))
			return
		}
	}
	v.menu(i, v.pointer.at)
}

// menuAtCurrent opens the menu of the message the keyboard is at.
func (v *View) menuAtCurrent() {
	i := v.currentItem()
	for _, at := range v.stage.visible {
		if at.item == i {
			x, _ := v.column()
			v.menu(i, fyne.NewPos(x, max(at.y, 0)+40))
		}
	}
}

// menu shows everything that can be done with a message.
func (v *View) menu(i int, pos fyne.Position) {
	c := widgets.CanvasOf(v)
	if c == nil || v.items[i].message == nil {
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(v).Add(pos)
	from := -1
	if w, _, _ := v.find(pos); w != nil && w.item == i {
		if place, ok := v.offsetUnder(pos); ok {
			from = place
		}
	}
	widgets.ShowMenuAt(c, at, 0, v.menuItems(i, from))
}

// menuItems are the lines of the menu of an item; from is the byte of its text under the pointer, -1 for none.
func (v *View) menuItems(i, from int) []widgets.MenuItem {
	it := v.items[i]
	m := it.message
	var out []widgets.MenuItem
	add := func(icon, label string, do func()) {
		out = append(out, widgets.MenuItem{Icon: icon, Words: label, Do: do})
	}
	if text := v.selectedText(); text != "" {
		passages := v.passages()
		add("text-cursor-input", lang.L("Copy the selection"), func() { v.OnCopySelection(text, passages) })
	}
	if text := clean(*m); text != "" {
		if m.Role == chat.User {
			add("copy", lang.L("Copy the message"), func() { v.OnCopy(text) })
		} else {
			add("copy", lang.L("Copy the message"), func() { v.OnCopyReply(*m) })
			add("copy", lang.L("Copy as Markdown"), func() { v.OnCopy(text) })
		}
	}
	if v.OnQuote != nil {
		if text := v.quotation(); text != "" {
			add("text-quote", lang.L("Quote the selection"), func() { v.OnQuote(text) })
		} else if text := clean(*m); text != "" {
			add("text-quote", lang.L("Quote the message"), func() { v.OnQuote(text) })
		}
	}
	if v.OnReadAloud != nil && strings.TrimSpace(m.Text()) != "" {
		icon, name := v.loudspeaker(m.ID)
		add(icon, name, func() { v.OnReadAloud(m.ID, -1) })
		if from >= 0 {
			add("text-cursor-input", lang.L("Read aloud from here"), func() { v.OnReadAloud(m.ID, from) })
		}
	}
	if m.Role != chat.User && m.State.Ended() && clean(*m) != "" {
		if v.OnSave != nil {
			add("download", lang.L("Save the reply as…"), func() { v.OnSave(m.ID) })
		}
		if v.OnPrint != nil {
			add("printer", lang.L("Print the reply…"), func() { v.OnPrint(m.ID) })
		}
	}
	if m.Role == chat.User {
		add("pencil", lang.L("Edit and send again"), func() { v.OnEdit(m.ID) })
	} else if m.State.Ended() {
		add("refresh-cw", lang.L("Try again"), func() { v.OnRegenerate(m.ID) })
		if m.Request != nil {
			trouble := m.Request.Trouble != nil
			open := it.folds.about
			if trouble {
				open = it.folds.details
			}
			label := lang.L("Details")
			if open {
				label = lang.L("Hide the details")
			}
			add("info", label, func() {
				if trouble {
					it.folds.details = !open
				} else {
					it.folds.about = !open
				}
				v.relay(it)
			})
		}
	}
	if m.Sibling > 1 {
		add("chevron-left", lang.L("The one before"), func() { v.OnChoose(m.ID, -1) })
	}
	if m.Sibling < m.Siblings {
		add("chevron-right", lang.L("The next one"), func() { v.OnChoose(m.ID, +1) })
	}
	if m.State.Ended() {
		out = append(out, widgets.MenuItem{Icon: "trash-2", Words: lang.L("Delete"), Danger: true, Do: func() { v.OnDelete(m.ID) }})
	}
	return out
}
