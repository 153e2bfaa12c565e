package translations

import (
	"parlando/app/chat"
	"parlando/app/problem"
)

// State is the state of a translation.
type State string

// The states.
const (
	Waiting State = "waiting" // for another one to end
	Working State = "working"
	Stopped State = "stopped" // by Cancel; Start goes on
	Failed  State = "failed"  // Problem has the reason; Start goes on
	Done    State = "done"    // Missing is the number of lines that did not come back
)

// Active reports whether it goes on by itself.
func (s State) Active() bool { return s == Waiting || s == Working }

// Translation is the progress of translating a transcript's lines. It is forgotten when the program
// ends; the lines are not.
type Translation struct {
	Transcript chat.ID
	// Language is the target language, in a word for the model: "German".
	Language   string
	Connection chat.ID
	Model      string
	State      State
	// Lines is the number of lines to translate, and Translated the number of those that are.
	Lines, Translated int
	// Missing is the number of lines that the model left out, also when asked again.
	Missing int
	// Problem is the reason why it Failed; Kind "" is none.
	Problem problem.Problem
}

// Request asks for a translation.
type Request struct {
	// Language is the target language, in words that a model knows: "German", "Brazilian
	// Portuguese".
	Language string
	// Connection and Model are the chat model that translates.
	Connection chat.ID
	Model      string
	// Anew takes the translations away that stand there, since they are in another language, and
	// asks for all lines. Undo brings them back.
	Anew bool
}
