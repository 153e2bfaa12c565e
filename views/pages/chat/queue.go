package chat

import (
	"slices"

	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/views/conversation/cards"
	"parlando/views/i18n"
)

// queueView shows the queued messages of the open chat below its conversation.
type queueView struct {
	*base
	// latest is the current state of the draft. shown lists the queued messages in the view: a
	// message that leaves the queue stays in shown until the thread contains the message.
	latest drafts.Snapshot
	shown  []drafts.QueuedMessage
}

// follow stores a new state of the draft. If messages leave the queue because they are being sent,
// the view does not change until update.
func (q *queueView) follow(v drafts.Snapshot) {
	leaves := v.Conversation == q.latest.Conversation && slices.ContainsFunc(q.shown, func(old drafts.QueuedMessage) bool {
		return !slices.ContainsFunc(v.Queued, func(one drafts.QueuedMessage) bool { return one.ID == old.ID })
	})
	q.latest = v
	if !leaves {
		q.update()
	}
}

// update shows the messages of the latest state.
func (q *queueView) update() {
	q.shown = q.latest.Queued
	q.show()
}

// show shows the queued messages, each with the reason why it waits.
func (q *queueView) show() {
	if len(q.shown) == 0 {
		q.view.SetQueue(q.latest.Conversation, nil)
		return
	}
	id := q.latest.Conversation
	_, writing := q.replies.Active(id)
	asking := q.replies.Asking()[id]
	// first[paused] is true until the first paused (true) or other (false) message has been listed.
	first := map[bool]bool{true: true, false: true}
	var all []cards.QueuedMessage
	for _, one := range q.shown {
		paused := one.Paused != drafts.NotPaused
		why := i18n.Text("Will be sent after the message above.")
		if first[paused] {
			why = waitsFor(one.Paused, asking)
		}
		parts := slices.Clone(one.Draft.Parts)
		if one.Draft.Text != "" {
			parts = append(parts, chat.Part{Kind: chat.PartText, Text: one.Draft.Text})
		}
		all = append(all, cards.QueuedMessage{
			Message: chat.Message{ID: one.ID, Conversation: id, Role: chat.User, State: chat.Done, Parts: parts},
			Why:     why, CanSend: first[paused] && (paused && !writing || asking && !paused),
		})
		first[paused] = false
	}
	q.view.SetQueue(id, all)
}

// waitsFor returns the sentence about what the first queued message waits for.
func waitsFor(paused drafts.PauseReason, asking bool) string {
	switch paused {
	case drafts.ReplyFailed:
		return i18n.Text("Not sent because a reply failed.")
	case drafts.ReplyStopped:
		return i18n.Text("Not sent because you stopped a reply.")
	case drafts.Restarted:
		return i18n.Text("Not sent because Parlando was closed.")
	case drafts.NotSent:
		return i18n.Text("This message wasn't sent.")
	}
	if asking {
		return i18n.Text("Waiting for your answer to the question above. “Send now” stops that reply.")
	}
	return i18n.Text("This will be sent when the reply is finished.")
}

// queueActions performs the actions on queued messages.
type queueActions struct {
	drafts *draftBox
	sender *sender
}

// SendNow implements cards.Queue.
func (q queueActions) SendNow() { q.sender.SendNow() }

// EditQueued implements cards.Queue.
func (q queueActions) EditQueued(id chat.ID) {
	before := q.drafts.value.Draft
	if q.drafts.recall(q.drafts.drafts.EditQueued, id) && before.Edits == "" && !before.Empty() {
		q.drafts.Say(i18n.Text("Your draft returns when you send this message."), "", nil)
	}
}

// TakeBack implements cards.Queue.
func (q queueActions) TakeBack(id chat.ID) { q.drafts.recall(q.drafts.drafts.TakeBack, id) }

// recall takes a message out of the queue. It returns false if the message is already being sent.
func (b *draftBox) recall(take func(conversation, id chat.ID) bool, id chat.ID) bool {
	edits := b.value.Draft.Edits
	taken := take(b.value.Conversation, id)
	b.follow()
	b.queue.update()
	if !taken {
		return false
	}
	if edits != "" && b.value.Draft.Edits == edits {
		b.Frame.Toasts().Say(i18n.Text("The message you didn't send comes back here when you finish editing."), "", nil)
	}
	b.composer.FocusText()
	return true
}
