package playback

import (
	"context"
	"log/slog"

	"parlando/app/chat"
	"parlando/app/narrations"
	"parlando/app/replies"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/views/player"
	"parlando/views/savefile"
)

// Owners is what the region stands on.
type Owners struct {
	Speech     Speech
	Controls   Controls
	MediaKeys  MediaKeys
	Settings   Settings
	Replies    Replies
	Messages   Messages
	Narrations Narrations
	Saving     *savefile.Asker
	Log        *slog.Logger
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

// Speech reads aloud (package speech).
type Speech interface {
	Snapshot() speech.Snapshot
	PreferredFor(connection chat.ID) speech.Voice
	Say(t speech.Text, v speech.Voice)
	SetVoice(v speech.Voice)
	SetRequestSpeed(value *float64) float64
}

// Controls are the buttons of the player (package speech).
type Controls interface {
	player.Controls
	Stop()
	GoTo(offset int)
	Retry()
}

// MediaKeys shows the desktop what is being read (package mediakeys).
type MediaKeys interface{ Update() }

// Settings is what the user prefers (package settings).
type Settings interface {
	Get() settings.Settings
	Change(change func(*settings.Settings))
}

// Replies knows the replies that are being written (package replies). Both ask memory alone.
type Replies interface {
	Snapshot(message chat.ID) (replies.Snapshot, bool)
	Active(conversation chat.ID) (reply chat.ID, ok bool)
}

// Messages reads stored messages (package history).
type Messages interface {
	Message(ctx context.Context, id chat.ID) (chat.Message, error)
}

// Narrations makes sound files of texts (package narrations).
type Narrations interface {
	List() []narrations.Narration
	Estimate(text string, plain bool, speed float64) narrations.Estimate
	FileType(v speech.Voice, chosen string) string
	Make(j narrations.Job) (chat.ID, error)
}
