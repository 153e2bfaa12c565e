package dictation

import (
	"parlando/app/chat"
	"parlando/app/problem"
)

// Phase is the current step.
type Phase string

// The phases.
const (
	Idle         Phase = ""
	Opening      Phase = "opening"      // the microphone is being opened
	Listening    Phase = "listening"    // recordings.Live has the level
	Transcribing Phase = "transcribing" //
	Tidying      Phase = "tidying"      // the chat's model corrects it; Text is the transcript
	Done         Phase = "done"         // Text is there, until Take
	Nothing      Phase = "nothing"      // nobody spoke: nothing was sent
	Failed       Phase = "failed"       // Problem is set; the recording, if there is one, is safe
)

// Target is the place for the text. It is given back as it was.
type Target struct {
	// Conversation is the chat, "" for a new one.
	Conversation chat.ID
	// Place tells one visit to a chat from the next.
	Place int
	// Connection is the service that transcribes, "" for the one in use; Model is the one of the
	// chat, which tidies up.
	Connection chat.ID
	Model      string
}

// Snapshot is the current state.
type Snapshot struct {
	Phase  Phase
	Target Target
	// Recording is the one that is made, or was; "" before there is one.
	Recording chat.ID
	// Text is set in Tidying and Done. Original is the transcript, where Text was tidied up; else
	// "".
	Text, Original string
	// NotTidied is set in Done where tidying up was wanted and has failed: Text is the transcript.
	NotTidied bool
	// Problem is set in Failed, and from Transcribing on where the recording was ended by one: the
	// microphone was taken away, or the disk is full.
	Problem problem.Problem
	// CanRetry says in Failed that there is a recording to be sent again.
	CanRetry bool
}

// Busy reports whether something is being done that the user waits for.
func (s Snapshot) Busy() bool {
	switch s.Phase {
	case Opening, Listening, Transcribing, Tidying:
		return true
	}
	return false
}
