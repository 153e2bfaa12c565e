package chat

import (
	"context"
	"slices"

	"parlando/app/history"

	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/views/composer"
	"parlando/views/i18n"
	"parlando/views/uithread"
)

// draftBox synchronizes the message box with the draft of the open chat. Use it only on the
// window's thread.
type draftBox struct {
	*base
	drafts  *drafts.Drafts
	history *history.Store

	// loads is the scope of the draft reads.
	loads  *uithread.Scope
	sender *sender
	// shown is called when the message box shows another draft.
	shown func(chat.Draft)

	// box provides value. It is nil before the page has shown a chat; text typed until then goes to
	// the new chat.
	box   *drafts.MessageBox
	value drafts.Snapshot
	queue queueView
	// said is the last toast shown by Say.
	said string

	// showMessage shows a message in the conversation.
	showMessage func(chat.ID)
	// canceled is the message whose edit was canceled last, "" after a later edit or send.
	canceled chat.ID
	// original is the message being edited; only its id is known until it has been read.
	original chat.Draft
}

// draftNotice is the key of the notice about a draft that could not be read.
const draftNotice = "draft"

// show switches to the draft of a chat and reads it if necessary. Text typed before the read is
// complete is appended to the draft.
func (b *draftBox) show(id chat.ID) {
	if b.box != nil {
		b.box.Leave()
	}
	b.loads.Reset()
	b.composer.ClearNotice(draftNotice)
	b.canceled = ""
	box, v := b.drafts.Open(id)
	b.box = box
	b.adopt(v)
	if !b.value.Read {
		b.read()
	}
}

// read reads the stored draft. If that fails, a notice offers to try again.
func (b *draftBox) read() {
	id := b.value.Conversation
	uithread.Load(b.loads, func() (struct{}, error) {
		return struct{}{}, b.drafts.Read(context.Background(), id)
	}, func(struct{}) { b.follow() }, func(err error) {
		b.follow()
		b.Log.Error("A draft could not be read", "error", err)
		if !b.body.ReadFailed() { // else the page itself offers to read the whole chat again
			b.composer.SetNotice(composer.Notice{
				Key: draftNotice, Danger: true, Button: i18n.Text("Try again"), Action: b.read,
				Text: i18n.Text("Your unsent message couldn't be read. It's still saved."),
			})
		}
	})
}

// follow shows changes to the draft that were made outside the message box.
func (b *draftBox) follow() {
	if b.box != nil {
		b.adopt(b.box.Get())
	}
}

// adopt stores a new state of the draft, and shows the state's text if it has changed.
func (b *draftBox) adopt(v drafts.Snapshot) {
	b.value = v
	if v.Changed {
		b.words(v.Draft)
	}
	if v.Read {
		b.composer.ClearNotice(draftNotice)
	}
	b.nameEdited()
	b.queue.follow(v)
	if v.NotSent != nil {
		b.box.Acknowledge()
		b.sender.notSent(v.NotSent)
	}
}

// nameEdited shows which message is being edited. After a restart, it reads the message first.
func (b *draftBox) nameEdited() {
	id := b.value.Draft.Edits
	if id == "" {
		return
	}
	if b.original.Edits != id {
		b.original = chat.Draft{Edits: id}
		uithread.Load(b.loads, func() ([]chat.Message, error) {
			return b.history.Messages(context.Background(), []chat.ID{id})
		}, func(ms []chat.Message) {
			if len(ms) > 0 && b.original.Edits == id {
				b.original = draftOf(ms[0])
				b.nameEdited()
			}
		}, func(err error) { b.Log.Warn("The edited message could not be read", "error", err) })
	}
	b.composer.SetEditedMessage(b.original.Text, b.value.Edited)
}

func (b *draftBox) words(d chat.Draft) {
	d.Parts = lastOfEach(d.Parts)
	b.composer.SetDraft(d)
	b.shown(d)
}

// changed stores the content of the message box.
func (b *draftBox) changed() {
	if b.box == nil { // Parlando has just started, and has not read the chat to show yet
		typed := b.composer.Draft()
		b.show("")
		b.words(typed)
	}
	b.adopt(b.box.Set(b.composer.Draft()))
}

// put replaces the content of the box and stores it.
func (b *draftBox) put(d chat.Draft) {
	b.words(d)
	b.changed()
}

