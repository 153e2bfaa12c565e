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
	Listening    Phase = "listening"    // recordings.Live has the sound level
	Transcribing Phase = "transcribing" // the recording is being transcribed
	Tidying      Phase = "tidying"      // the chat's model corrects the transcript in Text
	Done         Phase = "done"         // Text is complete; Take ends this phase
	Nothing      Phase = "nothing"      // nobody spoke, and nothing was sent
	Failed       Phase = "failed"       // Problem is set; a recording, if any, is stored
)

// Target is the destination of the text. A Snapshot returns it unchanged.
type Target struct {
	// Conversation is the chat, "" for a new one.
	Conversation chat.ID
	// Connection is the service that transcribes, "" for the current one; Model is the chat's
	// model, which tidies up the text.
	Connection chat.ID
	Model      string
}

// Snapshot is the current state.
type Snapshot struct {
	Phase  Phase
	Target Target
	// Recording is the current or last recording; "" before the first one.
	Recording chat.ID
	// Text is set in Tidying and Done. Original is the transcript if Text was tidied up, else "".
	Text, Original string
	// NotTidied is set in Done if tidying up failed and Text is the unchanged transcript.
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
