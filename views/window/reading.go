package window

import (
	"context"
	"errors"
	"net/url"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/attachments"
	"parley/app/chat"
	"parley/app/history"
	"parley/app/markdown"
	"parley/views/conversation"
	"parley/views/uithread"
)

func (v *Window) buildConversation() {
	v.view = conversation.New(conversation.Options{Soon: v.thread.Do})
	v.view.OnNeed = v.readMessages
	v.view.OnNeedPicture = v.readPicture
	v.view.OnHighlight = func(key, language, code string) {
		v.thread.Go(func() func() {
			lines := markdown.Highlight(language, code)
			return func() { v.view.SetHighlight(key, lines) }
		})
	}
	v.view.OnCopy = v.copy
	v.view.OnCopySelection = v.copySelection
	v.view.OnCopyReply = v.copyReply
	v.view.OnSave = func(id chat.ID) { v.askSaveChat(v.open.ID, id) }
	v.view.OnPrint = func(id chat.ID) { v.print(v.open.ID, id) }
	v.view.OnCopySupport = v.copy
	v.view.OnQuote = v.quote
	v.view.OnRegenerate = v.regenerate
	v.view.OnContinue = v.goOn
	v.view.OnEdit = v.edit
	v.view.OnDelete = v.deleteMessage
	v.view.OnChoose = v.chooseSibling
	v.view.OnOpenLink = v.askToOpen
	v.view.OnTime = v.playFrom
	v.view.OnShowPicture = v.showPicture
	v.view.OnOpenFile = v.openFileOf
	v.view.OnSavePicture = v.savePictureOf
	v.view.OnFixTrouble = v.fix
	v.view.SeeingModel = func() string { return v.seeingModel().Name }
	v.view.HasServicePage = func() bool { return v.servicePage() != "" }
	v.view.OnSendAgain = v.sendAgain
	v.view.OnPills = func() { v.toasts.Refresh() }
	v.view.OnFetchRemoteImage = v.askForPicture
	v.view.OnType = v.typeOn
	v.view.NameOf = func(model string) string {
		m, _ := v.core.Catalog.Model(v.connection(), model)
		return m.Name
	}
}

// readMessages gives the view the messages it is about to show.
func (v *Window) readMessages(ids []chat.ID) {
	v.worked()
	uithread.Load(v.chatReads, func() ([]chat.Message, error) {
		return v.core.History.Messages(v.ctx, ids)
	}, func(ms []chat.Message) {
		v.makeLive(ms)
		v.view.SetMessages(ms)
		for _, m := range ms {
			v.countDown(m)
		}
	}, func(err error) {
		if shown := v.view.SetUnread(ids); shown {
			v.couldNotRead(outOfDate(), func() { v.readMessages(ids) })(err)
		} else {
			v.core.Log.Error("Messages were not read", "error", err)
		}
	})
}

// readMessage reads one message, or history.ErrNotFound.
func (v *Window) readMessage(id chat.ID) (chat.Message, error) {
	ms, err := v.core.History.Messages(v.ctx, []chat.ID{id})
	if err == nil && len(ms) == 0 {
		err = history.ErrNotFound
	}
	if err != nil {
		return chat.Message{}, err
	}
	return ms[0], nil
}

// refreshMessage paints what a reply has become: from its owner while it is written, from the library once it has ended.
func (v *Window) refreshMessage(id chat.ID) {
	if s, ok := v.core.Replies.Snapshot(id); ok {
		v.view.UpdateMessage(s.Message, s.Quiet)
		return
	}
	v.readMessages([]chat.ID{id})
}

// makeLive puts the replies that are being written in place of what the library has of them. Only the library knows their place among their
// siblings.
func (v *Window) makeLive(stored []chat.Message) {
	for i, m := range stored {
		if s, ok := v.core.Replies.Snapshot(m.ID); ok {
			stored[i] = s.Message
			stored[i].Sibling, stored[i].Siblings = m.Sibling, m.Siblings
		}
	}
}

// ask runs something that puts a question to the service.
func (v *Window) ask(question func(context.Context) error) {
	asked := v.opening
	v.thread.Go(func() func() {
		err := question(v.ctx)
		return func() {
			switch {
			case err != nil:
				v.notAsked(err)
			case asked == v.opening:
				v.refreshWriting()
				v.view.GoToEnd()
			}
		}
	})
}

