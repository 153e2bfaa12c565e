package voicechat

import (
	"parlando/app/chat"
	"parlando/app/problem"
)

// Phase is the current step.
type Phase string

// The phases.
const (
	Idle Phase = ""
	// Opening: the microphone is being opened.
	Opening Phase = "opening"
	// Listening: recordings.Live has the level.
	Listening Phase = "listening"
	// Muted: the user has closed the microphone, and nothing else is done.
	Muted Phase = "muted"
	// Transcribing: the recording is being transcribed.
	Transcribing Phase = "transcribing"
	// Sending: the message is being sent, or waits for a reply that is still being written.
	Sending Phase = "sending"
	// Answering: the reply is being written, and nothing of it is read yet.
	Answering Phase = "answering"
	// Speaking: the reply is being read aloud. The microphone is closed.
	Speaking Phase = "speaking"
	// Asking: the user is asked whether a tool may run. The microphone is closed.
	Asking Phase = "asking"
	// Failed: Problem has the reason. The recording, if there is one, is safe.
	Failed Phase = "failed"
	// Over: the conversation has ended by itself, for the reason in Ending.
	Over Phase = "over"
)

// EndReason is the reason why a conversation by voice has ended by itself.
type EndReason string

// The reasons.
const (
	NobodySpoke EndReason = "nobody spoke" // for a minute
	NotSent     EndReason = "not sent"     // Err has the reason; the text is in the draft
	// the message waits for a reply that is being written
	Queued       EndReason = "queued"
	AnswerFailed EndReason = "answer failed"    // the reply shows the reason
	NotReadAloud EndReason = "not read aloud"   // the player shows the reason
	AnswerSilent EndReason = "answer is silent" // the reply has no words that could be read
	Deleted      EndReason = "deleted"          // the chat is gone
)

// Snapshot is the current state. Reply and Err stay until the next conversation by voice begins.
type Snapshot struct {
	Phase Phase
	// Chat is the chat it takes place in. Its ID is "" before the first message of a new chat.
	Chat chat.Conversation
	// Recording is the one that is made, or was; "" before there is one.
	Recording chat.ID
	// Muted: the microphone stays closed until the user opens it again.
	Muted bool
	// Said is the last message that was spoken.
	Said string
	// Reply is the one to what was sent last.
	Reply chat.ID
	// Err is the error of sending a text: it stands in the draft of the chat.
	Err error
	// Problem is set in Failed.
	Problem problem.Problem
	// CanRetry says in Failed that there is a recording to be transcribed again.
	CanRetry bool
	Ending   EndReason
}

// Busy reports whether the conversation goes on.
func (s Snapshot) Busy() bool { return s.Phase != Idle && s.Phase != Failed && s.Phase != Over }
