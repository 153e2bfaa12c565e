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
	Transcribing Phase = "transcribing" // the recording is being transcribed
	Tidying      Phase = "tidying"      // the chat's model corrects it; Text is the transcript
	Done         Phase = "done"         // Text is there, until Take
	Nothing      Phase = "nothing"      // nobody spoke: nothing was sent
	Failed       Phase = "failed"       // Problem is set; the recording, if there is one, is safe
)

// Target is the destination of the text. It is returned unchanged.
type Target struct {
	// Conversation is the chat, "" for a new one.
	Conversation chat.ID
	// Connection is the service that transcribes, "" for the current one; Model is the chat's
	// model, which tidies up.
	Connection chat.ID
	Model      string
}

// Snapshot is the current state.
type Snapshot struct {
	Phase  Phase
	Target Target
	// Recording is the current or last recording; "" before there is one.
	Recording chat.ID
	// Text is set in Tidying and Done. Original is the transcript if Text was tidied up, else "".
	Text, Original string
	// NotTidied is set in Done if tidying up failed: Text is the transcript.
	NotTidied bool
	// Problem is set in Failed, and from Transcribing on if a problem ended the recording: the
	// microphone was lost, or the disk is full.
	Problem problem.Problem
	// CanRetry reports in Failed whether there is a recording to retry with.
	CanRetry bool
}

// Busy reports whether a step is running that the user waits for.
func (s Snapshot) Busy() bool {
	switch s.Phase {
	case Opening, Listening, Transcribing, Tidying:
		return true
	}
	return false
}
