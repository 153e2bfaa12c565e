package window

import (
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/regions/announcer"
	"parlando/views/regions/notices"
	"parlando/views/shell"
	"parlando/views/words"
)

// newAnnouncer returns the announcer of a window's events.
func (v *Window) newAnnouncer() *announcer.Announcer {
	c := v.core
	return announcer.New(v.frame.Context(), v.thread, announcer.Owners{
		Announcements: c.Announcements, Replies: c.Replies, Chats: c.History, Tools: c.Tools, Recordings: c.Recordings,
		Dictation: c.Dictation, VoiceChat: c.VoiceChat, Speech: c.Speech, Settings: c.Settings,
	}, func(model string) string { return v.chat.ModelName(model) })
}

// announces reports whether announcements are on.
func (v *Window) announces() bool { return v.core.Settings.Get().Comfort.Announce }

// toggleAnnouncements turns announcements on or off, and shows which in a toast.
func (v *Window) toggleAnnouncements(toasts *shell.Toasts) {
	if v.announces() {
		v.setAnnouncements(false, toasts)
		return
	}
	v.turnOnAnnouncements(toasts)
}

// turnOnAnnouncements turns announcements on if this computer has a voice.
func (v *Window) turnOnAnnouncements(toasts *shell.Toasts) {
	v.thread.Go(func() func() {
		if !v.core.Announcements.HasVoice(v.frame.Context()) {
			return func() { toasts.Say(words.NoVoice(), "", nil) }
		}
		return func() { v.setAnnouncements(true, toasts) }
	})
}

// setAnnouncements turns announcements on or off. The announcer says so aloud.
func (v *Window) setAnnouncements(on bool, toasts *shell.Toasts) {
	v.core.Settings.Change(func(s *settings.Settings) { s.Comfort.Announce = on })
	toasts.SaySilently(announcer.State(on))
	v.applyComfort(v.core.Settings.Get().Comfort)
	if on && v.atWelcome() && v.window.Canvas().Focused() == nil {
		v.welcome.Do(shell.FocusText) // announced: the first choice
	}
}

// places returns what each visible window shows, for announcements.
func (v *Window) places() []announcer.Place {
	page := v.frame.Page()
	main := announcer.Place{Canvas: v.window.Canvas(), Page: page, Title: page.Title()}
	if page == shell.Page(v.chat) {
		if main.Conversation = v.chat.Conversation().ID; main.Title == "" && main.Conversation == "" {
			main.Title = i18n.Text("New chat")
		}
	}
	if v.atWelcome() {
		main.Title = i18n.Text("Welcome to Parlando")
	}
	if !v.quick.shown {
		return []announcer.Place{main}
	}
	return []announcer.Place{main, {Canvas: v.quick.window.Canvas(), Page: v.quick.page, Title: v.quick.page.Title()}}
}

// followNotices shows notifications while all windows are in the background.
func (v *Window) followNotices() {
	c := v.core
	n := notices.New(v.frame.Context(), v.thread, c.Log, notices.Owners{
		Desktop: c.Notifications, Replies: c.Replies, Chats: c.History, Transcripts: c.Transcripts, SpeechExports: c.SpeechExports,
	}, notices.Links{
		Enabled:        func() bool { return c.Settings.Get().Notify },
		Raise:          func() { v.Raise() },
		ShowChat:       func(id chat.ID) { v.chat.Open(id) },
		ShowReply:      func(conversation, reply chat.ID) { v.chat.OpenAt(conversation, reply, "") },
		ShowTranscript: func(id chat.ID) { v.transcribePage().Open(id) },
		ShowSoundFiles: v.ShowSpeak,
	})
	v.frame.Subscribe(n.Changed)
	v.app.Lifecycle().SetOnEnteredForeground(func() { n.SetForeground(true) })
	v.app.Lifecycle().SetOnExitedForeground(func() { n.SetForeground(false) })
}
