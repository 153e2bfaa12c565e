// Package moving moves the library between computers and to other programs: it saves everything in
// one file, and brings in the file of another computer.
package moving

import (
	"context"
	"log/slog"

	"filippo.io/age"

	"parlando/app/backups"
	"parlando/views/askfile"
	"parlando/views/shell"
	"parlando/views/uithread"
)

// Backups makes the backup or the export that is saved in the file (backups.Backups).
type Backups interface {
	Make(ctx context.Context, reason backups.Reason) (backups.Backup, error)
	Measure(ctx context.Context) (backups.Size, error)
	ExportAll(ctx context.Context, path string, sounds bool, progress func(files, all int)) (saved string, unread int, err error)
}

// Library makes a library out of a backup, which is opened next (core.Core).
type Library interface {
	MoveIn(ctx context.Context, b backups.Backup, identity age.Identity, progress func(files int)) (missing int, err error)
}

// Links connects the mover to the window.
type Links struct {
	// HasChats reports whether the open library has chats.
	HasChats func() bool
	// Leave calls next once nothing would be lost by leaving the open library.
	Leave func(next func())
	// Reopen opens the library that was brought in, and shows the sentence.
	Reopen func(sentence string)
}

// Mover moves the library out and in. Use it only on the window's thread.
type Mover struct {
	frame   shell.Host
	thread  *uithread.Thread
	log     *slog.Logger
	saving  *askfile.Asker
	backups Backups
	library Library
	links   Links
}

// New returns the mover of a window.
func New(f shell.Host, t *uithread.Thread, log *slog.Logger, saving *askfile.Asker, b Backups, l Library, links Links) *Mover {
	return &Mover{frame: f, thread: t, log: log, saving: saving, backups: b, library: l, links: links}
}
