package window

import (
	"context"
	"errors"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/problem"
	"parley/views/composer"
)

func (v *Window) buildComposer() {
	v.composer = composer.New()
	v.composer.OnSend = v.send
	v.composer.OnStop = func() { v.core.Replies.Stop(v.open.ID) }
	v.composer.OnAttach = v.choosePictures
	v.composer.OnPasteFiles = v.attachFiles
	v.composer.OnPasteImage = v.pastePicture
	v.composer.OnChanged = func(d chat.Draft) {
		v.keepDraft(d)
		v.refreshSight()
	}
	v.composer.OnCancelEdit = func() { v.composer.SetDraft(chat.Draft{}); v.keepDraft(chat.Draft{}) }
	v.composer.OnEditLast = v.editLast
	v.composer.OnTakeBack = v.takeBack
	v.composer.OnResized = func() { v.frame.relayout() }
}

// send stores the message and asks for the reply. The composer is emptied when the message is on disk, so that a failure
// leaves it where it was.
func (v *Window) send(d chat.Draft) {
	if _, ok := v.core.Connections.Current(); !ok {
		v.showWelcome()
		return
	}
	v.saveDraft.drop()
	c, asked := v.open, v.opening
	model := v.model()
	v.thread.Go(func() func() {
		c, err := v.conversationFor(v.ctx, c, model)
		if err == nil {
			_, _, err = v.core.Replies.Send(v.ctx, c.ID, d)
		}
		if err != nil {
			return func() {
				v.open.ID = idOf(v.open.ID, c, asked == v.opening)
				v.notSent(err)
			}
		}
		v.core.Catalog.Used(c.Connection, c.Model)
		return func() {
			if asked != v.opening {
				return
			}
			first := v.open.ID == ""
			v.open = c
			v.composer.Sent(d)
			v.keepDraft(v.composer.Draft())
			v.refreshQueue()
			v.refreshWriting()
			if first {
				// What was typed into the new chat is a message now.
				v.change(func(ctx context.Context) error { return v.core.Replies.SaveDraft(ctx, "", chat.Draft{}) })
			}
			v.reloadThread()
			v.view.GoToEnd()
		}
	})
}

func idOf(now chat.ID, c chat.Conversation, same bool) chat.ID {
	if same {
		return c.ID
	}
	return now
}

// conversationFor makes the conversation when this is its first message, and keeps the model it is asked with.
func (v *Window) conversationFor(ctx context.Context, c chat.Conversation, model string) (chat.Conversation, error) {
	if c.ID == "" {
		c.ID = chat.NewID()
		c.Model = model
		if err := v.core.History.Create(ctx, c); err != nil {
			c.ID = ""
			return c, err
		}
		return v.core.History.Conversation(ctx, c.ID)
	}
	if c.Model != model {
		c.Model = model
		return c, v.core.History.SetModel(ctx, c.ID, c.Connection, model)
	}
	return c, nil
}

func (v *Window) notSent(err error) {
	v.core.Log.Error("Not sent", "error", err)
	var p problem.Problem
	if errors.As(err, &p) && p.Kind == problem.NoKey {
		v.changeKey()
		return
	}
	v.composer.SetNotice(composer.Notice{Text: lang.L("Your message was not sent, and is still here: it could not be kept on disk."), Danger: true})
}

// keepDraft stores what stands in the composer a moment after the last key.
func (v *Window) keepDraft(d chat.Draft) {
	id := v.open.ID
	v.saveDraft.set(func() {
		v.change(func(ctx context.Context) error { return v.core.Replies.SaveDraft(ctx, id, d) })
	})
}

func (v *Window) loadDraft(id chat.ID) {
	v.saveDraft.drop()
	v.composer.SetDraft(chat.Draft{})
	asked := v.opening
	v.thread.Go(func() func() {
		d, err := v.core.Replies.Draft(v.ctx, id)
		if err != nil {
			v.core.Log.Error("Draft was not read", "error", err)
			return nil
		}
		return func() {
			if asked == v.opening && v.composer.Draft().Empty() {
				v.composer.SetDraft(d)
				v.loadThumbnails(d.Parts)
				v.refreshSight()
			}
		}
	})
}

// refreshWriting turns the send button into stop while a reply is being written, and back.
func (v *Window) refreshWriting() {
	_, writing := v.core.Replies.Active(v.open.ID)
	v.composer.SetStreaming(writing)
}

func (v *Window) refreshQueue() {
	_, waiting := v.core.Replies.Queued(v.open.ID)
	v.composer.SetQueued(waiting)
	if !waiting && v.open.ID != "" && v.composer.Draft().Empty() {
		// A reply that did not end well puts the message that waited back as a draft.
		v.loadDraft(v.open.ID)
	}
}

func (v *Window) takeBack() {
	if d, ok := v.core.Replies.TakeBack(v.open.ID); ok {
		v.composer.SetDraft(d)
		v.keepDraft(d)
	}
	v.refreshQueue()
}

// edit puts an earlier message into the composer; sending it makes a new branch beside the old one.
func (v *Window) edit(id chat.ID) {
	v.thread.Go(func() func() {
		ms, err := v.core.History.Messages(v.ctx, []chat.ID{id})
		if err != nil || len(ms) == 0 {
			return nil
		}
		return func() {
			m := ms[0]
			d := chat.Draft{Text: m.Text(), Edits: id}
			for _, p := range m.Parts {
				if p.Kind == chat.PartImage || p.Kind == chat.PartPasted {
					d.Parts = append(d.Parts, p)
				}
			}
			v.composer.SetDraft(d)
			v.loadThumbnails(d.Parts)
			v.keepDraft(d)
			v.composer.FocusText()
		}
	})
}

func (v *Window) editLast() {
	if id, ok := v.view.LastUserMessage(); ok {
		v.edit(id)
	}
}
