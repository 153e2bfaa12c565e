package transcript

import (
	"time"

	"parlando/views/form"
	"parlando/views/widgets"
)

// Options holds the dependencies of the view. None may be nil.
type Options struct {
	Editor   Editor
	Playback Playback
	Actions  Actions
	// Say shows a toast with a button that undoes the change.
	Say func(sentence, button string, action func())
	// Draft returns the draft of a form about this transcript; see form.Open.
	Draft func(id string) *form.Draft
	// After runs a function on the window's thread after a delay.
	After func(time.Duration, func()) (stop func())
}

// Editor changes the lines.
type Editor interface {
	// Edit applies a change of the lines. It is called in the order of the changes.
	Edit(change Edit)
	// Undo undoes the last change. The caller must then call SetLines, even if nothing has changed.
	Undo()
	// Redo repeats the change that was undone last; SetLines must follow, too.
	Redo()
	// RenameSpeaker renames a speaker in every line.
	RenameSpeaker(old, name string)
}

// Playback plays the sound of the transcript.
type Playback interface {
	// PlayFrom plays from the given time.
	PlayFrom(at time.Duration)
	// Toggle pauses or resumes the sound.
	Toggle()
	// SetLoop repeats the range between two times, or stops repeating.
	SetLoop(from, to time.Duration, on bool)
}

// Actions are the actions on the whole transcript.
type Actions interface {
	// Rename sets the title.
	Rename(title string)
	// Copy copies the whole text.
	Copy()
	// Ask starts a chat about the transcript.
	Ask()
	// SaveItems returns the menu items that save the transcript.
	SaveItems() []widgets.MenuItem
	// MoreItems returns the other actions.
	MoreItems() []widgets.MenuItem
	// Locate asks for the current location of the missing sound file.
	Locate()
	// Retry requests failed parts from the service again.
	Retry()
}
