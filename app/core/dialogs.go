package core

import (
	"context"

	"parlando/app/desktop"
)

// dialogs implements Dialogs with package desktop.
type dialogs struct{}

// Open implements Dialogs.
func (dialogs) Open(ctx context.Context, c desktop.FileChooser) ([]string, error) { return c.Open(ctx) }

// Save implements Dialogs.
func (dialogs) Save(ctx context.Context, c desktop.FileChooser) (string, error) { return c.Save(ctx) }

// ShowInFolder implements Dialogs.
func (dialogs) ShowInFolder(ctx context.Context, path string) error {
	return desktop.ShowInFolder(ctx, path)
}
