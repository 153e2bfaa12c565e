package window

import (
	"context"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/drafts"
	"parley/views/composer"
	"parley/views/uithread"
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
		v.drafts.changed()
		v.refreshSight()
	}
	v.composer.OnSay = v.sayOfDraft
	v.composer.OnEscape = v.frame.CloseTop
	v.composer.OnCancelEdit = v.drafts.cancelEdit
	v.composer.OnEditLast = v.editLast
	v.composer.OnTakeBack = v.drafts.takeBack
	v.composer.OnReadReplies = func(on bool) {
		v.composer.SetReadReplies(on)
		v.playback.SetReadReplies(on)
	}
	v.composer.SetReadReplies(v.core.Settings.Get().Speech.ReadReplies)
	v.composer.OnResized = func() { v.frame.Relayout() }
	v.drafts = draftBox{
		owner: v.core.Drafts, box: v.composer, reads: uithread.NewScope(v.thread), notSent: v.notSent, say: v.frame.Toasts.Say,
		shown: func(d chat.Draft) {
			v.loadThumbnails(d.Parts)
			v.refreshSight()
		},
		failed: func(err error) bool {
			v.core.Log.Error("Draft was not read", "error", err)
			return v.middle.unread() // the whole chat is offered to be read again
		},
	}
}

// edit puts an earlier message into the composer; sending it makes a new branch beside the old one.
func (v *Window) edit(id chat.ID) {
	uithread.Load(v.chatReads, func() (chat.Message, error) { return v.readMessage(id) }, func(m chat.Message) {
		v.drafts.edit(draftOf(m))
	}, v.frame.CouldNotRead(lang.L("This message could not be read."), func() { v.edit(id) }))
}

func (v *Window) editLast() {
	if id, ok := v.view.Last(chat.User); ok {
		v.edit(id)
	}
}

// send takes the message out of the composer, stores it and asks for the reply. What is refused comes back.
func (v *Window) send(d chat.Draft) {
	if _, ok := v.core.Connections.Current(); !ok {
		v.showWelcome()
		return
	}
	if v.middle.unread() {
		v.composer.SetNotice(composer.Notice{Danger: true, Text: notSentSentence() + " " + lang.L("This chat could not be read.")})
		return
	}
	v.frame.ReservePlayer(v.core.Settings.Get().Speech.ReadReplies) // the message moves now, and not when the reading begins
	v.leftOut = nil
	c, asked := v.open, v.opening
	model, message := v.model(), v.drafts.takeOut(d)
	release := v.frame.Hold()
	v.thread.Go(func() func() {
		defer release()
		c, err := v.sendIn(v.ctx, c, model, message)
		if err != nil {
			return func() {
				v.drafts.follow()
				v.notSent(err)
			}
		}
		return func() {
			if asked == v.opening {
				v.sent(c)
			}
		}
	})
}

// sent shows a message that was sent in a chat that may have begun with it.
func (v *Window) sent(c chat.Conversation) {
	first := v.open.ID == ""
	v.open.ID, v.open.Connection, v.open.Model = c.ID, c.Connection, c.Model
	v.open.Title = c.Title
	v.drafts.follow()
	v.forgetSaidOfDraft()
	v.refreshWriting()
	if first {
		v.rememberOpen()
		v.sidebar.Select(c.ID, time.Now())
	}
	v.reloadThread()
	v.view.GoToEnd()
}

// sendIn puts a message to a model, in a conversation that begins with it or in one that is there.
func (v *Window) sendIn(ctx context.Context, c chat.Conversation, model string, message *drafts.Taken) (_ chat.Conversation, err error) {
	if c.ID == "" {
		begun := c
		begun.ID, begun.Model = chat.NewID(), model
		if begun, _, err = v.core.Replies.Begin(ctx, begun, message); err != nil {
			return c, err
		}
		return begun, nil
	}
	if c, err = v.withModel(ctx, c, model); err != nil {
		message.GiveBack(nil)
		return c, err
	}
	_, _, err = v.core.Replies.Send(ctx, message)
	return c, err
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
