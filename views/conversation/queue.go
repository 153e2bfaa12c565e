package conversation

import (
	"slices"

	"parlando/app/chat"
	"parlando/views/conversation/cards"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// queue has the queued messages of a conversation.
type queue struct {
	conversation chat.ID
	messages     []cards.QueuedMessage
}

// SetQueue shows the queued messages of a conversation below its other messages, whenever that
// conversation is shown.
func (v *View) SetQueue(conversation chat.ID, messages []cards.QueuedMessage) {
	c := v.column
	if was := c.queue; was.conversation == conversation && slices.EqualFunc(was.messages, messages, sameQueued) {
		return
	}
	c.queue = queue{conversation, messages}
	if c.waiting == 0 && (conversation != c.conversation || len(messages) == 0) {
		return
	}
	keep, focused := c.keep(), v.keyboard.focusedMessage()
	old, oldItems := c.index, c.items
	c.items = slices.Clone(c.items[:len(c.items)-c.waiting])
	c.index = make(map[chat.ID]int, len(old))
	for i, it := range c.items {
		c.index[it.head.ID] = i
	}
	c.appendQueue(old, oldItems)
	c.port.Top = min(c.port.Top, max(len(c.items)-1, 0))
	c.visible = nil // refers to the previous items
	v.selector.clear()
	v.pointer.reset()
	v.keyboard.refocus(focused)
	c.restore(keep)
	v.keyboard.ring()
	v.follower.catchUp()
}

func sameQueued(a, b cards.QueuedMessage) bool {
	return a.Message.ID == b.Message.ID && a.Why == b.Why && a.CanSend == b.CanSend
}

// appendQueue appends the queued messages to the items; old maps ids to reusable oldItems.
func (v *column) appendQueue(old map[chat.ID]int, oldItems []*threadItem) {
	v.waiting = 0
	if v.queue.conversation != v.conversation {
		return
	}
	_, width := v.edges()
	for _, q := range v.queue.messages {
		if _, sent := v.index[q.Message.ID]; sent {
			continue
		}
		it := &threadItem{head: chat.Head{ID: q.Message.ID, Role: chat.User, Bytes: len(q.Message.Text())}}
		if at, ok := old[it.head.ID]; ok {
			it = oldItems[at]
		} else {
			it.height = v.guess(it.head, width)
		}
		it.queued = &q
		it.setMessage(q.Message, false)
		v.index[it.head.ID] = len(v.items)
		v.items = append(v.items, it)
		v.waiting++
	}
}

// queuedItems returns the menu items of a queued message.
func (v *menu) queuedItems(q *cards.QueuedMessage) (out []widgets.MenuItem) {
	o, id := v.column, q.Message.ID
	if text := cards.CopyText(q.Message); text != "" {
		out = append(out, widgets.MenuItem{Icon: "copy", Text: i18n.Text("Copy message"), Do: func() { o.OnCopy(text) }})
	}
	if q.CanSend {
		out = append(out, widgets.MenuItem{Icon: "arrow-up", Text: i18n.Text("Send now"), Do: func() { o.Queue.SendNow() }})
	}
	return append(out,
		widgets.MenuItem{Icon: "pencil", Text: i18n.Text("Edit"), Do: func() { o.Queue.EditQueued(id) }},
		widgets.MenuItem{Icon: "undo-2", Text: i18n.Text("Don't send"), Do: func() { o.Queue.TakeBack(id) }})
}
