package dictation

import (
	"parley/app/chat"
	"parley/app/problem"
	"parley/app/recordings"
)

// Phase is what is being done.
type Phase string

// The phases. The last three are of the conversation by voice alone.
const (
	Idle      Phase = ""
	Opening   Phase = "opening"   // the microphone is being opened
	Listening Phase = "listening" // Live tells what is heard
	Writing   Phase = "writing"   // it is being written down
	Tidying   Phase = "tidying"   // the chat's model puts it right; Text is what was said
	Done      Phase = "done"      // Text is there, until Taken
	Nothing   Phase = "nothing"   // nobody spoke: nothing was sent
	Failed    Phase = "failed"    // Problem says why; the recording, if there is one, is safe

	Sending   Phase = "sending"   // Text is to be sent, until Sent or NotSent
	Answering Phase = "answering" // the reply is being written, and nothing of it is read yet
	Speaking  Phase = "speaking"  // the reply is being read aloud: the microphone is shut
	Over      Phase = "over"      // the conversation by voice has ended by itself; Ending says why
)

// Ending is why a conversation by voice has ended by itself.
type Ending string

// The endings.
const (
	NobodySpoke  Ending = "nobody spoke"     // for a minute
	NotSent      Ending = "not sent"         // the text is in the message box
	AnswerFailed Ending = "answer failed"    // the reply tells why
	NotReadAloud Ending = "not read aloud"   // the player tells why
	AnswerSilent Ending = "answer is silent" // the reply has no words that could be read
)

// Target is where the text belongs. It is given back as it was.
type Target struct {
	// Conversation is the chat, "" for a new one.
	Conversation chat.ID
	// Place tells one visit to a chat, or to another page, from the next.
	Place int
	// Page is "" for the message box, else the name of another page.
	Page string
	// Connection is the service that writes down, "" for the one in use; Model is the one of the chat, which tidies up.
	Connection chat.ID
	Model      string
}

// Snapshot is how things stand. It asks memory alone.
type Snapshot struct {
	Phase  Phase
	Target Target
	// Talk: it is a conversation by voice.
	Talk bool
	// Turn is another number for each text that is handed over.
	Turn int
	// Recording is the one that is made, or was; "" before there is one.
	Recording chat.ID
	// Live is what the microphone hears, while Opening and Listening.
	Live recordings.Live
	// Text is set in Tidying, Done and Sending. Original is what was said, where Text was tidied up; else "".
	Text, Original string
	// NotTidied says in Done that tidying up was wanted and has failed: Text is what was said.
	NotTidied bool
	// Reply is the one that is waited for, in Answering and Speaking.
	Reply chat.ID
	// Problem is set in Failed, and in Done where the recording was ended by one: the microphone was taken away.
	Problem problem.Problem
	// CanRetry says in Failed that there is a recording to be sent again.
	CanRetry bool
	Ending   Ending
}

// Busy reports whether something is being done that the person waits for.
func (s Snapshot) Busy() bool {
	switch s.Phase {
	case Opening, Listening, Writing, Tidying, Sending, Answering, Speaking:
		return true
	}
	return false
}
