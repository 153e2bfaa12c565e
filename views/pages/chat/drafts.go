package chat

import (
	"context"
	"slices"

	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/views/composer"
	"parlando/views/i18n"
	"parlando/views/uithread"
)

// draftBox synchronizes the message box with the draft of the open chat. All of it is used on the
// window's thread.
type draftBox struct {
	*base
	// loads is the scope of the draft reads.
	loads *uithread.Scope
	// shown is called when the box shows another draft, notSent with the error that returned a
	// queued message.
	shown   func(chat.Draft)
	notSent func(error)

	// box is the source of value; nil before a chat was shown: text typed until then goes to the
	// new chat.
	box   *drafts.MessageBox
	value drafts.Snapshot
	// said is the last toast shown by Say.
	said string
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
	box, v := b.Owners.Drafts.Open(id)
	b.box = box
	b.adopt(v)
	if !b.value.Read {
		b.read()
	}
}

// read reads the stored draft, and offers to try again if that fails.
func (b *draftBox) read() {
	id := b.value.Conversation
	uithread.Load(b.loads, func() (struct{}, error) {
		return struct{}{}, b.Owners.Drafts.Read(context.Background(), id)
	}, func(struct{}) { b.follow() }, func(err error) {
		b.follow()
		b.Log.Error("Draft was not read", "error", err)
		if !b.body.ReadFailed() { // else the whole chat is offered to be read again
			b.composer.SetNotice(composer.Notice{
				Key: draftNotice, Danger: true, Button: i18n.Text("Try again"), Action: b.read,
				Text: i18n.Text("Your unsent message couldn't be read. It is still saved."),
			})
		}
	})
}

// follow applies changes that were made to the draft elsewhere.
func (b *draftBox) follow() {
	if b.box != nil {
		b.adopt(b.box.Get())
	}
}

// adopt takes over a new state of the draft, and shows its text if that differs from what is shown.
func (b *draftBox) adopt(v drafts.Snapshot) {
	b.value = v
	if v.Changed {
		b.words(v.Draft)
	}
	if v.Read {
		b.composer.ClearNotice(draftNotice)
	}
	b.composer.SetQueued(v.Waiting)
	if v.NotSent != nil {
		b.box.Acknowledge()
		b.notSent(v.NotSent)
	}
}

func (b *draftBox) words(d chat.Draft) {
	d.Parts = lastOfEach(d.Parts)
	b.composer.SetDraft(d)
	b.shown(d)
}

// changed stores the content of the box.
func (b *draftBox) changed() {
	if b.box == nil { // Parlando has just started, and is still reading what to show
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

// takeOut removes the message from the box to send it. Rejected content comes back.
func (b *draftBox) takeOut(d chat.Draft) *drafts.TakenMessage {
	message, v := b.box.Take(d)
	b.adopt(v)
	return message
}

// RecallQueued takes the waiting message out of the queue.
func (b *draftBox) RecallQueued() {
	edits := b.value.Draft.Edits
	b.Owners.Drafts.TakeBack(b.value.Conversation)
	b.follow()
	if edits != "" && b.value.Draft.Edits == edits {
		b.Frame.Toasts().Say(i18n.Text("The message you took back returns here when you finish editing."), "", nil)
	}
	b.composer.FocusText()
}

// edit shows an earlier message for editing; sending it creates a new branch beside the old one.
// The content of the box is set aside. It returns false if the draft has not been read yet.
func (b *draftBox) edit(d chat.Draft) bool {
	b.composer.FocusText()
	if !b.value.Read {
		b.Frame.Toasts().Say(i18n.Text("Wait until your unsent message has loaded."), "", nil)
		return false
	}
	b.adopt(b.box.BeginEdit(d))
	return true
}

// CancelEdit stops editing an earlier message. A toast offers to restore the changes.
func (b *draftBox) CancelEdit() {
	v, left := b.box.EndEdit()
	b.adopt(v)
	b.composer.FocusText()
	if left.Empty() {
		return
	}
	b.Frame.Toasts().Say(i18n.Text("Your changes were not included."), i18n.Text("Undo"), func() {
		if b.value.Conversation == v.Conversation && b.edit(left) {
			b.changed() // it is to be told again
		}
	})
}

// Say shows a toast about the draft. Its button does nothing after another chat was opened.
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

// lastOfEach keeps only the last part of each transcript.
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
