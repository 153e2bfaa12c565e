package cost

import (
	"context"

	"parlando/app/chat"
)

// Purpose is the reason for a request. The values are stored.
type Purpose string

// The purposes of requests.
const (
	Chatting      Purpose = "chat"
	ToolRounds    Purpose = "tools" // requests after the first of a turn, with the results of tools
	ReadingAloud  Purpose = "reading"
	SoundFile     Purpose = "sound_file"
	Transcribing  Purpose = "transcription"
	Dictating     Purpose = "dictation"
	TidyingUp     Purpose = "tidying" // of what was dictated
	Translating   Purpose = "translation"
	Testing       Purpose = "test" // of a connection
	OtherPurposes Purpose = ""
)

// Purposes returns all purposes in display order.
func Purposes() []Purpose {
	return []Purpose{Chatting, ToolRounds, Transcribing, Translating, ReadingAloud, SoundFile, Dictating, TidyingUp, Testing, OtherPurposes}
}

// Subject names the purpose of a request and the chat it belongs to.
type Subject struct {
	Purpose Purpose
	// Conversation is "" outside of chats. Request is the chat.Request that the cost belongs to, ""
	// for none.
	Conversation, Request chat.ID
}

type subjectKey struct{}

// WithSubject returns a context whose requests are accounted to s. A subject that ctx already has
// takes precedence.
func WithSubject(ctx context.Context, s Subject) context.Context {
	if _, told := ctx.Value(subjectKey{}).(Subject); told {
		return ctx
	}
	return context.WithValue(ctx, subjectKey{}, s)
}

// SubjectOf returns the subject of the requests of a context.
func SubjectOf(ctx context.Context) Subject {
	s, _ := ctx.Value(subjectKey{}).(Subject)
	return s
}
