package shell

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"github.com/adrg/xdg"

	"parlando/views/i18n"
)

// Purpose is what files are opened or saved for; each has a folder of its own in which its dialog
// starts. The value is what is stored.
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

// FileRequest says what the user is asked for.
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

// Folder returns the folder that was used last for a purpose, else the one that the desktop has for
// such files, else the user's own.
func (f *Frame) Folder(p Purpose) string {
	usual := xdg.UserDirs.Documents
	switch p {
	case Attach, SavePicture:
		usual = xdg.UserDirs.Pictures
	case OpenSound, SaveSound:
		usual = xdg.UserDirs.Music
	case OpenText, SaveText:
	}
	for _, folder := range []string{f.desktop.LastFolder(p), usual} {
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
func (f *Frame) KeepFolder(p Purpose, folder string) { f.desktop.KeepFolder(p, folder) }

// ChooseFiles asks for files, and gives their paths unless nothing was chosen. Without the
// desktop's own dialog it is one file.
func (f *Frame) ChooseFiles(r FileRequest, chosen func(paths []string)) {
	folder := f.Folder(r.Purpose)
	keep := func(paths []string) {
		f.KeepFolder(r.Purpose, filepath.Dir(paths[0]))
		chosen(paths)
	}
	f.askDesktop(func(ctx context.Context) ([]string, bool) { return f.desktop.OpenFiles(ctx, r, folder) }, keep, func() {
		d := dialog.NewFileOpen(f.fileChosen(func(path string) { keep([]string{path}) }), f.window)
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

// ChooseFile asks for one file.
func (f *Frame) ChooseFile(r FileRequest, chosen func(path string)) {
	f.ChooseFiles(r, func(paths []string) { chosen(paths[0]) })
}

func (f *Frame) fileChosen(chosen func(path string)) func(fyne.URIReadCloser, error) {
	return func(file fyne.URIReadCloser, err error) {
		switch {
		case err != nil:
			f.log.Warn("A chosen file was not opened", "error", err)
			f.Toasts.Say(i18n.Text("This file could not be opened."), "", nil)
		case file != nil:
			path := file.URI().Path()
			_ = file.Close() // only its path is wanted
			chosen(path)
		}
	}
}

// ChooseFolder asks for a folder, beginning in one, and gives its path unless nothing was chosen.
func (f *Frame) ChooseFolder(from string, chosen func(path string)) {
	title := i18n.Text("Choose a folder")
	f.askDesktop(func(ctx context.Context) ([]string, bool) { return one(f.desktop.OpenFolder(ctx, title, from)) },
		func(paths []string) { chosen(paths[0]) }, func() { f.showFolderDialog(from, chosen) })
}

func (f *Frame) showFolderDialog(from string, chosen func(path string)) {
	f.showDialog(dialog.NewFolderOpen(f.folderChosen(chosen), f.window), from)
}

func (f *Frame) folderChosen(chosen func(path string)) func(fyne.ListableURI, error) {
	return func(folder fyne.ListableURI, err error) {
		switch {
		case err != nil:
			f.log.Warn("A chosen folder was not opened", "error", err)
			f.Toasts.Say(i18n.Text("This folder could not be opened."), "", nil)
		case folder != nil:
			chosen(folder.Path())
		}
	}
}

// ChooseSave asks where a file is to be saved, beginning in a folder, and gives its path unless
// nothing was chosen; the desktop has asked before it gives one that is taken. Without the
// desktop's own dialog folderChosen is given a folder alone.
func (f *Frame) ChooseSave(r FileRequest, from string, chosen, folderChosen func(path string)) {
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
func (f *Frame) askDesktop(ask func(context.Context) (paths []string, shown bool), chosen func(paths []string), instead func()) {
	f.closeDialog()
	ctx, cancel := context.WithCancel(f.ctx)
	f.closeDialog = cancel
	f.thread.Go(func() func() {
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
func (f *Frame) showDialog(d *dialog.FileDialog, folder string) {
	if start, err := storage.ListerForURI(storage.NewFileURI(folder)); err == nil {
		d.SetLocation(start)
	}
	d.Show()
	// Fyne's dialog has no size to compare with before it is shown.
	window := f.Canvas().Size()
	d.Resize(fyne.NewSize(min(820, window.Width-40), min(600, window.Height-40)))
	if top := f.Canvas().Overlays().Top(); top != nil {
		top.Refresh() // puts it into the middle again
	}
}

// ShowInFolder shows a file in the desktop's file manager.
func (f *Frame) ShowInFolder(path string) {
	f.thread.Go(func() func() {
		err := f.desktop.ShowInFolder(f.ctx, path)
		return func() {
			if err != nil {
				f.log.Info("File was not shown in its folder", "error", err)
				f.ShowFolder(filepath.Dir(path))
			}
		}
	})
}

// PastedPaths reads what a file manager puts on the clipboard: the address of a file on each line,
// and nothing else. It returns none for any other text.
func PastedPaths(pasted string) (paths []string) {
	for line := range strings.Lines(strings.TrimSpace(pasted)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "file://") {
			return nil
		}
		u, err := storage.ParseURI(line)
		if err != nil {
			return nil
		}
		paths = append(paths, u.Path())
	}
	return paths
}
