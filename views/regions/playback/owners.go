package playback

import (
	"log/slog"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/replies"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/views/askfile"
)

// Owners are the dependencies of the region.
type Owners struct {
	Speech        *speech.Speech
	MediaKeys     MediaKeys
	Settings      *settings.Store
	Replies       *replies.Replies
	History       *history.Store
	SpeechExports *speechexports.Store
	Saving        *askfile.Asker
	Log           *slog.Logger
}

// Links lead to what is not the region's own.
type Links struct {
	// Conversation returns the chat that is open, with the connection it speaks to.
	Conversation func() chat.Conversation
	// ShowMessage, ShowTranscript, ShowTranscribe and ShowSpeak show what is being read.
	// ShowTranscript reports whether the transcript is there.
	ShowMessage    func(conversation, message chat.ID)
	ShowTranscript func(id chat.ID) bool
	ShowTranscribe func()
	ShowSpeak      func()
	// SaveDocument makes a sound file of the text of Speak.
	SaveDocument func()
	// ChangeKey asks for the key of a connection, and calls then once it is connected.
	ChangeKey func(connection chat.ID, then func())
}

// MediaKeys shows the desktop what is being read (package mediakeys).
type MediaKeys interface{ Update() }
