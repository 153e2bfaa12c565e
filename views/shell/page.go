package shell

import (
	"context"

	"parlando/app/changes"
)

// Page is shown beside the sidebar. Its methods are called on the window's thread.
type Page interface {
	// Scene returns what the frame lays out: the same at each call.
	Scene() *Scene
	// Title returns what the window is called besides the program's name, "" for nothing.
	Title() string
	// Show is called when the page becomes visible, and when it is chosen again. It reads what
	// changed while the page was covered, and keeps what is there until the read has come.
	Show()
	// Hide is called before another page is shown. It stores what was changed.
	Hide()
	// Changed repaints what has changed. It is called only while the page is visible.
	Changed([]changes.Change)
	// Do carries out a command. With false the window does.
	Do(Command) bool
	// Accept takes files that were dropped, pasted, or handed over by a second start.
	Accept(paths []string)
	// Flush returns when everything that was written on the page is on disk. It is called before
	// the program quits, when the page was ever shown.
	Flush(context.Context) error
}
