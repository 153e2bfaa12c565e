package shell

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"github.com/adrg/xdg"

	"parlando/views/i18n"
)

// FilePurpose identifies a use of file dialogs. Dialogs start in the folder last used for the same
// purpose. The value is stored.
type FilePurpose string

// The purposes.
const (
	Attach      FilePurpose = "attach"
	OpenSound   FilePurpose = "open-sound"
	OpenText    FilePurpose = "open-text"
	SaveSound   FilePurpose = "save-sound"
	SaveText    FilePurpose = "save-text"
	SavePicture FilePurpose = "save-picture"
	OpenBackup  FilePurpose = "open-backup"
	OpenExport  FilePurpose = "open-export"
	SaveBackup  FilePurpose = "save-backup"
)

// FileRequest describes a file dialog.
type FileRequest struct {
	Purpose FilePurpose
	Title   string
	// Extensions are the accepted extensions, in lower case with the dot, and Type describes them
	// in the dialog; empty accepts all files.
	Extensions []string
	Type       string
	// Multiple allows selecting more than one file.
	Multiple bool
	// Name is the suggested name of a file to save.
	Name string
}

// Desktop provides the native file dialogs and remembers the folder last used in each. A dialog
// returns when the user has answered or ctx ends. shown is false if there is no native dialog; the
// result is empty if the user canceled.
type Desktop interface {
	OpenFiles(ctx context.Context, r FileRequest, folder string) (paths []string, shown bool)
	OpenFolder(ctx context.Context, title, folder string) (path string, shown bool)
	SaveFile(ctx context.Context, r FileRequest, folder string) (path string, shown bool)
	// ShowInFolder shows a file in the file manager, and selects it if that is supported.
	ShowInFolder(ctx context.Context, path string) error
	// LastFolder returns the folder last used for a purpose, or "".
	LastFolder(p FilePurpose) string
	RememberFolder(p FilePurpose, folder string)
}

// Files shows file dialogs for one frame. The window stays responsive while a native dialog is
// open.
type Files struct {
	frame   *Frame
	desktop Desktop
	// close closes the native dialog opened last.
	close context.CancelFunc
}

// Folder returns the folder last used for a purpose, else the desktop's folder for such files, else
// the home folder.
func (f *Files) Folder(p FilePurpose) string {
	standard := xdg.UserDirs.Documents
	switch p {
	case Attach, SavePicture:
		standard = xdg.UserDirs.Pictures
	case OpenSound, SaveSound:
		standard = xdg.UserDirs.Music
	case OpenText, SaveText, OpenBackup, OpenExport, SaveBackup:
	}
	for _, folder := range []string{f.desktop.LastFolder(p), standard} {
		if IsFolder(folder) {
			return folder
		}
	}
	return filepath.Clean(xdg.Home)
}

// IsFolder reports whether path is a folder.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// RememberFolder sets the initial folder of the next dialog for a purpose.
func (f *Files) RememberFolder(p FilePurpose, folder string) { f.desktop.RememberFolder(p, folder) }

// Choose asks for files, and calls chosen with their paths unless the user cancels. Without a
// native dialog, only one file can be selected.
func (f *Files) Choose(r FileRequest, chosen func(paths []string)) {
	folder := f.Folder(r.Purpose)
	keep := func(paths []string) {
		f.RememberFolder(r.Purpose, filepath.Dir(paths[0]))
		chosen(paths)
	}
	f.askDesktop(func(ctx context.Context) ([]string, bool) { return f.desktop.OpenFiles(ctx, r, folder) }, keep, func() {
		d := dialog.NewFileOpen(f.fileChosen(func(path string) { keep([]string{path}) }), f.frame.window)
		if len(r.Extensions) > 0 {
			var both []string
			for _, e := range r.Extensions {
				both = append(both, e, strings.ToUpper(e))
			}
			d.SetFilter(storage.NewExtensionFileFilter(both))
		}
		d.SetTitleText(r.Title)
		f.showDialog(d, folder)
	})
}

// ChooseOne asks for one file.
func (f *Files) ChooseOne(r FileRequest, chosen func(path string)) {
	f.Choose(r, func(paths []string) { chosen(paths[0]) })
}

