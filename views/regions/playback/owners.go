package playback

import (
	"log/slog"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/limits"
	"parlando/app/replies"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/views/askfile"
	"parlando/views/monthlylimit"
)

// Owners are the dependencies of the region.
type Owners struct {
	Speech        *speech.Speech
	Catalog       *catalog.Catalog
	MediaKeys     MediaKeys
	Settings      *settings.Store
	Replies       *replies.Replies
	History       *history.Store
	SpeechExports *speechexports.Store
	Limits        *limits.Limits
	Saving        *askfile.Asker
	Log           *slog.Logger
}

// Links are the callbacks to other parts of the window.
type Links struct {
	// Conversation returns the open chat, with its connection.
	Conversation func() chat.Conversation
	// ShowMessage, ShowTranscript, ShowTranscribe and ShowSpeak show the source of the speech.
	// ShowTranscript returns whether the transcript exists.
	ShowMessage    func(conversation, message chat.ID)
	ShowTranscript func(id chat.ID) bool
	ShowTranscribe func()
	ShowSpeak      func()
	// SaveDocument exports the text of Read aloud to a sound file.
	SaveDocument func()
	// ChangeKey asks for the key of a connection, and calls then once the connection works.
	ChangeKey func(connection chat.ID, then func())
	// Limit asks before a text is read aloud once the monthly limit is reached.
	Limit *monthlylimit.Asker
}

// MediaKeys publishes the speech being played to the desktop (package mediakeys).
type MediaKeys interface{ Update() }
