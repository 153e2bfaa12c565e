package transcript

import (
	"time"

	"parley/views/widgets"
)

// Options are what the view asks of its page. None may be nil.
type Options struct {
	EditCalls
	SoundCalls
	// OnCopy copies the whole text; OnAsk opens a chat about it.
	OnCopy, OnAsk func()
	// SaveItems are the ways to save it; MoreItems what else can be done with it.
	SaveItems, MoreItems func() []widgets.MenuItem
	// OnLocate asks for the sound file, which is not where it was; OnRetry asks the service again for what failed.
	OnLocate, OnRetry func()
	// OnSay says a sentence for a moment, with a button that takes it back.
	OnSay func(sentence, button string, action func())
	// After runs a function on the window's thread later.
	After func(time.Duration, func()) (stop func())
}

// EditCalls are what is changed.
type EditCalls struct {
	// OnEdit is given each change of the lines, in the order they were made.
	OnEdit func(Edit)
	// OnUndo takes back the last change and OnRedo makes it again; SetLines is to follow, even if nothing changed.
	OnUndo, OnRedo func()
	// OnRename is given another title.
	OnRename func(title string)
	// OnRenameSpeaker gives a speaker another name in every line.
	OnRenameSpeaker func(old, name string)
}

// SoundCalls are what is heard.
type SoundCalls struct {
	// OnHear plays from a time on, OnToggle pauses and goes on.
	OnHear   func(at time.Duration)
	OnToggle func()
	// OnLoop has what lies between two times heard again and again, or no longer.
	OnLoop func(from, to time.Duration, on bool)
}

// calls are what the lines ask for.
type calls struct {
	*Options
	// OnShown is called when other lines are seen.
	OnShown func()
	// OnFound is told how many places were found, and which of them is shown, 1 for the first.
	OnFound func(at, n int)
	// OnWho asks who speaks a line.
	OnWho func(row int)
}
