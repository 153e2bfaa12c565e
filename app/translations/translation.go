package translations

import (
	"parlando/app/chat"
	"parlando/app/problem"
)

// State is what is going on with a translation.
type State string

// The states.
const (
	Waiting State = "waiting" // for another one to end
	Working State = "working"
	Stopped State = "stopped" // by Cancel; Start goes on
	Failed  State = "failed"  // Problem tells why; Start goes on
	Done    State = "done"    // Missing tells how many lines did not come back
)

// Active reports whether it goes on by itself.
func (s State) Active() bool { return s == Waiting || s == Working }

// Translation is how far the lines of a transcript are translated. It is forgotten when the program
// ends; the lines are not.
type Translation struct {
	Transcript chat.ID
	// Language is what it is translated into, as the model is told: "German".
	Language   string
	Connection chat.ID
	Model      string
	State      State
	// Lines is how many there are to translate, and Translated how many of them are.
	Lines, Translated int
	// Missing is how many the model did not give back, though they were asked for again.
	Missing int
	// Problem is why it Failed; Kind "" is none.
	Problem problem.Problem
}

// Request asks for a translation.
type Request struct {
	// Language is what to translate into, in words that a model knows: "German", "Brazilian
	// Portuguese".
	Language string
	// Connection and Model are the chat model that translates.
	Connection chat.ID
	Model      string
	// Anew takes the translations away that stand there, since they are in another language, and
	// asks for all lines. Undo brings them back.
	Anew bool
}
