package transcript

import (
	"time"

	"parlando/views/widgets"
)

// Options are the dependencies of the view. None may be nil.
type Options struct {
	Editor   Editor
	Playback Playback
	Actions  Actions
	// Say says a sentence for a moment, with a button that takes it back.
	Say func(sentence, button string, action func())
	// After runs a function on the window's thread later.
	After func(time.Duration, func()) (stop func())
}

// Editor changes the lines.
type Editor interface {
	// Edit makes a change of the lines. It is called in the order the changes were made.
	Edit(change Edit)
	// Undo takes back the last change; SetLines is to follow, even if nothing changed.
	Undo()
	// Redo makes the change again that was taken back; SetLines is to follow, too.
	Redo()
	// RenameSpeaker gives a speaker another name in every line.
	RenameSpeaker(old, name string)
}

// Playback plays the sound of the transcript.
type Playback interface {
	// Hear plays from a time on.
	Hear(at time.Duration)
	// Toggle pauses and goes on.
	Toggle()
	// SetLoop has what lies between two times heard again and again, or no longer.
	SetLoop(from, to time.Duration, on bool)
}

// Actions apply to the whole transcript.
type Actions interface {
	// Rename gives it another title.
	Rename(title string)
	// Copy copies the whole text.
	Copy()
	// Ask opens a chat about it.
	Ask()
	// SaveItems returns the ways to save it.
	SaveItems() []widgets.MenuItem
	// MoreItems returns what else can be done with it.
	MoreItems() []widgets.MenuItem
	// Locate asks for the sound file, which is not where it was.
	Locate()
	// Retry asks the service again for what failed.
	Retry()
}
