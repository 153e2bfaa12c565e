package window

import (
	"context"
	"errors"
	"maps"
	"strings"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/history"
	"parley/app/settings"
	"parley/views/sidebar"
	"parley/views/uithread"
)

// aheadOf is how many messages are read together with a conversation, before the view asks for more.
const aheadOf = 24

func (v *Window) buildSidebar() {
	v.sidebar = sidebar.New()
	v.sidebar.OnNew = v.newChat
	v.sidebar.OnTranscribe = v.showTranscribe
	v.sidebar.OnSpeak = v.showSpeak
	v.sidebar.OnOpen = v.openConversation
	v.sidebar.OnOpenHit = v.openHit
	v.sidebar.OnRename = func(id chat.ID, title string) {
		v.change(func(ctx context.Context) error { return v.core.History.Rename(ctx, id, title) })
	}
	v.sidebar.OnPin = func(id chat.ID, pinned bool) {
		v.change(func(ctx context.Context) error { return v.core.History.Pin(ctx, id, pinned) })
	}
	v.sidebar.OnDelete = v.deleteConversation
	v.sidebar.OnSearch = v.search
	v.sidebar.OnSettings = v.showSettings
}

// change runs one small write of the library in the background and says so when it fails.
func (v *Window) change(write func(context.Context) error) {
	v.write(new(int), func() error { return write(v.ctx) }, func(err error) {
		if err != nil {
			v.couldNotKeep(err)
		}
	})
}

// couldNotKeep tells that something was not written, and why as far as a person can help it.
func (v *Window) couldNotKeep(err error) {
	v.core.Log.Error("Not kept", "error", err)
	sentence := lang.L("This could not be kept. Is the disk full?")
	if errors.Is(err, history.ErrReadOnly) {
		sentence = lang.L("Nothing can be changed: the library is open for reading only.")
	}
	v.toasts.Say(sentence, "", nil)
}

// couldNotRead returns what to do when something could not be read: it is logged and said, with a button that reads it again.
func (v *Window) couldNotRead(sentence string, again func()) func(error) {
	return func(err error) {
		if v.ctx.Err() != nil {
			return // Parley is closing
		}
		v.core.Log.Error("Not read", "what", sentence, "error", err)
		if errors.Is(err, history.ErrNotFound) {
			v.toasts.Say(lang.L("This chat or message was deleted."), "", nil)
			return
		}
		v.toasts.Say(sentence, lang.L("Try again"), again)
	}
}

// reloadList reads what the sidebar shows.
func (v *Window) reloadList() {
	uithread.Load(v.reads, func() ([]chat.Conversation, error) {
		return v.core.History.Conversations(v.ctx)
	}, func(list []chat.Conversation) {
		v.list = list
		if v.welcome != nil && len(list) > 0 {
			v.frame.setAlone(v.welcome.scene, false)
		}
		for _, c := range list {
			if c.ID == v.open.ID {
				v.open.Title, v.open.Pinned = c.Title, c.Pinned
			}
		}
		v.paintList()
	}, func(err error) {
		v.couldNotRead(lang.L("Your chats could not be listed. They are still stored."), v.reloadList)(err)
		v.sidebar.SetUnread(v.reloadList)
	})
}

func (v *Window) paintList() { v.sidebar.Set(v.list, v.open.ID, time.Now()) }

// paintWriting marks the chats in which a reply is being written.
func (v *Window) paintWriting() {
	if now := v.core.Replies.Writing(); !maps.Equal(now, v.writing) {
		v.writing = now
		v.sidebar.SetWriting(now)
	}
}

// openNext begins to open another chat: what is read for the one before is dropped.
func (v *Window) openNext() {
	v.opening++
	v.chatReads.Reset()
}

// newChat shows an empty chat. What was not sent in the one before stands in the list of chats.
func (v *Window) newChat() {
	if _, ok := v.core.Connections.Current(); !ok {
		v.showWelcome()
		return
	}
	v.leave()
	v.closeChat(true)
	v.beginChat()
}

