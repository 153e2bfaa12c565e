package window

import (
	"path/filepath"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/transcripts"
	"parlando/views/pages/transcribe"
	"parlando/views/regions/progress"
	"parlando/views/sidebar"
)

// ShowTranscribe shows the page Transcribe.
func (v *Window) ShowTranscribe() { v.goTo(v.transcribePage(), sidebar.Transcribe) }

// transcribePage returns the page Transcribe, creating it on first use.
func (v *Window) transcribePage() *transcribe.Page {
	if v.transcribe != nil {
		return v.transcribe
	}
	c := v.core
	v.transcribe = transcribe.New(transcribe.Options{
		Frame: v.frame, Thread: v.thread, Saving: v.saving, Log: c.Log, Examples: filepath.Join(c.Paths.Data, "examples"),
		Owners: transcribe.Owners{
			Transcripts: c.Transcripts, Translations: c.Translations, Waveforms: c.Waveforms, Recordings: c.Recordings, Speech: c.Speech,
			Models: c.Catalog, Settings: c.Settings, Connections: c.Connections, Limits: c.Limits, Ledger: c.Ledger, Library: c.History,
		},
		Links: transcribe.Links{
			Show: v.ShowTranscribe, OnAdded: v.progress.ReportTranscripts,
			AskAbout:  func(t transcripts.Transcript, lines []transcripts.Line) { v.chat.AskAbout(t, lines, 0) },
			ChatModel: v.chat.HelperModel,
			Limit:     v.limitAsker(),
			ChangeKey: v.connector.ChangeKey, ServicePage: v.chat.ServicePage, OpenURL: v.chat.ConfirmOpenURL,
			UnlistedNotices: func() (string, string) {
				return unlisted(c, core.TranscriptsReadFailed), unlisted(c, core.RecordingsReadFailed)
			},
		},
	})
	return v.transcribe
}

// buildProgress creates the notifier that shows recordings and transcripts in progress on every
// page.
func (v *Window) buildProgress() {
	v.progress = progress.New(v.frame, v.sidebar, progress.Owners{Transcripts: v.core.Transcripts, Recordings: v.core.Recordings}, progress.Links{
		Open: func(id chat.ID) { v.transcribePage().Open(id) },
		ShownTranscript: func() chat.ID {
			if v.transcribe == nil {
				return ""
			}
			return v.transcribe.ShownTranscript()
		},
	})
}