// regenerate asks again with the model that is chosen now.
func (v *Window) regenerate(id chat.ID) { v.regenerateBy(id, v.model()) }

// regenerateBy asks again with a model, which is that of the chat from then on.
func (v *Window) regenerateBy(id chat.ID, model string) {
	c := v.open
	v.open.Model = model
	v.ask(func(ctx context.Context) error {
		if _, err := v.withModel(ctx, c, model); err != nil {
			return err
		}
		_, err := v.core.Replies.Regenerate(ctx, id)
		return err
	})
}

func (v *Window) goOn(id chat.ID) {
	v.ask(func(ctx context.Context) error { return v.core.Replies.Continue(ctx, id) })
}

func (v *Window) chooseSibling(id chat.ID, step int) {
	uithread.Load(v.chatReads, func() ([]chat.ID, error) { return v.core.History.Siblings(v.ctx, id) }, func(ids []chat.ID) {
		if i := slices.Index(ids, id); i >= 0 && i+step >= 0 && i+step < len(ids) {
			v.change(func(ctx context.Context) error { return v.core.History.Choose(ctx, ids[i+step]) })
		}
	}, v.couldNotRead(lang.L("The other replies could not be read."), func() { v.chooseSibling(id, step) }))
}

func (v *Window) deleteMessage(id chat.ID) {
	v.thread.Go(func() func() {
		if err := v.core.History.DeleteMessage(v.ctx, id); err != nil {
			return func() { v.couldNotKeep(err) }
		}
		return func() {
			v.core.Speech.StopSource(messageSource(id))
			v.toasts.Say(lang.L("The message was deleted."), lang.L("Undo"), func() {
				v.change(func(ctx context.Context) error { return v.core.History.RestoreMessage(ctx, id) })
			})
		}
	})
}

func (v *Window) readPicture(sha string, edge float32) {
	// In steps, so that a window that grows a little finds the picture that was made before.
	pixels := (int(edge*v.window.Canvas().Scale())/128 + 1) * 128
	v.thread.Go(func() func() {
		img, err := v.core.Attachments.Thumbnail(v.ctx, sha, pixels)
		if err != nil {
			v.core.Log.Error("Picture was not read", "error", err)
			if t := (*attachments.Trouble)(nil); errors.As(err, &t) {
				return func() { v.view.SetDamaged(sha) }
			}
			return func() { v.view.SetPictureUnread(sha) } // perhaps it can be read the next time
		}
		return func() { v.view.SetPicture(sha, img) }
	})
}

// safeAddress reads an address, checked in the form in which it is shown and opened. It says so when that may not be opened.
func (v *Window) safeAddress(address string) (*url.URL, bool) {
	if u, err := url.Parse(address); err == nil {
		if _, ok := markdown.LinkInfo(u.String()); ok {
			return u, true
		}
	}
	v.toasts.Say(lang.L("This address is not safe to open."), "", nil)
	return nil, false
}

// askToOpen shows the whole address before anything is opened: what a link says and where it leads can differ.
func (v *Window) askToOpen(address string) {
	u, ok := v.safeAddress(address)
	if !ok {
		return
	}
	v.question(lang.L("Open this address?"), u.String(), lang.L("Open"), func() { v.openAddress(u) })
}

// askForPicture shows where a picture of a reply lies. Parley does not fetch it: whoever keeps it would learn who looks at it.
func (v *Window) askForPicture(address string) {
	u, ok := v.safeAddress(address)
	if !ok {
		return
	}
	detail := u.String() + "\n\n" + lang.L("Your browser will contact {{.Host}}, which learns that you look at it. Parley itself fetches nothing.", map[string]any{"Host": u.Host})
	v.question(lang.L("Open this picture in the browser?"), detail, lang.L("Open in browser"), func() { v.openAddress(u) })
}

func (v *Window) openAddress(u *url.URL) {
	if err := v.app.OpenURL(u); err != nil {
		v.core.Log.Warn("Address was not opened", "error", err)
		v.toasts.Say(lang.L("No program on this computer opens this address."), "", nil)
	}
}

// typeOn lets what is typed while the conversation has the focus, or nothing, go into the message.
func (v *Window) typeOn(r rune) {
	if r == ' ' {
		return // the space bar turns the page, and no message begins with a space
	}
	v.shown.focusText()
	if f := v.window.Canvas().Focused(); f != nil && f != fyne.Focusable(v.view) {
		f.TypedRune(r)
	}
}
