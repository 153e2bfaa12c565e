// Package askfile asks the user about files: the name and folder to save under, and the encoding of
// a text file that does not declare one. Callers write to an unused name; an existing file is
// replaced only if the user confirmed that in the desktop's dialog.
package askfile

import (
	"os"
	"path/filepath"
	"slices"

	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
)

// Asker asks where to save files. All pages share one.
type Asker struct {
	frame    shell.Host
	hideKeys func(text string) string
	// replace is the existing file that the user agreed to replace with the one being saved, or "".
	replace string
}

// NewAsker returns an Asker that asks in the window of f. hideKeys replaces keys in the names that
// it suggests.
func NewAsker(f shell.Host, hideKeys func(text string) string) *Asker {
	return &Asker{frame: f, hideKeys: hideKeys}
}

// Question describes the file to save.
type Question struct {
	Purpose shell.FilePurpose
	Title   string
	// Names are suggested file names, the best first; if empty, no name is asked for.
	Names []string
	// FileType describes the file before the folder, for example "Word (.docx)".
	FileType string
	// Extension returns the file's extension, with the dot, for the desktop's dialog; nil for none.
	Extension func() string
	// Description is shown above the name unless it is "". Options adds more controls below the
	// folder; nil for none.
	Description string
	Options     func(f *form.Form)
}

// Ask asks for a name and a folder, and passes them to save. The name is exactly the first of Names
// unless the user edited it.
func (a *Asker) Ask(q Question, save func(name, folder string)) {
	a.replace = ""
	q.Names = slices.Clone(q.Names)
	for i, name := range q.Names {
		q.Names[i] = a.hideKeys(name)
	}
	s := &sheet{asker: a, question: q, save: save, folder: a.frame.Files().Folder(q.Purpose)}
	s.Form = form.New(10, s.fill)
	s.Draft = form.Open(a.frame.Forms(), "file/"+string(q.Purpose)+"/"+s.suggested())
	s.show()
}

// Saved is Finish, and reports in a toast that the file was saved.
func (a *Asker) Saved(path string) { a.SaySaved(a.Finish(path)) }

// Finish is called after a file was saved at path, and returns its final path: if the user agreed
// to replace an existing file, the new one is renamed to it.
func (a *Asker) Finish(path string) string {
	if a.replace != "" && filepath.Dir(path) == filepath.Dir(a.replace) && filepath.Ext(path) == filepath.Ext(a.replace) &&
		os.Rename(path, a.replace) == nil {
		path = a.replace
	}
	a.replace = ""
	return path
}

// SaySaved shows a toast that a file was saved, with a button that shows it in its folder.
func (a *Asker) SaySaved(path string) {
	a.frame.Toasts().Say(i18n.Text("Saved as {{.Name}}.", map[string]any{"Name": filepath.Base(path)}), i18n.Text("Show in folder"), func() {
		a.frame.Files().Show(path)
	})
}
