package shell

import (
	"context"

	"parlando/app/changes"
)

// Page is the content of the window beside the sidebar. Its methods are called on the window's
// thread.
type Page interface {
	// Scene returns the objects to lay out. It returns the same value on each call.
	Scene() *Scene
	// Title returns the part of the window's title besides the program's name; may be "".
	Title() string
	// Show is called when the page becomes visible, and when it is selected again. It reloads data
	// that changed while the page was hidden, and keeps the old content until the new data arrives.
	Show()
	// Hide is called before another page is shown. It stores pending edits.
	Hide()
	// Changed repaints changed content. It is called only while the page is visible.
	Changed([]changes.Change)
	// Do carries out a command. If it returns false, the window handles the command.
	Do(Command) bool
	// AcceptFiles handles files that were dropped, pasted, or passed on by a second start of the
	// program.
	AcceptFiles(paths []string)
	// Flush waits until all edits on the page are on disk. It is called before the program quits,
	// if the page was ever shown.
	Flush(context.Context) error
}