// answered empties the box after its content d became the answer to a question.
func (b *draftBox) answered(d chat.Draft) {
	if now := b.value.Draft; now.Edits == "" && len(now.Parts) == 0 && now.Text == d.Text {
		b.put(chat.Draft{})
	}
}

// takeOut removes the message from the box to send it. If it cannot be sent, it returns to the box.
func (b *draftBox) takeOut(d chat.Draft) *drafts.TakenMessage {
	b.canceled = ""
	message, v := b.box.Take(d)
	b.adopt(v)
	return message
}

// edit shows an earlier message for editing, with the changes of a canceled edit if there was one,
// and sets the content of the box aside. Sending creates a new branch beside the old message. edit
// returns false if the draft has not been read yet.
func (b *draftBox) edit(message chat.Draft) bool {
	return b.begin(message, (*drafts.MessageBox).BeginEdit)
}

// editAnew is edit for a message that Parlando has changed, for instance by shrinking its pictures.
func (b *draftBox) editAnew(d chat.Draft) bool {
	return b.begin(d, (*drafts.MessageBox).BeginEditAnew)
}

func (b *draftBox) begin(d chat.Draft, edit func(*drafts.MessageBox, chat.Draft) drafts.Snapshot) bool {
	b.composer.FocusText()
	if !b.value.Read {
		b.Frame.Toasts().Say(i18n.Text("Wait until your unsent message has loaded."), "", nil)
		return false
	}
	b.original, b.canceled = d, ""
	b.adopt(edit(b.box, d))
	return true
}

// CancelEdit stops editing an earlier message. Editing that message again restores the changes.
func (b *draftBox) CancelEdit() {
	edited := b.value.Draft.Edits
	v, kept := b.box.EndEdit()
	b.adopt(v)
	b.composer.FocusText()
	if b.canceled = ""; kept {
		b.canceled = edited
		b.Say(i18n.Text("Your changes are kept with that message."), i18n.Text("Edit again"), b.resumeEdit)
	}
}

// DiscardEdit stops editing an earlier message and discards the changes. A toast offers Undo.
func (b *draftBox) DiscardEdit() {
	v, discarded := b.box.DiscardEdit()
	b.adopt(v)
	b.composer.FocusText()
	if b.canceled = ""; discarded.Edits == "" {
		return
	}
	b.Say(i18n.Text("Your changes were discarded."), i18n.Text("Undo"), func() {
		b.box.KeepEdit(discarded)
		b.sender.Edit(discarded.Edits)
	})
}

// UndoElsewhere implements composer.Drafts.
func (b *draftBox) UndoElsewhere() {
	if !b.Frame.Toasts().Undo() {
		b.resumeEdit()
	}
}

// resumeEdit resumes the edit that was canceled last.
func (b *draftBox) resumeEdit() {
	if b.canceled != "" && b.value.Draft.Edits == "" {
		b.sender.Edit(b.canceled)
	}
}

// ShowEdited shows the edited message in the conversation.
func (b *draftBox) ShowEdited() { b.showMessage(b.value.Draft.Edits) }

// Say shows a toast about the draft. The toast's button does nothing after another chat was opened.
func (b *draftBox) Say(sentence, button string, do func()) {
	shown, guarded := b.box, do
	if do != nil {
		guarded = func() {
			if b.box == shown {
				do()
			}
		}
	}
	b.Frame.Toasts().Say(sentence, button, guarded)
	b.said = sentence
}

// forgetSaid removes the toast shown by Say, because the message was sent.
func (b *draftBox) forgetSaid() {
	b.Frame.Toasts().ClearSaid(b.said)
	b.said = ""
}

// quote adds a passage of the conversation to the message.
func (b *draftBox) quote(passage string) {
	b.composer.Quote(passage)
	b.changed()
}

// lastOfEach removes all parts of a transcript but the last.
func lastOfEach(parts []chat.Part) []chat.Part {
	out := parts[:0:0]
	for i, p := range parts {
		again := p.Kind == chat.PartTranscript && slices.ContainsFunc(parts[i+1:], func(q chat.Part) bool {
			return q.Kind == chat.PartTranscript && q.Transcript == p.Transcript
		})
		if !again {
			out = append(out, p)
		}
	}
	return out
}

// draftOf returns a draft that edits a message of the user.
func draftOf(m chat.Message) chat.Draft {
	return chat.Draft{Text: m.Text(), Edits: m.ID, Parts: slices.DeleteFunc(slices.Clone(m.Parts), func(p chat.Part) bool {
		return !p.Kind.IsAttached()
	})}
}
