package shell

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"parlando/views/i18n"
)

// FileRequest says what file the user is asked for.
type FileRequest struct {
	Title string
	// Extensions are those that can be chosen, in lower case and with the dot; none allows all
	// files.
	Extensions []string
}

// ChooseFile asks for a file, and gives its path unless nothing was chosen.
func (f *Frame) ChooseFile(r FileRequest, chosen func(path string)) {
	d := dialog.NewFileOpen(f.fileChosen(chosen), f.window)
	if len(r.Extensions) > 0 {
		var both []string
		for _, e := range r.Extensions {
			both = append(both, e, strings.ToUpper(e))
		}
		d.SetFilter(storage.NewExtensionFileFilter(both))
	}
	if r.Title != "" {
		d.SetTitleText(r.Title)
	}
	f.showDialog(d)
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

// ChooseFolder asks for a folder, and gives its path unless nothing was chosen.
func (f *Frame) ChooseFolder(chosen func(path string)) {
	f.showDialog(dialog.NewFolderOpen(f.folderChosen(chosen), f.window))
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

// showDialog shows one of Fyne's dialogs as large as the window allows.
func (f *Frame) showDialog(d *dialog.FileDialog) {
	d.Show()
	// Fyne's dialog has no size to compare with before it is shown.
	window := f.Canvas().Size()
	d.Resize(fyne.NewSize(min(820, window.Width-40), min(600, window.Height-40)))
	if top := f.Canvas().Overlays().Top(); top != nil {
		top.Refresh() // puts it into the middle again
	}
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