func (f *Files) fileChosen(chosen func(path string)) func(fyne.URIReadCloser, error) {
	return func(file fyne.URIReadCloser, err error) {
		switch {
		case err != nil:
			f.frame.log.Warn("A chosen file could not be opened", "error", err)
			f.frame.toasts.Say(i18n.Text("This file couldn't be opened."), "", nil)
		case file != nil:
			path := file.URI().Path()
			_ = file.Close() // only the path is needed
			chosen(path)
		}
	}
}

// ChooseFolder asks for a folder, starting in from, and calls chosen unless the user cancels.
func (f *Files) ChooseFolder(from string, chosen func(path string)) {
	title := i18n.Text("Choose a folder")
	f.askDesktop(func(ctx context.Context) ([]string, bool) { return one(f.desktop.OpenFolder(ctx, title, from)) },
		func(paths []string) { chosen(paths[0]) }, func() { f.showFolderDialog(from, chosen) })
}

func (f *Files) showFolderDialog(from string, chosen func(path string)) {
	f.showDialog(dialog.NewFolderOpen(f.folderChosen(chosen), f.frame.window), from)
}

func (f *Files) folderChosen(chosen func(path string)) func(fyne.ListableURI, error) {
	return func(folder fyne.ListableURI, err error) {
		switch {
		case err != nil:
			f.frame.log.Warn("A chosen folder could not be opened", "error", err)
			f.frame.toasts.Say(i18n.Text("This folder couldn't be opened."), "", nil)
		case folder != nil:
			chosen(folder.Path())
		}
	}
}

// ChooseSave asks where to save a file, starting in from, and calls chosen with its path unless the
// user cancels. The native dialog asks before it returns an existing file. Without a native dialog,
// folderChosen is called with only a folder.
func (f *Files) ChooseSave(r FileRequest, from string, chosen, folderChosen func(path string)) {
	f.askDesktop(func(ctx context.Context) ([]string, bool) { return one(f.desktop.SaveFile(ctx, r, from)) },
		func(paths []string) { chosen(paths[0]) }, func() { f.showFolderDialog(from, folderChosen) })
}

// one converts the result of a single-file dialog to the result of a multi-file dialog.
func one(path string, shown bool) ([]string, bool) {
	if path == "" {
		return nil, shown
	}
	return []string{path}, shown
}

// askDesktop shows a native dialog in the background, and closes a previous one. If there is no
// native dialog, it calls the function instead.
func (f *Files) askDesktop(ask func(context.Context) (paths []string, shown bool), chosen func(paths []string), instead func()) {
	f.close()
	ctx, cancel := context.WithCancel(f.frame.ctx)
	f.close = cancel
	f.frame.thread.Go(func() func() {
		paths, shown := ask(ctx)
		return func() {
			switch {
			case ctx.Err() != nil:
			case !shown:
				instead()
			case len(paths) > 0:
				chosen(paths)
			}
		}
	})
}

// showDialog shows one of Fyne's dialogs, as large as the window allows.
func (f *Files) showDialog(d *dialog.FileDialog, folder string) {
	if start, err := storage.ListerForURI(storage.NewFileURI(folder)); err == nil {
		d.SetLocation(start)
	}
	d.SetView(dialog.ListView) // icons have room for a few letters only
	d.Show()
	// Resize after Show: before, Fyne's dialog has no size.
	window := f.frame.Canvas().Size()
	d.Resize(fyne.NewSize(min(820, window.Width-40), min(600, window.Height-40)))
	if top := f.frame.Canvas().Overlays().Top(); top != nil {
		top.Refresh() // centers the dialog again
	}
}

// Show shows a file in the desktop's file manager.
func (f *Files) Show(path string) {
	f.frame.thread.Go(func() func() {
		err := f.desktop.ShowInFolder(f.frame.ctx, path)
		return func() {
			if err != nil {
				f.frame.log.Info("A file could not be shown in its folder", "error", err)
				f.ShowFolder(filepath.Dir(path))
			}
		}
	})
}

// ShowFolder shows a folder in the desktop's file manager.
func (f *Files) ShowFolder(path string) {
	if err := f.frame.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}); err != nil {
		f.frame.log.Warn("A folder could not be opened", "error", err)
		f.frame.toasts.Say(i18n.Text("No file manager was found on this computer."), "", nil)
	}
}
