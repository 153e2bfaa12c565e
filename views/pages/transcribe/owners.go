package transcribe

import (
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/history"
	"parlando/app/ledger"
	"parlando/app/limits"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/app/transcripts/waveforms"
	"parlando/app/translations"
	"parlando/views/monthlylimit"
)

// Owners holds the services and controllers that the page uses.
type Owners struct {
	Transcripts  *transcripts.Transcripts
	Translations *translations.Translations
	Waveforms    *waveforms.Store
	Recordings   *recordings.Recordings
	Speech       *speech.Speech
	Models       *catalog.Catalog
	Settings     *settings.Store
	Connections  *connections.Connections
	Limits       *limits.Limits
	Ledger       *ledger.Ledger
	Library      *history.Store
}

// Links connects the page to other parts of the program. No field may be nil.
type Links struct {
	// Show shows the page.
	Show func()
	// OnAdded is called after files were added to the queue.
	OnAdded func()
	// AskAbout starts a chat about a transcript.
	AskAbout func(t transcripts.Transcript, lines []transcripts.Line)
	// ChatModel returns the connection and the model that translate transcripts.
	ChatModel func() (connection chat.ID, model string)
	// ChangeKey asks for the key of a connection, and calls then after the connection succeeded.
	ChangeKey func(connection chat.ID, then func())
	// Limit asks before a transcript is read aloud once the monthly limit is reached.
	Limit *monthlylimit.Asker
	// ServicePage returns the web page of a connection's service, "" for none; OpenURL opens an
	// address after the user has confirmed.
	ServicePage func(connection chat.ID) string
	OpenURL     func(address string)
	// UnlistedNotices returns the sentences about transcripts and recordings that could not be
	// listed, "" if all were listed.
	UnlistedNotices func() (transcripts, recordings string)
}
