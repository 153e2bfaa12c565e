package window

import (
	"errors"
	"strings"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/history"
	"parley/app/settings"
	"parley/app/speech"
	"parley/views/regions/navigation"
	"parley/views/sidebar"
	"parley/views/uithread"
)

// aheadOf is how many messages are read together with a conversation, before the view asks for more.
const aheadOf = 24

func (v *Window) buildSidebar() {
	v.sidebar.On.New = v.newChat
	v.sidebar.On.Transcribe = v.showTranscribe
	v.sidebar.On.Speak = v.showSpeak
	v.sidebar.On.Open = v.openConversation
	v.sidebar.On.OpenHit = v.openHit
	v.sidebar.On.Settings = v.settings.Open
	v.nav = navigation.New(v.ctx, v.thread, v.sidebar, navigation.Owners{History: v.core.History, Transcripts: v.core.Transcripts}, v.frame)
	v.nav.OnRead, v.nav.OnDeleted = v.chatsRead, v.chatDeleted
}

// chatsRead takes over what was read of the open chat for the list.
func (v *Window) chatsRead(found map[chat.ID]chat.Summary) {
	if v.welcome != nil && len(v.sidebar.Order()) > 0 {
		v.frame.SetAlone(v.welcome.Scene(), false)
	}
	if c, there := found[v.open.ID]; there {
		v.open.Title, v.open.Pinned = c.Title, c.Pinned
	}
}

// chatDeleted ends what goes on in a chat that was deleted, and leaves it. It reports whether it was open.
func (v *Window) chatDeleted(id chat.ID) (wasOpen bool) {
	v.core.Replies.Stop(id)
	v.core.Speech.StopConversation(id)
	v.frame.CloseSidebarSheet() // it would lie over the Undo
	if wasOpen = id == v.open.ID; wasOpen {
		v.newChat()
	}
	return wasOpen
}

// openNext begins to open another chat: what is read for the one before is dropped.
func (v *Window) openNext() {
	v.opening++
	v.chatReads.Reset()
	v.dictation.leaveChat()
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
	kept, store := false, v.core.Drafts.Detach(left)
	v.storeUnsent(func() (err error) {
		kept, err = store(v.ctx)
		return err
	}, func() {
		if kept && told {
			v.frame.Toasts.Say(lang.L("What you had not sent is kept in the list of chats."), lang.L("Bring it back"), func() { v.openConversation(left.ID) })
		}
	})
}

// closeChat is called when another chat comes in the place of the open one: a new chat in which something was not sent goes into the list,
// and one of the list in which nothing is left goes from it. forNew says that the other is a new one, which begins empty.
func (v *Window) closeChat(forNew bool) {
	if v.core.History.ReadOnly() != "" {
		return // the banner has said it
	}
	id := v.open.ID
	if id != "" && v.open.Title == "" {
		v.storeUnsent(func() error { return v.core.Drafts.RemoveEmpty(v.ctx, id) }, func() { v.nav.Changed(id) }) // it may be called otherwise now
	}
	if id == "" || forNew {
		v.keepUnsent(forNew)
	}
}

// storeUnsent does something with stored drafts in the background, and done once it has succeeded.
func (v *Window) storeUnsent(do func() error, done func()) {
	v.frame.Write(new(int), do, func(err error) {
		if err != nil {
			v.frame.CouldNotKeep(err)
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
	v.frame.CloseSidebarSheet()
	v.showChat()
	v.setThread(thread{})
	v.afterOpen()
	v.drafts.show("")
}

// openConversation reads a conversation and shows its end.
func (v *Window) openConversation(id chat.ID) { v.openAt(id, "", nil) }

func (v *Window) openHit(h sidebar.Hit) {
	if h.Transcript != "" {
		v.transcribePage().OpenAt(h.Transcript, h.Line, strings.Join(h.Words(), " "))
		return
	}
	v.openAt(h.Conversation, h.Message, h.Words())
}

// openAt reads a conversation and shows the end of it, or one of its messages with words marked.
func (v *Window) openAt(id, message chat.ID, words []string) {
	v.leave()
	v.openNext()
	v.frame.CloseSidebarSheet()
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
			if len(words) == 0 && v.core.Speech.Snapshot().Reads(speech.OfMessage(message)) {
				v.view.BackToReading()
			}
			if !v.view.Has(message) {
				v.frame.Toasts.Say(lang.L("The message could not be shown."), lang.L("Try again"), func() { v.openAt(id, message, words) })
			}
		}
		v.afterOpen()
		v.drafts.show(v.open.ID)
	}, func(err error) {
		if errors.Is(err, history.ErrNotFound) {
			v.newChat()
			v.frame.Toasts.Say(lang.L("This chat or message was deleted."), "", nil)
			return
		}
		v.core.Log.Error("Chat was not read", "error", err)
		c.ID = id
		v.leave()
		v.closeChat(false)
		v.open = c
		v.showChat()
		v.setThread(thread{})
		v.middle.setUnread(v.unreadChat(func() { v.openAt(id, message, words) }))
		v.afterOpen()
		v.drafts.show(v.open.ID)
	})
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
	}, v.frame.CouldNotRead(outOfDate(), func() {
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
	v.core.Replies.MakeLive(t.messages)
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
	v.sidebar.Select(v.open.ID, time.Now())
	v.refreshModel()
	v.adjust.Set(v.open.Params)
	v.presets.ShowName()
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
	v.adjust.Finish()
	v.saveParams.Flush()
	v.preparing, v.leftOut = 0, nil
	v.composer.ClearNotice(preparingNotice)
	if v.countdown != nil {
		v.countdown()
		v.countdown = nil
	}
	v.frame.ReservePlayer(false)
}
