package translations

import (
	"parlando/app/chat"
	"parlando/app/problem"
)

// State is the state of a translation.
type State string

// The states.
const (
	Waiting State = "waiting" // another translation is running, or see Problem
	Working State = "working"
	Stopped State = "stopped" // Cancel was called; Start continues
	Failed  State = "failed"  // see Problem; Start continues
	Done    State = "done"    // Missing is the number of lines left out by the model
)

// Active reports whether the translation is waiting or running.
func (s State) Active() bool { return s == Waiting || s == Working }

// Translation is the progress of translating a transcript. It is dropped when the program ends; the
// translated lines are stored.
type Translation struct {
	Transcript chat.ID
	// Language is the target language in English, for the model: "German".
	Language   string
	Connection chat.ID
	Model      string
	State      State
	// Lines is the number of lines to translate, Translated the number of finished ones.
	Lines, Translated int
	// Missing is the number of lines that the model left out repeatedly.
	Missing int
	// Problem is the reason in the state Failed, and in Waiting that the limit is reached;
	// otherwise its Kind is "".
	Problem problem.Problem
}

// Request describes a translation to make.
type Request struct {
	// Language is the target language, in words that a model knows: "German", "Brazilian
	// Portuguese".
	Language string
	// Connection and Model select the chat model that translates.
	Connection chat.ID
	Model      string
	// Anew removes existing translations, because they are in another language, and translates all
	// lines. Undo restores the old translations.
	Anew bool
}
