package window

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/views/uithread"
	"parley/views/widgets"
	"parley/views/words"
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

// copyChat copies the shown branch of a chat as text that says who said what.
func (v *Window) copyChat(id chat.ID) {
	uithread.Load(v.reads, func() (string, error) { return v.chatText(v.ctx, id) }, v.copy,
		v.couldNotRead(lang.L("This chat could not be read."), func() { v.copyChat(id) }))
}

func (v *Window) chatText(ctx context.Context, id chat.ID) (string, error) {
	heads, err := v.core.History.Thread(ctx, id)
	if err != nil {
		return "", err
	}
	return v.threadText(ctx, heads)
}

// threadText is a branch as text that says who said what.
func (v *Window) threadText(ctx context.Context, heads []chat.Head) (string, error) {
	ids := make([]chat.ID, len(heads))
	for i, h := range heads {
		ids[i] = h.ID
	}
	ms, err := v.core.History.Messages(ctx, ids)
	if err != nil {
		return "", err
	}
	var out []string
	for _, m := range ms {
		if s, ok := v.core.Replies.Snapshot(m.ID); ok {
			m = s.Message
		}
		if words := wordsOf(m); words != "" {
			out = append(out, speaker(m)+":\n"+words)
		}
	}
	return strings.Join(out, "\n\n"), nil
}

// speaker is who said a message.
func speaker(m chat.Message) string {
	switch {
	case m.Role == chat.User:
		return lang.L("You")
	case m.Request == nil:
		return lang.L("Reply")
	case m.Request.Served != "":
		return m.Request.Served
	}
	return m.Request.Asked
}

// wordsOf is a message as plain text; what was attached is named.
func wordsOf(m chat.Message) string {
	var out []string
	add := func(name string) { out = append(out, "["+name+"]") }
	for _, p := range m.Parts {
		switch p.Kind {
		case chat.PartText, chat.PartRefusal:
			out = append(out, p.Text)
		case chat.PartPasted:
			if p.Name != "" {
				add(p.Name)
			}
			out = append(out, p.Text)
		case chat.PartImage:
			name := p.Name
			if name == "" {
				name = lang.L("A picture")
			}
			add(name)
		case chat.PartFile:
			name := p.Name
			if name == "" {
				name = lang.L("Document")
			}
			if p.Pages > 0 {
				name += ", " + words.Pages(p.Pages)
			}
			add(name)
		case chat.PartRemoteImage:
			add(p.Text)
		case chat.PartTranscript: // it can be saved where it is
			add(lang.L("Transcript: {{.Name}}", map[string]any{"Name": p.Name}))
		case chat.PartReasoning, chat.PartSeam:
		}
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}
