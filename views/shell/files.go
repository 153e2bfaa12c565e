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

// Purpose is a purpose of file dialogs. Each purpose has its own folder in which the dialog starts.
// The value is stored.
type Purpose string

// The purposes.
const (
	Attach      Purpose = "attach"
	OpenSound   Purpose = "open-sound"
	OpenText    Purpose = "open-text"
	SaveSound   Purpose = "save-sound"
	SaveText    Purpose = "save-text"
	SavePicture Purpose = "save-picture"
)

// FileRequest describes a dialog for files.
type FileRequest struct {
	Purpose Purpose
	Title   string
	// Extensions are those of the files that fit, in lower case and with the dot, and Type names
	// them in the dialog; none fits all files.
	Extensions []string
	Type       string
	// Several lets the user choose more than one file.
	Several bool
	// Name is suggested for a file that is saved.
	Name string
}

// Desktop holds the file dialogs of the desktop and what it remembers for them. Its dialogs return
// when the user has answered or ctx ends; shown is false where the desktop has none, and nothing is
// returned where the user chose nothing.
type Desktop interface {
	OpenFiles(ctx context.Context, r FileRequest, folder string) (paths []string, shown bool)
	OpenFolder(ctx context.Context, title, folder string) (path string, shown bool)
	SaveFile(ctx context.Context, r FileRequest, folder string) (path string, shown bool)
	// ShowInFolder shows a file in the file manager, selected where that can do so.
	ShowInFolder(ctx context.Context, path string) error
	// LastFolder returns the folder that was used last for a purpose, else "".
	LastFolder(p Purpose) string
	KeepFolder(p Purpose, folder string)
}

// Files asks the user for files and folders and shows them, for one frame. While a dialog of the
// desktop is open, the window goes on.
type Files struct {
	frame   *Frame
	desktop Desktop
	// close closes the desktop's dialog that was opened last.
	close context.CancelFunc
}

// Folder returns the folder that was used last for a purpose, else the one that the desktop has for
// such files, else the user's own.
func (f *Files) Folder(p Purpose) string {
	standard := xdg.UserDirs.Documents
	switch p {
	case Attach, SavePicture:
		standard = xdg.UserDirs.Pictures
	case OpenSound, SaveSound:
		standard = xdg.UserDirs.Music
	case OpenText, SaveText:
	}
	for _, folder := range []string{f.desktop.LastFolder(p), standard} {
		if IsFolder(folder) {
			return folder
		}
	}
	return filepath.Clean(xdg.Home)
}

// IsFolder reports whether a path is that of a folder.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// KeepFolder has the next dialog for a purpose start in a folder.
func (f *Files) KeepFolder(p Purpose, folder string) { f.desktop.KeepFolder(p, folder) }

// Choose asks for files, and gives their paths unless nothing was chosen. Without the
// desktop's own dialog it is one file.
func (f *Files) Choose(r FileRequest, chosen func(paths []string)) {
	folder := f.Folder(r.Purpose)
	keep := func(paths []string) {
		f.KeepFolder(r.Purpose, filepath.Dir(paths[0]))
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
			f.frame.log.Warn("A chosen file was not opened", "error", err)
			f.frame.toasts.Say(i18n.Text("This file could not be opened."), "", nil)
		case file != nil:
			path := file.URI().Path()
			_ = file.Close() // only its path is wanted
			chosen(path)
		}
	}
}

// ChooseFolder asks for a folder, beginning in one, and gives its path unless nothing was chosen.
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
			f.frame.log.Warn("A chosen folder was not opened", "error", err)
			f.frame.toasts.Say(i18n.Text("This folder could not be opened."), "", nil)
		case folder != nil:
			chosen(folder.Path())
		}
	}
}

// ChooseSave asks where a file is to be saved, beginning in a folder, and gives its path unless
// nothing was chosen; the desktop has asked before it gives one that is taken. Without the
// desktop's own dialog folderChosen is given a folder alone.
func (f *Files) ChooseSave(r FileRequest, from string, chosen, folderChosen func(path string)) {
	f.askDesktop(func(ctx context.Context) ([]string, bool) { return one(f.desktop.SaveFile(ctx, r, from)) },
		func(paths []string) { chosen(paths[0]) }, func() { f.showFolderDialog(from, folderChosen) })
}

// one returns the answer of a dialog for one path as that of a dialog for several.
func one(path string, shown bool) ([]string, bool) {
	if path == "" {
		return nil, shown
	}
	return []string{path}, shown
}

// askDesktop shows a dialog of the desktop, while the window goes on: one at a time, a new one
// closes the one before. Where there is none, instead is called.
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

// showDialog shows one of Fyne's dialogs as large as the window allows.
func (f *Files) showDialog(d *dialog.FileDialog, folder string) {
	if start, err := storage.ListerForURI(storage.NewFileURI(folder)); err == nil {
		d.SetLocation(start)
	}
	d.Show()
	// Fyne's dialog has no size to compare with before it is shown.
	window := f.frame.Canvas().Size()
	d.Resize(fyne.NewSize(min(820, window.Width-40), min(600, window.Height-40)))
	if top := f.frame.Canvas().Overlays().Top(); top != nil {
		top.Refresh() // puts it into the middle again
	}
}

// Show shows a file in the desktop's file manager.
func (f *Files) Show(path string) {
	f.frame.thread.Go(func() func() {
		err := f.desktop.ShowInFolder(f.frame.ctx, path)
		return func() {
			if err != nil {
				f.frame.log.Info("File was not shown in its folder", "error", err)
				f.ShowFolder(filepath.Dir(path))
			}
		}
	})
}

// ShowFolder shows a folder in the desktop's file manager.
func (f *Files) ShowFolder(path string) {
	if err := f.frame.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}); err != nil {
		f.frame.log.Warn("Folder was not opened", "error", err)
		f.frame.toasts.Say(i18n.Text("No program on this computer shows folders."), "", nil)
	}
}
