package voicechat

import (
	"parlando/app/chat"
	"parlando/app/problem"
)

// Phase is the current step of a voice chat.
type Phase string

// The phases.
const (
	Idle Phase = ""
	// Opening: the microphone is being opened.
	Opening Phase = "opening"
	// Listening: recordings.Live has the level.
	Listening Phase = "listening"
	// Muted: the user has closed the microphone.
	Muted Phase = "muted"
	// Transcribing: the recording is being transcribed.
	Transcribing Phase = "transcribing"
	// Sending: the message is being sent, or waits for another reply to end.
	Sending Phase = "sending"
	// Answering: the reply is being received; reading it aloud has not begun.
	Answering Phase = "answering"
	// Speaking: the reply is being read aloud. The microphone is closed.
	Speaking Phase = "speaking"
	// Asking: the user is being asked whether a tool may run. The microphone is closed.
	Asking Phase = "asking"
	// Failed: see Problem. Any recording is kept.
	Failed Phase = "failed"
	// Ended: the voice chat ended by itself; see Ending.
	Ended Phase = "over"
)

// EndReason is the reason why a voice chat ended by itself.
type EndReason string

// The reasons.
const (
	NobodySpoke EndReason = "nobody spoke" // nobody spoke for a minute
	NotSent     EndReason = "not sent"     // see Err; the text is in the draft
	// Queued: the message waits for another reply to end.
	Queued       EndReason = "queued"
	AnswerFailed EndReason = "answer failed"    // the reply shows the reason
	NotReadAloud EndReason = "not read aloud"   // the player shows the reason
	AnswerSilent EndReason = "answer is silent" // the reply has no text to read aloud
	Deleted      EndReason = "deleted"          // the chat was deleted
)

// Snapshot is the current state. Reply and Err stay until the next voice chat starts.
type Snapshot struct {
	Phase Phase
	// Chat is the chat of the voice chat. Its ID is "" before the first message of a new chat.
	Chat chat.Conversation
	// Recording is the current or last recording, "" if there is none.
	Recording chat.ID
	// Muted reports that the microphone stays closed until the user opens it.
	Muted bool
	// Said is the last spoken message.
	Said string
	// Reply is the reply to the last message.
	Reply chat.ID
	// Err is the reason why a text was not sent; the text is then in the chat's draft.
	Err error
	// Problem is the reason in the phase Failed.
	Problem problem.Problem
	// CanRetry reports in the phase Failed that Start can transcribe the recording again.
	CanRetry bool
	Ending   EndReason
}

// Busy reports whether the voice chat is running.
func (s Snapshot) Busy() bool { return s.Phase != Idle && s.Phase != Failed && s.Phase != Ended }
