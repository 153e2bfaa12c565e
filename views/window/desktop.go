package window

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"parlando/app/core"
	"parlando/app/desktop"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/shell"
)

// files implements shell.Desktop for one window.
type files struct {
	window   fyne.Window
	dialogs  core.Dialogs
	settings *settings.Store
}

// OpenFiles implements shell.Desktop.
func (f files) OpenFiles(ctx context.Context, r shell.FileRequest, folder string) (paths []string, shown bool) {
	c := f.chooser(r.Title, folder)
	c.Multiple = r.Multiple
	if len(r.Extensions) > 0 {
		fitting := desktop.FileFilter{Label: r.Type}
		for _, extension := range r.Extensions {
			fitting.Patterns = append(fitting.Patterns, "*"+extension)
		}
		c.Filters = []desktop.FileFilter{fitting, {Label: i18n.Text("All files"), Patterns: []string{"*"}}}
	}
	paths, err := f.dialogs.Open(ctx, c)
	return paths, !errors.Is(err, desktop.ErrNone)
}

// OpenFolder implements shell.Desktop.
func (f files) OpenFolder(ctx context.Context, title, folder string) (path string, shown bool) {
	c := f.chooser(title, folder)
	c.Directory = true
	paths, err := f.dialogs.Open(ctx, c)
	if err != nil {
		return "", !errors.Is(err, desktop.ErrNone)
	}
	return paths[0], true
}

// SaveFile implements shell.Desktop.
func (f files) SaveFile(ctx context.Context, r shell.FileRequest, folder string) (path string, shown bool) {
	c := f.chooser(r.Title, folder)
	c.Name = r.Name
	path, err := f.dialogs.Save(ctx, c)
	return path, !errors.Is(err, desktop.ErrNone)
}

// ShowInFolder implements shell.Desktop.
func (f files) ShowInFolder(ctx context.Context, path string) error {
	return f.dialogs.ShowInFolder(ctx, path)
}

// LastFolder implements shell.Desktop.
func (f files) LastFolder(p shell.FilePurpose) string { return f.settings.Get().Folders[string(p)] }

// RememberFolder implements shell.Desktop.
func (f files) RememberFolder(p shell.FilePurpose, folder string) {
	f.settings.Change(func(s *settings.Settings) {
		if s.Folders == nil {
			s.Folders = map[string]string{}
		}
		s.Folders[string(p)] = folder
	})
}

func (f files) chooser(title, folder string) desktop.FileChooser {
	return desktop.FileChooser{Title: title, Folder: folder, Parent: handleOf(f.window)}
}
