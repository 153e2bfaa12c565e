package core

import (
	"parlando/app/backups"
	"parlando/app/history"
)

// backUp creates the owner of the backups, which makes the first one some time after the start.
func (c *Core) backUp() {
	c.Backups = backups.New(backups.Options{
		Library: c.History, Settings: c.Settings, Dir: c.Paths.Data, Config: c.Paths.Config, Cache: c.Paths.Cache,
		Folder: c.Paths.Home + "-backups", Version: Version, CommonOptions: c.common,
	})
	c.atCloseWithin("backups", c.Backups.Close)
	if c.History.ReadOnly() == history.Writable {
		c.Backups.Begin()
	}
}
