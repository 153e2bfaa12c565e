package voicechat

import (
	"context"

	"parlando/app/chat"
	"parlando/app/dictation/utterance"
	"parlando/app/drafts"
	"parlando/app/owner"
	"parlando/app/recordings"
	"parlando/app/replies"
	"parlando/app/settings"
	"parlando/app/speech"
)

// Options are the dependencies of a VoiceChat; all but Now and Log are required.
type Options struct {
	owner.CommonOptions
	Listener Listener
	Replies  Replies
	Drafts   Drafts
	Speech   Speech
	History  History
	Settings func() settings.Settings
}

// Listener records and transcribes speech (package utterance).
type Listener interface {
	Listen(ctx context.Context, p recordings.Purpose, limits utterance.Limits, end <-chan struct{}, phase func(id chat.ID, open bool)) (recordings.Recording, error)
	Transcribe(ctx context.Context, connection, recording chat.ID) (string, error)
	SetText(recording chat.ID, text string)
	Dismiss()
}

// Replies sends messages and provides the replies in flight (package replies).
type Replies interface {
	Begin(ctx context.Context, c chat.Conversation, message *drafts.TakenMessage) (chat.Conversation, chat.ID, error)
	Send(ctx context.Context, message *drafts.TakenMessage, target *chat.Target) (reply chat.ID, queued bool, err error)
	Active(conversation chat.ID) (reply chat.ID, ok bool)
	Snapshot(message chat.ID) (replies.Snapshot, bool)
	Stop(conversation chat.ID)
}

// Drafts stores unsent messages (package drafts).
type Drafts interface {
	Read(ctx context.Context, conversation chat.ID) error
	TakeNew(conversation chat.ID, message chat.Draft) *drafts.TakenMessage
	Flush() error
}

// Speech reads aloud (package speech).
type Speech interface {
	Snapshot() speech.Snapshot
	PreferredVoiceFor(connection chat.ID) speech.Voice
	Say(t speech.Text, v speech.Voice)
	StopSource(src speech.Source)
}

// History provides stored messages (package history).
type History interface {
	Conversation(ctx context.Context, id chat.ID) (chat.Conversation, error)
	Messages(ctx context.Context, ids []chat.ID) ([]chat.Message, error)
}
