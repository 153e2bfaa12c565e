package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/views/composer"
)

func (v *Window) buildComposer() {
	v.composer = composer.New()
	v.composer.Canvas = v.window.Canvas()
	v.composer.OnSend = v.send
	v.composer.OnStop = func() { v.core.Replies.Stop(v.open.ID) }
	v.composer.OnAttach = v.showAttachMenu
	v.composer.OnLook = v.lookAt
	v.composer.OnOriginal = v.askForOriginal
	v.composer.OnPasteFiles = v.takeFiles
	v.composer.OnPasteImage = v.pastePicture
	v.composer.OnChanged = func(chat.Draft) {
		v.leftOut = nil
		v.keepDraft()
		v.refreshSight()
	}
	v.composer.OnSay = v.sayOfDraft
	v.composer.OnEscape = v.closeTop
	v.composer.OnPopup = v.popup
	v.composer.OnCancelEdit = v.cancelEdit
	v.composer.OnEditLast = v.editLast
	v.composer.OnTakeBack = v.takeBack
	v.composer.OnReadReplies = v.setReadReplies
	v.composer.SetReadReplies(v.core.Settings.Get().Speech.ReadReplies)
	v.composer.OnResized = func() { v.frame.relayout() }
}

// send stores the message and asks for the reply. The composer is emptied when the message is on disk, so that a failure
// leaves it where it was.
func (v *Window) send(d chat.Draft) {
	if _, ok := v.core.Connections.Current(); !ok {
		v.showWelcome()
		return
	}
	if v.middle.unread() {
		v.turnSent("")
		v.composer.SetNotice(composer.Notice{Danger: true, Text: notSentSentence() + " " + lang.L("This chat could not be read.")})
		return
	}
	v.frame.reservePlayer(v.core.Settings.Get().Speech.ReadReplies) // the message moves now, and not when the reading begins
	v.drafts.later.drop()
	v.leftOut = nil
	c, asked := v.open, v.opening
	model := v.model()
	reading := v.drafts.reading
	typed := reading.place(c.ID)
	v.drafts.turn(typed) // what was about to be stored is sent now
	v.writes.Add(1)
	enter, leave := v.drafts.line.queue()
	v.thread.Go(func() func() {
		defer v.writes.Done()
		enter()
		defer leave()
		var err error
		if reading != nil && reading.failed {
			err = v.core.History.DetachDraft(v.ctx, c.ID) // sending empties the draft, and nobody has seen what is in this one
		}
		var reply chat.ID
		if err == nil {
			c, reply, err = v.sendIn(v.ctx, c, model, d)
		}
		if err != nil {
			kept := v.putDraft(v.ctx, typed, d)
			v.writes.ended(typed, kept)
			return func() {
				v.writes.told(typed)
				if kept != nil {
					v.core.Log.Error("What was not sent is not kept", "error", kept)
					v.drafts.unstored[typed] = d
				}
				if asked == v.opening {
					v.keepDraft()
				}
				v.turnSent("")
				v.notSent(err)
			}
		}
		if typed.addition != "" {
			if err := v.putDraft(v.ctx, typed, chat.Draft{}); err != nil {
				v.core.Log.Error("What was sent stays a draft", "error", err)
			}
		}
		return func() {
			defer v.turnSent(reply)
			if asked != v.opening {
				return
			}
			if reading != nil && reading.failed {
				v.drafts.reading = nil
				v.composer.ClearNotice(draftNotice)
			}
			first := v.open.ID == ""
			v.open.ID, v.open.Connection, v.open.Model = c.ID, c.Connection, c.Model
			v.open.Title = c.Title
			v.composer.Sent(d)
			v.forgetSaidOfDraft()
			if d.Edits != "" {
				v.comeBack(v.composer.Draft())
			}
			v.keepDraft()
			v.refreshQueue()
			v.refreshWriting()
			if first {
				// What was typed into the new chat is a message now.
				v.storeDraft(draftPlace{}, chat.Draft{}, v.drafts.turn(draftPlace{}))
				v.rememberOpen()
				v.paintList()
			}
			v.reloadThread()
			v.view.GoToEnd()
		}
	})
}

// sendIn puts a message to a model, in a conversation that begins with it or in one that is there.
func (v *Window) sendIn(ctx context.Context, c chat.Conversation, model string, d chat.Draft) (_ chat.Conversation, reply chat.ID, err error) {
	if c.ID == "" {
		begun := c
		begun.ID, begun.Model = chat.NewID(), model
		if begun, reply, err = v.core.Replies.Begin(ctx, begun, d); err != nil {
			return c, "", err
		}
		return begun, reply, nil
	}
	if c, err = v.withModel(ctx, c, model); err == nil {
		reply, _, err = v.core.Replies.Send(ctx, c.ID, d)
	}
	return c, reply, err
}

// withModel keeps the model that a conversation is asked with from now on.
func (v *Window) withModel(ctx context.Context, c chat.Conversation, model string) (chat.Conversation, error) {
	if c.Model == model {
		return c, nil
	}
	c.Model = model
	return c, v.core.History.SetModel(ctx, c.ID, c.Connection, model)
}

// refreshWriting turns the send button into stop while a reply is being written, and back.
func (v *Window) refreshWriting() {
	_, writing := v.core.Replies.Active(v.open.ID)
	v.composer.SetStreaming(writing)
}
