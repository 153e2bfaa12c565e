package window

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/exporter"
	chatpage "parlando/views/pages/chat"
	"parlando/views/regions/navigation"
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/words"
)

// newChatPage creates the chat page of a window.
func (v *Window) newChatPage(f *shell.Frame, w fyne.Window, l chatpage.Links, draft chat.ID, compact bool) *chatpage.Page {
	return chatpage.New(chatpage.Options{
		Frame: f, Window: w, Thread: v.thread, Log: v.core.Log, Owners: v.chatOwners(f), Links: l, NewChat: draft, Compact: compact,
	})
}

func (v *Window) chatOwners(f *shell.Frame) chatpage.Owners {
	c := v.core
	return chatpage.Owners{
		Project: chatpage.ProjectOwners{Projects: c.Projects, Memories: c.Memories, Background: c.Background},
		History: c.History, Drafts: c.Drafts, Replies: c.Replies, Catalog: c.Catalog, Tools: c.Tools, Ledger: c.Ledger, Limits: c.Limits,
		Connections: c.Connections, Settings: c.Settings, Attachments: c.Attachments, Screens: c.Screens, Speech: c.Speech,
		Transcripts: c.Transcripts, Dictation: c.Dictation, VoiceChat: c.VoiceChat, Recordings: c.Recordings,
		Exporter: exporter.New(exporter.Options{
			Frame: f, Thread: v.thread, Saving: v.saving, Library: c.History, Replies: c.Replies, Log: c.Log,
			IsSimple: func() bool { return c.Settings.Get().Comfort.Simple },
			NameOf:   func(model string) string { return v.chat.ModelName(model) }, Folder: v.gallery.MakeFolder,
			HideKeys: c.Connections.HideKeys,
		}),
		Connector: v.connector, Gallery: v.gallery, Playback: v.playback, Chats: v.nav, Rescue: v, Pages: v,
	}
}

func (v *Window) chatLinks() chatpage.Links {
	return chatpage.Links{
		Show: v.showChat, Connect: v.showWelcome, TakeFiles: v.takeFiles, OnLargeAllocation: v.touchMemory,
		ShowConnections: v.connections.Open, ShowDeleted: v.deleted.Open, ReportConnection: v.connections.ReportChange, SetSimple: v.settings.SetSimple,
		ShowRecordings: func() { v.transcribePage().ShowRecordings() },
		OnOpened: func(id chat.ID) {
			if v.core.Look != nil {
				v.lookBar.SetChat(id != "")
			} else {
				v.storeOpened(id)
			}
			v.quick.leave(id)
			v.sidebar.Select(id, v.chat.Conversation().Project, time.Now())
			v.frame.ShowTitle()
		},
	}
}

// storeOpened stores which chat is open at once, in case of a crash. id is "" for a new chat or a
// temporary one.
func (v *Window) storeOpened(id chat.ID) {
	temporary, project := chat.ID(""), chat.ID("")
	if id == "" {
		temporary, project = v.chat.Conversation().ID, v.chat.Conversation().Project
	}
	if s := v.core.Settings.Get(); s.Conversation != id || s.Temporary != temporary || s.Project != project {
		v.core.Settings.Change(func(s *settings.Settings) { s.Conversation, s.Temporary, s.Project = id, temporary, project })
	}
}

func (v *Window) buildSidebar() {
	v.sidebar.Callbacks.New = func() { v.chat.NewChat() }
	v.sidebar.Callbacks.Transcribe = v.ShowTranscribe
	v.sidebar.Callbacks.Speak = v.ShowSpeak
	v.sidebar.Callbacks.Open = func(id chat.ID) { v.chat.Open(id) }
	v.sidebar.Callbacks.OpenHit = v.openHit
	v.sidebar.Callbacks.Settings = v.settings.Open
	owners := navigation.Owners{History: v.core.History, Transcripts: v.core.Transcripts, Projects: v.core.Projects}
	if v.core.Look != nil {
		v.sidebar.SetReadOnly()
		owners.Projects, owners.Transcripts = nil, noTranscripts{}
	}
	v.nav = navigation.New(v.frame.Context(), v.thread, v.sidebar, owners, v.frame)
	v.nav.OnRead, v.nav.OnDeleted = v.chatsRead, v.chatDeleted
	if v.core.Look == nil {
		v.sidebar.Callbacks.Projects.Open = func(id chat.ID) { v.chat.OpenProject(id) }
	} else {
		v.sidebar.Callbacks.PutBack = func(id chat.ID) { v.leaveToPutBack([]chat.ID{id}) }
		v.sidebar.Callbacks.Delete = func(chat.ID) { v.Say(words.BackupUnchangeable()) }
	}
}

// chatsRead updates the title of the open chat from the summaries in found.
func (v *Window) chatsRead(found map[chat.ID]chat.Summary) {
	if v.welcome != nil && !v.sidebar.Empty() {
		v.frame.SetBodyOnly(v.welcome.Scene(), false)
	}
	if c, there := found[v.chat.Conversation().ID]; there {
		v.chat.ApplySummary(c)
		v.sidebar.Select(c.ID, c.Project, time.Now())
		v.frame.ShowTitle()
	}
}

// chatDeleted stops all activity in a deleted chat. If it was open, a new chat replaces it.
func (v *Window) chatDeleted(id chat.ID) (wasOpen bool) {
	v.core.Replies.Stop(id)
	v.core.Speech.StopConversation(id)
	v.frame.CloseSidebarSheet() // otherwise the sheet covers the toast with Undo
	if wasOpen = id == v.chat.Conversation().ID; wasOpen {
		v.chat.NewChat()
	}
	return wasOpen
}

func (v *Window) openHit(h sidebar.Hit) {
	if h.Transcript != "" {
		v.transcribePage().OpenAt(h.Transcript, h.Line, strings.Join(h.MatchedWords(), " "))
		return
	}
	v.chat.OpenAt(h.Conversation, h.Message, v.sidebar.Query())
}

// goTo shows a page and marks its entry in the sidebar.
func (v *Window) goTo(p shell.Page, entry sidebar.Page) {
	v.sidebar.SetPage(entry)
	v.frame.Show(p)
	v.sayGone()
}

// showChat shows the chat page.
func (v *Window) showChat() { v.goTo(v.chat, sidebar.Chats) }
