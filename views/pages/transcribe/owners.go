package transcribe

import (
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/history"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/app/transcripts/waveforms"
	"parlando/app/translations"
)

// Owners are the owners of what the page shows.
type Owners struct {
	Transcripts  *transcripts.Transcripts
	Translations *translations.Translations
	Waveforms    *waveforms.Store
	Recordings   *recordings.Recordings
	Speech       *speech.Speech
	Models       *catalog.Catalog
	Settings     *settings.Store
	Connections  *connections.Connections
	Library      *history.Store
}

// Links lead elsewhere, and tell the page what only the window knows. None may be nil.
type Links struct {
	// Show shows the page.
	Show func()
	// OnAdded is called when files were put into the queue.
	OnAdded func()
	// AskAbout begins a chat about a transcript.
	AskAbout func(t transcripts.Transcript, lines []transcripts.Line)
	// ChatModel returns what new messages are sent to.
	ChatModel func() (connection chat.ID, model string)
	// ChangeKey asks for the key of a connection, and calls then once it is connected.
	ChangeKey func(connection chat.ID, then func())
	// ServicePage returns the web page of the service of a connection, "" for none; OpenURL asks
	// before it opens an address.
	ServicePage func(connection chat.ID) string
	OpenURL     func(address string)
	// Unlisted returns the sentences for transcripts, or recordings, that could not be listed, ""
	// where all are.
	Unlisted func() (transcripts, recordings string)
}
