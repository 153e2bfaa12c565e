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
	"parley/app/markdown"
	"parley/app/speech"
	"parley/views/conversation"
	"parley/views/shell"
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
	v.view.OnReadAloud = func(id chat.ID, from int) { v.playback.Read(id, from) }
	v.view.OnReadFrom = func(_ chat.ID, at int) { v.core.Speech.GoTo(at) }
	v.view.OnCopy = v.frame.CopyAndSay
	v.view.OnCopySelection = func(text string, passages []conversation.Passage) {
		v.exporter.CopySelection(text, passages, v.frame.SayCopied)
	}
	v.view.OnCopyReply = func(m chat.Message) { v.exporter.CopyReply(m, v.frame.SayCopied) }
	v.view.OnSave = func(id chat.ID) { v.exporter.AskSave(v.open.ID, id, v.title()) }
	v.view.OnPrint = func(id chat.ID) { v.exporter.Print(v.open.ID, id, v.title()) }
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
	v.view.OnPills = func() { v.frame.Toasts.Refresh() }
	v.view.OnFetchRemoteImage = v.askForPicture
	v.view.OnType = v.typeOn
	v.view.NameOf = v.nameOf
}

// nameOf returns what a model of the open chat's connection is called.
func (v *Window) nameOf(model string) string {
	m, _ := v.core.Catalog.Model(v.connection(), model)
	return m.Name
}

// readMessages gives the view the messages it is about to show.
func (v *Window) readMessages(ids []chat.ID) {
	v.worked()
	uithread.Load(v.chatReads, func() ([]chat.Message, error) {
		return v.core.History.Messages(v.ctx, ids)
	}, func(ms []chat.Message) {
		v.core.Replies.MakeLive(ms)
		v.view.SetMessages(ms)
		for _, m := range ms {
			v.countDown(m)
		}
	}, func(err error) {
		if shown := v.view.SetUnread(ids); shown {
			v.frame.CouldNotRead(outOfDate(), func() { v.readMessages(ids) })(err)
		} else {
			v.core.Log.Error("Messages were not read", "error", err)
		}
	})
}

// readMessage reads one message, or history.ErrNotFound.
func (v *Window) readMessage(id chat.ID) (chat.Message, error) {
	return v.core.History.Message(v.ctx, id)
}

// savedMessage gives a message as it is now.
func (v *Window) savedMessage(id chat.ID, then func(chat.Message)) {
	if s, ok := v.core.Replies.Snapshot(id); ok {
		then(s.Message)
		return
	}
	uithread.Load(v.reads, func() (chat.Message, error) { return v.readMessage(id) }, then,
		v.frame.CouldNotRead(lang.L("This message could not be read."), func() { v.savedMessage(id, then) }))
}

// refreshMessage paints what a reply has become: from its owner while it is written, from the library once it has ended.
func (v *Window) refreshMessage(id chat.ID) {
	if s, ok := v.core.Replies.Snapshot(id); ok {
		v.view.UpdateMessage(s.Message, s.Quiet)
		return
	}
	v.readMessages([]chat.ID{id})
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
			v.frame.Change(func(ctx context.Context) error { return v.core.History.Choose(ctx, ids[i+step]) })
		}
	}, v.frame.CouldNotRead(lang.L("The other replies could not be read."), func() { v.chooseSibling(id, step) }))
}

func (v *Window) deleteMessage(id chat.ID) {
	v.thread.Go(func() func() {
		if err := v.core.History.DeleteMessage(v.ctx, id); err != nil {
			return func() { v.frame.CouldNotKeep(err) }
		}
		return func() {
			v.core.Speech.StopSource(speech.OfMessage(id))
			v.frame.Toasts.Say(lang.L("The message was deleted."), lang.L("Undo"), func() {
				v.frame.Change(func(ctx context.Context) error { return v.core.History.RestoreMessage(ctx, id) })
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
	v.frame.Toasts.Say(lang.L("This address is not safe to open."), "", nil)
	return nil, false
}

// askToOpen shows the whole address before anything is opened: what a link says and where it leads can differ.
func (v *Window) askToOpen(address string) {
	u, ok := v.safeAddress(address)
	if !ok {
		return
	}
	v.frame.Ask(lang.L("Open this address?"), u.String(), lang.L("Open"), func() { v.openAddress(u) })
}

// askForPicture shows where a picture of a reply lies. Parley does not fetch it: whoever keeps it would learn who looks at it.
func (v *Window) askForPicture(address string) {
	u, ok := v.safeAddress(address)
	if !ok {
		return
	}
	detail := u.String() + "\n\n" + lang.L("Your browser will contact {{.Host}}, which learns that you look at it. Parley itself fetches nothing.", map[string]any{"Host": u.Host})
	v.frame.Ask(lang.L("Open this picture in the browser?"), detail, lang.L("Open in browser"), func() { v.openAddress(u) })
}

func (v *Window) openAddress(u *url.URL) {
	if err := v.app.OpenURL(u); err != nil {
		v.core.Log.Warn("Address was not opened", "error", err)
		v.frame.Toasts.Say(lang.L("No program on this computer opens this address."), "", nil)
	}
}

// typeOn lets what is typed while the conversation has the focus, or nothing, go into the message.
func (v *Window) typeOn(r rune) {
	if r == ' ' {
		return // the space bar turns the page, and no message begins with a space
	}
	v.frame.Do(shell.FocusText)
	if f := v.window.Canvas().Focused(); f != nil && f != fyne.Focusable(v.view) {
		f.TypedRune(r)
	}
}
