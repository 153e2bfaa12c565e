package window

import (
	"context"
	"net/url"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/problem"
	"parley/views/conversation"
	"parley/views/markdown"
	"parley/views/words"
)

// previewSize is the longest edge in pixels of a picture in a bubble, at twice the size for sharp screens.
const previewSize = 720

func (v *Window) buildConversation() {
	v.view = conversation.New(conversation.Options{})
	v.view.OnNeed = v.readMessages
	v.view.OnNeedPicture = v.readPicture
	v.view.OnHighlight = func(key, language, code string) {
		v.thread.Go(func() func() {
			lines := markdown.Highlight(language, code)
			return func() { v.view.SetHighlight(key, lines) }
		})
	}
	v.view.OnCopy = v.copy
	v.view.OnCopySupport = v.copy
	v.view.OnRegenerate = func(id chat.ID) {
		v.ask(func(ctx context.Context) error { return v.regenerate(ctx, id) })
	}
	v.view.OnContinue = func(id chat.ID) {
		v.ask(func(ctx context.Context) error { return v.core.Replies.Continue(ctx, id) })
	}
	v.view.OnEdit = v.edit
	v.view.OnDelete = v.deleteMessage
	v.view.OnChoose = v.chooseSibling
	v.view.OnOpenLink = v.askToOpen
	v.view.OnShowPicture = v.showPicture
	v.view.OnFixTrouble = v.fix
}

func (v *Window) copy(text string) {
	v.app.Clipboard().SetContent(text)
	v.toasts.Say(lang.L("Copied."), "", nil)
}

// readMessages gives the view the messages it is about to show.
func (v *Window) readMessages(ids []chat.ID) {
	asked := v.opening
	v.thread.Go(func() func() {
		ms, err := v.core.History.Messages(v.ctx, ids)
		if err != nil {
			v.core.Log.Error("Messages were not read", "error", err)
			return nil
		}
		return func() {
			if asked != v.opening {
				return
			}
			for i, m := range ms {
				if s, ok := v.core.Replies.Snapshot(m.ID); ok {
					ms[i] = withSiblings(s.Message, m)
				}
			}
			v.view.SetMessages(ms)
			for _, m := range ms {
				v.countDown(m)
			}
		}
	})
}

// refreshMessage paints what a reply has become: from its owner while it is written, from the library once it has ended.
func (v *Window) refreshMessage(id chat.ID) {
	if s, ok := v.core.Replies.Snapshot(id); ok {
		v.view.UpdateMessage(s.Message, s.Quiet)
		return
	}
	v.readMessages([]chat.ID{id})
}

// withSiblings keeps the place among the siblings, which only the library knows.
func withSiblings(live, stored chat.Message) chat.Message {
	live.Sibling, live.Siblings = stored.Sibling, stored.Siblings
	return live
}

// ask runs something that puts a question to the service.
func (v *Window) ask(question func(context.Context) error) {
	v.thread.Go(func() func() {
		if err := question(v.ctx); err != nil {
			return func() { v.notSent(err) }
		}
		return func() {
			v.refreshWriting()
			v.view.GoToEnd()
		}
	})
}

// regenerate asks again with the model that is chosen now.
func (v *Window) regenerate(ctx context.Context, id chat.ID) error {
	c, err := v.conversationFor(ctx, v.open, v.model())
	if err != nil {
		return err
	}
	v.thread.Do(func() {
		if v.open.ID == c.ID {
			v.open.Model = c.Model
		}
	})
	_, err = v.core.Replies.Regenerate(ctx, id)
	return err
}

func (v *Window) chooseSibling(id chat.ID, step int) {
	v.thread.Go(func() func() {
		ids, err := v.core.History.Siblings(v.ctx, id)
		if err != nil {
			return nil
		}
		for i, s := range ids {
			if s != id || i+step < 0 || i+step >= len(ids) {
				continue
			}
			if err := v.core.History.Choose(v.ctx, ids[i+step]); err != nil {
				return func() { v.couldNotKeep(err) }
			}
		}
		return nil
	})
}

func (v *Window) deleteMessage(id chat.ID) {
	v.thread.Go(func() func() {
		if err := v.core.History.DeleteMessage(v.ctx, id); err != nil {
			return func() { v.couldNotKeep(err) }
		}
		return func() {
			v.toasts.Say(lang.L("The message was deleted."), lang.L("Undo"), func() {
				v.change(func(ctx context.Context) error { return v.core.History.RestoreMessage(ctx, id) })
			})
		}
	})
}

func (v *Window) readPicture(sha string) {
	v.thread.Go(func() func() {
		img, err := v.core.Attachments.Thumbnail(v.ctx, sha, previewSize)
		if err != nil {
			v.core.Log.Error("Picture was not read", "error", err)
			return nil
		}
		return func() { v.view.SetPicture(sha, img) }
	})
}

// askToOpen shows the whole address before anything is opened: what a link says and where it leads can differ.
func (v *Window) askToOpen(address string) {
	u, err := url.Parse(address)
	if err != nil {
		return
	}
	v.question(lang.L("Open this address?"), address, lang.L("Open"), func() {
		if err := v.app.OpenURL(u); err != nil {
			v.core.Log.Warn("Address was not opened", "error", err)
			v.toasts.Say(lang.L("No program on this computer opens this address."), "", nil)
		}
	})
}

// fix does what the button of a trouble promises.
func (v *Window) fix(id chat.ID, kind problem.Kind) {
	switch words.For(kind).Action {
	case words.EnterKey, words.CheckAddress:
		v.changeKey()
	case words.ChooseModel:
		v.top.OpenPicker()
	case words.Continue:
		v.ask(func(ctx context.Context) error { return v.core.Replies.Continue(ctx, id) })
	case words.NewChat:
		v.newChat()
	case words.TryAgain, words.None:
		v.ask(func(ctx context.Context) error { return v.regenerate(ctx, id) })
	}
}