// keepUnsent makes a chat of what was not sent in the new one. told says where it is, and offers to go back to it.
func (v *Window) keepUnsent(told bool) {
	left := v.open
	if left.ID != "" {
		b := v.core.Connections.Begins("")
		left = chat.Conversation{Connection: b.Connection, Model: b.Model, Params: b.Parameters}
	}
	left.ID = chat.NewID()
	kept := false
	v.inLine(func() (err error) {
		kept, err = v.core.History.KeepUnsent(v.ctx, left)
		return err
	}, func() {
		if kept && told {
			v.toasts.Say(lang.L("What you had not sent is kept in the list of chats."), lang.L("Bring it back"), func() { v.openConversation(left.ID) })
		}
	})
}

// closeChat is called when another chat comes in the place of the open one: a new chat in which something was not sent goes into the list,
// and one of the list in which nothing is left goes from it. forNew says that the other is a new one, which begins empty.
func (v *Window) closeChat(forNew bool) {
	id := v.open.ID
	if id != "" && v.open.Title == "" {
		v.inLine(func() error { return v.core.History.RemoveEmpty(v.ctx, id) }, func() {})
	}
	if id == "" || forNew {
		v.keepUnsent(forNew)
	}
}

// inLine does something with stored drafts behind what else is done with them, and done once it has succeeded.
func (v *Window) inLine(do func() error, done func()) {
	if v.core.History.ReadOnly() != "" {
		return // the banner has said it
	}
	enter, leave := v.drafts.line.queue()
	v.write(new(int), func() error {
		enter()
		defer leave()
		return do()
	}, func(err error) {
		if err != nil {
			v.couldNotKeep(err)
			return
		}
		done()
	})
}

// beginChat shows the new chat, with what was not sent in it. It becomes a conversation when the first message is sent.
func (v *Window) beginChat() {
	v.openNext()
	before := v.open
	v.open = chat.Conversation{}
	v.beginWith("")
	if c, _ := v.core.Connections.Current(); c.Model == "" && c.ID == before.Connection && before.Model != "" {
		v.open.Model = before.Model
	}
	v.closeSidebarSheet()
	v.showChat()
	v.setThread(thread{})
	v.afterOpen()
	v.loadDraft()
}

// closeSidebarSheet takes the sidebar away where it lies over a narrow window.
func (v *Window) closeSidebarSheet() {
	if v.frame.sidebarSheet {
		v.frame.sidebarSheet = false
		v.frame.relayout()
	}
}

// openConversation reads a conversation and shows its end.
func (v *Window) openConversation(id chat.ID) { v.openAt(id, "", nil) }

func (v *Window) openHit(h sidebar.Hit) {
	if h.Transcript != "" {
		v.openTranscriptAt(h.Transcript, h.Line, strings.Join(h.Words(), " "))
		return
	}
	v.openAt(h.Conversation, h.Message, h.Words())
}

// openAt reads a conversation and shows the end of it, or one of its messages with words marked.
func (v *Window) openAt(id, message chat.ID, words []string) {
	v.leave()
	v.openNext()
	v.closeSidebarSheet()
	var c chat.Conversation
	uithread.Load(v.chatReads, func() (t thread, err error) {
		if c, err = v.core.History.Conversation(v.ctx, id); err != nil {
			return t, err
		}
		if message != "" {
			// The message may lie on a branch that is not shown.
			if err := v.core.History.Choose(v.ctx, message); err != nil {
				v.core.Log.Warn("Branch was not chosen", "error", err)
			}
		}
		return v.readThread(id, message)
	}, func(t thread) {
		v.leave() // what was written meanwhile
		v.closeChat(false)
		v.open = c
		v.showChat()
		v.setThread(t)
		if message != "" {
			v.view.JumpTo(message, words)
			v.returnToReading(message, words)
			if !v.view.Has(message) {
				v.toasts.Say(lang.L("The message could not be shown."), lang.L("Try again"), func() { v.openAt(id, message, words) })
			}
		}
		v.afterOpen()
		v.loadDraft()
	}, func(err error) {
		if errors.Is(err, history.ErrNotFound) {
			v.newChat()
			v.toasts.Say(lang.L("This chat or message was deleted."), "", nil)
			return
		}
		v.core.Log.Error("Chat was not read", "error", err)
		if c.ID == "" {
			c = v.listed(id)
		}
		v.leave()
		v.closeChat(false)
		v.open = c
		v.showChat()
		v.setThread(thread{})
		v.middle.setUnread(v.unreadChat(func() { v.openAt(id, message, words) }))
		v.afterOpen()
		v.loadDraft()
	})
}

