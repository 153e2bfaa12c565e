package core

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"filippo.io/age"

	"parlando/app/backups"
	"parlando/app/history"
	"parlando/app/settings"
)

// MoveIn makes a library out of a backup that was brought from another computer, and selects it in
// the settings, which become those of the other computer except for folders. Keys are not in a
// backup. The library takes effect when it is opened next. After an error nothing has changed.
func (c *Core) MoveIn(ctx context.Context, b backups.Backup, identity age.Identity, progress func(files int)) (missing int, err error) {
	to, missing, err := c.unpackLibrary(ctx, b, identity, progress, func(s *history.Store) error { return s.RenewOrigin(ctx) })
	if err != nil {
		return 0, err
	}
	theirs, err := settings.Load(to)
	if err != nil {
		c.Log.Warn("The settings of the other computer could not be read", "error", err)
	}
	err = c.leaveFor(to, func(s *settings.Settings) {
		if _, err := os.Stat(filepath.Join(to, settings.FileName)); err == nil {
			s.Adopt(theirs.Get())
		}
	})
	return missing, errors.Join(err, theirs.Close())
}
