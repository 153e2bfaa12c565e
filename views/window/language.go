package window

import (
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/voicechat"
	"parlando/views/i18n"
)

// ChooseLanguage stores the language of the window, "" for that of the system. Parlando is then
// reopened at the same place, after a reply or a recording that is under way. settings reports
// that the user chose it in the settings, which are open again afterwards.
func (v *Window) ChooseLanguage(language string, settingsOpen bool) {
	v.core.Settings.Change(func(s *settings.Settings) { s.Language = language })
	v.shutdown.language.settings = settingsOpen
	v.followLanguage()
}

// languageChange is a change of the language that has been chosen and not yet made.
type languageChange struct {
	// waits means that a reply or a recording has to end first.
	waits bool
	// settings means that the settings are opened afterwards.
	settings bool
}

// followLanguage reopens Parlando in the chosen language, unless it speaks that already.
func (v *Window) followLanguage() {
	if v.shutdown.language.waits = false; i18n.Chosen(v.core.Settings.Get().Language) == i18n.Speaks() {
		return
	}
	if v.shutdown.language.waits = v.underWay(); !v.shutdown.language.waits {
		v.leave(func() { v.shutdown.reopen(Next{Settings: v.shutdown.language.settings}) })
	}
}

// underWay reports whether a reply, a recording, a dictation or a voice chat is under way.
func (v *Window) underWay() bool {
	c := v.core
	switch c.VoiceChat.Snapshot().Phase {
	case voicechat.Idle, voicechat.Failed, voicechat.Ended:
	default:
		return true
	}
	live := c.Recordings.Live().Phase
	return len(c.Replies.Writing()) > 0 || live == recordings.Opening || live == recordings.Hearing || c.Dictation.Snapshot().Busy()
}
