package window

import (
	"parlando/app/core"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/voicechat"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// quit keeps what is in the composer and how the window stood, then closes it. It asks before where
// the disk refuses what was written by hand or a setting, and where something ends that does not go
// on at the next start.
func (v *Window) quit() {
	err := v.flush()
	if v.closing != nil {
		v.closing.Hide()
	}
	ask := func(title, sentence, yes string) {
		v.closing = widgets.AskBeforeLoss(v.window.Canvas(), title, widgets.NewBody(sentence), yes, i18n.Text("Cancel"), v.closeNow)
	}
	if err != nil {
		v.core.Log.Error("Not kept before closing", "error", err)
		ask(i18n.Text("Not everything could be kept"),
			i18n.Text("Some of what you wrote or chose, or of what a service answered, is not on the disk and is lost when Parlando closes. Is the disk full?"),
			i18n.Text("Close and lose it"))
		return
	}
	if ends := endsByClosing(v.core); ends != "" {
		ask(i18n.Text("Close Parlando?"), ends, i18n.Text("Close anyway"))
		return
	}
	v.closeNow()
}

// endsByClosing returns a sentence about work that closing would end for good, "" without such
// work. Replies, tables, transcripts, translations and sound files keep what has come, and go on
// later.
func endsByClosing(c *core.Core) string {
	live := c.Recordings.Live()
	hears := live.Phase == recordings.Opening || live.Phase == recordings.Hearing
	if hears && live.Purpose == recordings.ToKeep {
		return i18n.Text("The recording ends when Parlando closes. What was recorded so far is kept.")
	}
	spoken := !hears || live.Heard
	if d := c.Dictation.Snapshot(); d.Busy() && spoken {
		return i18n.Text("What you dictate is not in your message yet. If you close Parlando now, only its recording is kept.")
	}
	if phase := c.VoiceChat.Snapshot().Phase; (phase == voicechat.Listening || phase == voicechat.Transcribing) && spoken {
		return i18n.Text("What you said is not sent yet. If you close Parlando now, only its recording is kept.")
	}
	return ""
}

// closeNow notes how the window stood, which is not worth a question, and closes it.
func (v *Window) closeNow() {
	place, known := placeOf(v.window)
	v.keepScene(func(s *settings.Settings) { keepPlace(s, v.window.Canvas().Size(), place, known) })
	v.window.Close()
}

// keepScene notes what the window shows, and what more keeps.
func (v *Window) keepScene(more func(*settings.Settings)) {
	if err := v.core.Settings.Update(func(s *settings.Settings) {
		more(s)
		s.SidebarOpen, s.AdjustOpen = v.frame.SidebarOpen(), v.chat.Scene().PanelOpen
		s.Conversation = v.chat.Conversation().ID
	}); err != nil {
		v.core.Log.Warn("How the window stood was not kept", "error", err)
	}
}
