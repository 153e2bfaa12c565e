//go:build windows || darwin

package desktop

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ncruces/zenity"
)

func (c FileChooser) open(ctx context.Context) (paths []string, err error) {
	options := c.options(ctx, "")
	if c.Directory {
		options = append(options, zenity.Directory())
	}
	inApartment(func() {
		if c.Multiple {
			paths, err = zenity.SelectFileMultiple(options...)
		} else {
			paths = make([]string, 1)
			paths[0], err = zenity.SelectFile(options...)
		}
	})
	if err != nil {
		return nil, chooserError(ctx, err)
	}
	if len(paths) == 0 || paths[0] == "" {
		return nil, fmt.Errorf("%w: the dialog named no file", ErrNone)
	}
	return paths, nil
}

func (c FileChooser) save(ctx context.Context) (string, error) {
	var path string
	var err error
	inApartment(func() {
		path, err = zenity.SelectFileSave(append(c.options(ctx, c.Name), zenity.ConfirmOverwrite())...)
	})
	if err != nil {
		return "", chooserError(ctx, err)
	}
	if path == "" {
		return "", fmt.Errorf("%w: the dialog named no file", ErrNone)
	}
	return path, nil
}

// options returns the options that all dialogs share. It ignores a folder that does not exist,
// because the dialog would fail.
func (c FileChooser) options(ctx context.Context, name string) []zenity.Option {
	options := []zenity.Option{zenity.Context(ctx), zenity.Title(c.Title)}
	if c.Parent != 0 { // 0 on macOS, which has no window handles
		options = append(options, zenity.Attach(c.Parent))
	}
	start := name
	if info, err := os.Stat(c.Folder); err == nil && info.IsDir() {
		start = filepath.Join(c.Folder, name)
	}
	if start != "" {
		options = append(options, zenity.Filename(start))
	}
	for _, f := range c.Filters {
		if len(f.Patterns) > 0 {
			options = append(options, zenity.FileFilter{Name: f.Label, Patterns: append([]string{}, f.Patterns...), CaseFold: true})
		}
	}
	return options
}

func chooserError(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, zenity.ErrCanceled):
		return ErrCanceled
	}
	return fmt.Errorf("%w: %w", ErrNone, err)
}
