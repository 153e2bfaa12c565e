package window

import (
	"parlando/app/core"
	"parlando/views/pages/speak"
	"parlando/views/sidebar"
)

// ShowSpeak shows the page Read aloud.
func (v *Window) ShowSpeak() { v.goTo(v.speakPage(), sidebar.Speak) }

// speakPage returns the page Read aloud, creating it on first use.
func (v *Window) speakPage() *speak.Page {
	if v.speak == nil {
		c := v.core
		v.speak = speak.New(v.frame, v.thread, speak.Owners{
			Speech: c.Speech, SpeechDraft: c.SpeechDraft, SpeechExports: c.SpeechExports,
			Catalog: c.Catalog, Settings: c.Settings, Limits: c.Limits, Saving: v.saving, Log: c.Log,
			ReadOnly: c.History.ReadOnly() != "", UnlistedNotice: unlisted(c, core.SoundFilesReadFailed),
		}, speak.Links{TakeFiles: v.takeFiles, ExportSpeech: v.playback.ExportSpeech, AnnounceExport: v.playback.AnnounceExport, Limit: v.limitAsker()})
	}
	return v.speak
}