// listed is a conversation as the sidebar knows it.
func (v *Window) listed(id chat.ID) chat.Conversation {
	for _, c := range v.list {
		if c.ID == id {
			return c
		}
	}
	return chat.Conversation{ID: id}
}

// thread is the shown branch of a conversation, with the messages that were read of it.
type thread struct {
	heads    []chat.Head
	messages []chat.Message
	// about are the transcripts it is about.
	about []history.AskedAbout
}

// readThread reads the shown branch and the messages around its end, or around one message.
func (v *Window) readThread(id, around chat.ID) (t thread, err error) {
	if t.heads, err = v.core.History.Thread(v.ctx, id); err != nil {
		return t, err
	}
	to := len(t.heads)
	for i, h := range t.heads {
		if h.ID == around {
			to = min(i+aheadOf/2, len(t.heads))
		}
	}
	ids := make([]chat.ID, 0, aheadOf)
	for _, h := range t.heads[max(0, to-aheadOf):to] {
		ids = append(ids, h.ID)
	}
	if t.messages, err = v.core.History.Messages(v.ctx, ids); err != nil {
		return t, err
	}
	if t.about, err = v.core.History.Transcripts(v.ctx, id); err != nil {
		// The chat is more than the times in it that can be clicked.
		v.core.Log.Error("The transcripts of a chat were not read", "error", err)
	}
	return t, nil
}

// reloadThread reads the branch again after it changed.
func (v *Window) reloadThread() {
	id := v.open.ID
	uithread.Load(v.chatReads, func() (thread, error) { return v.readThread(id, "") }, func(t thread) {
		if id == v.open.ID {
			v.setThread(t)
		}
	}, v.couldNotRead(outOfDate(), func() {
		if id == v.open.ID {
			v.reloadThread()
		}
	}))
}

// outOfDate says that a chat could not be read again after it changed.
func outOfDate() string {
	return lang.L("What you see of this chat may be out of date: it could not be read again.")
}

// setThread gives the view what is shown. What is still being written is taken from its owner, which is ahead of the disk.
func (v *Window) setThread(t thread) {
	v.setAbout(t.about)
	v.makeLive(t.messages)
	v.worked()
	v.view.SetThread(v.open.ID, t.heads, t.messages)
	v.middle.setEmpty(len(t.heads) == 0)
	if n := len(t.messages); n > 0 {
		v.countDown(t.messages[n-1])
	}
}

// afterOpen brings everything around the conversation up to date.
func (v *Window) afterOpen() {
	v.rememberOpen()
	v.paintList()
	v.refreshModel()
	v.adjust.Set(v.open.Params)
	v.showPresetName()
	v.refreshQueue()
	v.refreshWriting()
	v.composer.FocusText()
}

// rememberOpen notes at once what is open, so that the next start finds it even if this one does not end well.
func (v *Window) rememberOpen() {
	if id := v.open.ID; v.core.Settings.Get().Conversation != id {
		v.core.Settings.Change(func(s *settings.Settings) { s.Conversation = id })
	}
}

// leave keeps what belongs to the conversation that is left.
func (v *Window) leave() {
	v.leaveDraft()
	v.adjust.Finish()
	v.saveParams.now()
	v.preparing, v.leftOut = 0, nil
	v.composer.ClearNotice(preparingNotice)
	if v.countdown != nil {
		v.countdown()
		v.countdown = nil
	}
	v.frame.reservePlayer(false)
}

func (v *Window) deleteConversation(id chat.ID) {
	v.thread.Go(func() func() {
		if err := v.core.History.Delete(v.ctx, id); err != nil {
			return func() { v.couldNotKeep(err) }
		}
		return func() {
			v.core.Replies.Stop(id)
			v.core.Speech.StopConversation(id)
			v.closeSidebarSheet() // it would lie over the Undo
			wasOpen := id == v.open.ID
			if wasOpen {
				v.newChat()
			}
			v.toasts.Say(lang.L("The chat was deleted."), lang.L("Undo"), func() { v.restoreConversation(id, wasOpen) })
		}
	})
}

func (v *Window) restoreConversation(id chat.ID, open bool) {
	v.thread.Go(func() func() {
		if err := v.core.History.Restore(v.ctx, id); err != nil {
			return func() { v.couldNotKeep(err) }
		}
		if !open {
			return nil
		}
		return func() { v.openConversation(id) }
	})
}
