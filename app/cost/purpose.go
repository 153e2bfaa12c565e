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
	TidyingUp     Purpose = "tidying" // of a dictated text
	Translating   Purpose = "translation"
	Testing       Purpose = "test" // checks of a connection
	OtherPurposes Purpose = ""
)

// Purposes returns all purposes in display order.
func Purposes() []Purpose {
	return []Purpose{Chatting, ToolRounds, Transcribing, Translating, ReadingAloud, SoundFile, Dictating, TidyingUp, Testing, OtherPurposes}
}

// IsBackground reports whether requests with the purpose are made by long work in the background,
// which waits while the monthly limit of its connection is reached.
func (p Purpose) IsBackground() bool {
	return p == Transcribing || p == Translating || p == SoundFile
}

// Subject is the purpose of a request and the chat it belongs to.
type Subject struct {
	Purpose Purpose
	// Conversation is "" outside of chats. Request is the chat.Request or, with the purpose
	// Transcribing, the transcript to which the cost is added; "" for none.
	Conversation, Request chat.ID
}

type subjectKey struct{}

// WithSubject returns a context whose requests are accounted to s, unless ctx already has a
// subject.
func WithSubject(ctx context.Context, s Subject) context.Context {
	if _, told := ctx.Value(subjectKey{}).(Subject); told {
		return ctx
	}
	return context.WithValue(ctx, subjectKey{}, s)
}

// SubjectOf returns the subject to which the requests of a context are accounted.
func SubjectOf(ctx context.Context) Subject {
	s, _ := ctx.Value(subjectKey{}).(Subject)
	return s
}
