package core

import (
	"context"
	"path/filepath"

	"parlando/app/backups"
	"parlando/app/history"
	"parlando/app/imports"
)

// importChats creates the owner of the imports, which goes on with the search index of earlier
// ones.
func (c *Core) importChats() {
	c.Imports = imports.New(imports.Options{
		Library: c.History, Files: c.Attachments, Temp: filepath.Join(c.Paths.Cache, "imports"), CommonOptions: c.common,
		BackUp: func(ctx context.Context) error {
			_, err := c.Backups.Make(ctx, backups.Import)
			return err
		},
	})
	c.atCloseWithin("imports", c.Imports.Close)
	if c.History.ReadOnly() == history.Writable {
		c.Imports.Begin()
	}
}
