package transcript

import (
	"time"

	"parley/views/widgets"
)

// Options are what the view asks of the window. None may be nil.
type Options struct {
	// OnEdit is given each change of the lines, in the order they were made.
	OnEdit func(Edit)
	// OnUndo takes back the last change and OnRedo makes it again; SetLines is to follow, even if nothing changed.
	OnUndo, OnRedo func()
	// OnRename is given another title.
	OnRename func(title string)
	// OnCopy copies the whole text; OnAsk opens a chat about it.
	OnCopy, OnAsk func()
	// SaveItems are the ways to save it; MoreItems what else can be done with it.
	SaveItems, MoreItems func() []widgets.MenuItem
	// OnLocate asks for the sound file, which is not where it was; OnRetry asks the service again for what failed.
	OnLocate, OnRetry func()
	// OnRenameSpeaker gives a speaker another name in every line.
	OnRenameSpeaker func(old, name string)
	// OnHear plays from a time on, OnToggle pauses and goes on.
	OnHear   func(at time.Duration)
	OnToggle func()
	// OnLoop has what lies between two times heard again and again, or no longer.
	OnLoop func(from, to time.Duration, on bool)
	// OnPopup is told of what was laid over the window; it may be nil.
	OnPopup func(*widgets.Overlay)
	// OnSay says a sentence for a moment, with a button that takes it back.
	OnSay func(sentence, button string, action func())
	// After runs a function on the window's thread later.
	After func(time.Duration, func()) (stop func())
}

// calls are what the lines ask for.
type calls struct {
	*Options
	// OnMoved is called when the caret moved, OnShown when other lines are seen.
	OnMoved, OnShown func()
	// OnFound is told how many places were found, and which of them is shown, 1 for the first.
	OnFound func(at, n int)
	// OnWho asks who speaks a line.
	OnWho func(row int)
}
