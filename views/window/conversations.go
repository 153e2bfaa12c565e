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
	v.writes.Add(1)
	v.thread.Go(func() func() {
		defer v.writes.Done()
		if err := write(v.ctx); err != nil {
			return func() { v.couldNotKeep(err) }
		}
		return nil
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

// reloadList reads what the sidebar shows.
func (v *Window) reloadList() {
	v.thread.Go(func() func() {
		list, err := v.core.History.Conversations(v.ctx)
		if err != nil {
			v.core.Log.Error("Conversations were not read", "error", err)
			return nil
		}
		return func() {
			v.list = list
			for _, c := range list {
				if c.ID == v.open.ID {
					v.open.Title, v.open.Pinned = c.Title, c.Pinned
				}
			}
			v.paintList()
		}
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

// newChat shows an empty chat. It becomes a conversation when the first message is sent.
func (v *Window) newChat() {
	v.leave()
	v.opening++
	before := v.open
	v.open = chat.Conversation{}
	v.beginWith("")
	if c, _ := v.core.Connections.Current(); c.Model == "" && c.ID == before.Connection && before.Model != "" {
		v.open.Model = before.Model
	}
	v.closeSidebarSheet()
	v.showChat()
	v.setAbout(nil)
	v.setThread(nil, nil)
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
	v.opening++
	asked := v.opening
	v.closeSidebarSheet()
	v.thread.Go(func() func() {
		c, err := v.core.History.Conversation(v.ctx, id)
		if err != nil {
			v.core.Log.Error("Conversation was not read", "error", err)
			return func() { v.newChat() }
		}
		if message != "" {
			// The message may lie on a branch that is not shown.
			if err := v.core.History.Choose(v.ctx, message); err != nil {
				v.core.Log.Warn("Branch was not chosen", "error", err)
			}
		}
		heads, ms, err := v.readThread(id, message)
		if err != nil {
			v.core.Log.Error("Thread was not read", "error", err)
		}
		about := v.readAbout(id)
		return func() {
			if asked != v.opening {
				return
			}
			v.leave() // what was written meanwhile
			v.open = c
			v.showChat()
			v.setAbout(about)
			v.setThread(heads, ms)
			if message != "" {
				v.view.JumpTo(message, words)
				v.returnToReading(message, words)
			}
			v.afterOpen()
			v.loadDraft()
		}
	})
}

// readThread reads the shown branch and the messages around its end, or around one message.
func (v *Window) readThread(id, around chat.ID) ([]chat.Head, []chat.Message, error) {
	heads, err := v.core.History.Thread(v.ctx, id)
	if err != nil {
		return nil, nil, err
	}
	to := len(heads)
	for i, h := range heads {
		if h.ID == around {
			to = min(i+aheadOf/2, len(heads))
		}
	}
	ids := make([]chat.ID, 0, aheadOf)
	for _, h := range heads[max(0, to-aheadOf):to] {
		ids = append(ids, h.ID)
	}
	ms, err := v.core.History.Messages(v.ctx, ids)
	return heads, ms, err
}

// reloadThread reads the branch again after it changed.
func (v *Window) reloadThread() {
	id, asked := v.open.ID, v.opening
	v.thread.Go(func() func() {
		heads, ms, err := v.readThread(id, "")
		if err != nil {
			v.core.Log.Error("Thread was not read", "error", err)
			return nil
		}
		about := v.readAbout(id)
		return func() {
			if asked == v.opening && id == v.open.ID {
				v.setAbout(about)
				v.setThread(heads, ms)
			}
		}
	})
}

// setThread gives the view what is shown. What is still being written is taken from its owner, which is ahead of the disk.
func (v *Window) setThread(heads []chat.Head, ms []chat.Message) {
	v.makeLive(ms)
	v.worked()
	v.view.SetThread(v.open.ID, heads, ms)
	v.middle.setEmpty(len(heads) == 0)
	if len(ms) > 0 {
		v.countDown(ms[len(ms)-1])
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
	if v.countdown != nil {
		v.countdown()
		v.countdown = nil
	}
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
