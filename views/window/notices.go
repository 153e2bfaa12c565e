package window

import (
	"parlando/app/chat"
	"parlando/views/regions/notices"
)

// buildNotices makes what tells on the desktop what ends while no window of Parlando is in front.
func (v *Window) buildNotices() {
	c := v.core
	v.notices = notices.New(v.ctx, v.thread, c.Log, notices.Owners{
		Desktop: c.Notifications, Replies: c.Replies, Chats: c.History, Transcripts: c.Transcripts, Narrations: c.Narrations,
	}, notices.Links{
		Wanted:         func() bool { return c.Settings.Get().Notify },
		Raise:          func() { v.Raise() },
		ShowChat:       func(id chat.ID) { v.chat.Open(id) },
		ShowReply:      func(conversation, reply chat.ID) { v.chat.OpenAt(conversation, reply, nil) },
		ShowTranscript: func(id chat.ID) { v.transcribePage().Open(id) },
		ShowSoundFiles: v.showSpeak,
	})
	v.app.Lifecycle().SetOnEnteredForeground(func() { v.notices.SetFront(true) })
	v.app.Lifecycle().SetOnExitedForeground(func() { v.notices.SetFront(false) })
}
