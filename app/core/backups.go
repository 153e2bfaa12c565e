package core

import (
	"context"
	"errors"
	"os"
	"slices"

	"filippo.io/age"

	"parlando/app/backups"
	"parlando/app/history"
	"parlando/app/settings"
)

// backUp creates the owner of the backups, which makes the first one some time after the start.
func (c *Core) backUp() {
	c.Backups = c.newBackups()
	c.atCloseWithin("backups", c.Backups.Close)
	if c.History.ReadOnly() == history.Writable {
		c.Backups.Begin()
	}
}

func (c *Core) newBackups() *backups.Backups {
	return backups.New(backups.Options{
		Library: c.History, Settings: c.Settings, Dir: c.Paths.Data, Config: c.Paths.Config, Cache: c.Paths.Cache,
		Folder: c.Paths.Home + "-backups", Version: Version, CommonOptions: c.common,
	})
}

// FindBackups returns the backups that were made on this computer and can be used, the newest
// first. It needs no open library.
func (c *Core) FindBackups() []backups.Backup {
	b := c.newBackups()
	list, err := b.List()
	if err != nil {
		c.Log.Warn("A folder of the backups could not be read", "error", err)
	}
	return slices.DeleteFunc(list, func(one backups.Backup) bool { return one.Damaged != nil || one.Computer != b.Computer() })
}

// UseBackup makes a library out of a backup and selects it in the settings. The library that was
// open, or cannot be opened, stays as it is. identity is needed if the backup is encrypted.
// progress is called with the number of files unpacked so far, missing is the number of those that
// could not be read. After an error nothing has changed.
func (c *Core) UseBackup(ctx context.Context, b backups.Backup, identity age.Identity, progress func(files int)) (missing int, err error) {
	to, missing, err := c.unpackLibrary(ctx, b, identity, progress, func(*history.Store) error { return nil })
	if err != nil {
		return 0, err
	}
	return missing, c.leaveFor(to, func(*settings.Settings) {})
}

// unpackLibrary makes a library out of a backup in a new folder and prepares it. After an error
// there is no folder.
func (c *Core) unpackLibrary(ctx context.Context, b backups.Backup, identity age.Identity, progress func(files int), prepare func(*history.Store) error) (to string, missing int, err error) {
	to = c.newFolder()
	if missing, err = b.Unpack(ctx, to, identity, progress); err != nil {
		return "", 0, err
	}
	if err := c.prepareLibrary(ctx, to, prepare); err != nil {
		return "", 0, errors.Join(err, os.RemoveAll(to))
	}
	return to, missing, nil
}
