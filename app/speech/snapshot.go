package speech

import (
	"time"

	"parley/app/chat"
	"parley/app/problem"
)

// Phase is what the player does.
type Phase string

// The phases.
const (
	Idle      Phase = ""          // nothing is read
	Preparing Phase = "preparing" // the sound is on its way
	Playing   Phase = "playing"   //
	Paused    Phase = "paused"    //
	NoOutput  Phase = "no output" // it waits for a sound output, and goes on by itself when there is one
	Failed    Phase = "failed"    // Problem says why; Retry goes on
)

// Snapshot is all that the window shows of what is read.
type Snapshot struct {
	Phase        Phase
	Source       Source
	Conversation chat.ID
	Title        string
	// Sentence is the one that is read, 1 for the first, of Sentences; both are 0 for a file.
	Sentence, Sentences int
	// Start and End are where it stands in the text, in bytes; both are 0 when nothing is marked.
	Start, End int
	// Place is how much was heard of Length, at the text's own speed, whatever the speed of playing. Estimated says that
	// Length is a guess from the number of characters; of a file, that it is not known yet.
	Place, Length time.Duration
	Estimated     bool
	// Voice is what reads. Local is set in it when the voice of this computer stands in for a service; Problem then says why.
	Voice Voice
	// Speed is that of playing, 0.5 to 2; Volume is 0 to 1.
	Speed, Volume float64
	// Writing says that the text still grows.
	Writing bool
	// Problem is set in Failed, and where the voice of this computer stands in.
	Problem problem.Problem
}
