// Package askfile asks the user about a file: under which name and in which folder it is to be
// saved, and in which encoding a text is that does not say so. Whoever writes a file gives it a
// free name; what already stands there is replaced only where the user agreed to that in the
// desktop's dialog.
package askfile

import (
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
)

// Asker asks where files go. All pages share one.
type Asker struct {
	frame shell.Host
	// replace is the file that the user agreed to have replaced by the one that is being saved, ""
	// for none.
	replace string
}

// NewAsker makes an Asker that asks in a frame.
func NewAsker(f shell.Host) *Asker { return &Asker{frame: f} }

// Question is asked before something is saved.
type Question struct {
	Purpose shell.Purpose
	Title   string
	// Names are possible names for the file, the best first; without any no name is asked for.
	Names []string
	// What is saved, as words before the folder: "Word (.docx)".
	What string
	// Extension returns that of the file, with the dot, for the desktop's dialog; nil for none.
	Extension func() string
	// About stands above the name, "" for nothing, and More below the folder.
	About string
	More  []fyne.CanvasObject
}

// Ask asks for a name and a folder, and gives them to save. The name is the first of Names,
// exactly, unless the user wrote another one.
func (a *Asker) Ask(q Question, save func(name, folder string)) {
	a.replace = ""
	s := &sheet{
		asker: a, question: q, save: save, folder: a.frame.Files().Folder(q.Purpose),
		name: widgets.NewField(i18n.Text("Name of the file"), i18n.Text("Name")), where: widgets.NewMuted("").Flush(),
	}
	s.showFolder()
	column := container.New(&widgets.Column{Gap: 10})
	if q.About != "" {
		column.Add(widgets.NewMuted(q.About).Flush())
	}
	if len(q.Names) > 0 {
		s.name.SetText(s.suggested())
		column.Add(s.name)
	}
	column.Add(s.where)
	column.Add(container.NewHBox(widgets.NewButton(i18n.Text("Another place…"), widgets.Secondary, s.choosePlace), layout.NewSpacer()))
	for _, o := range q.More {
		column.Add(o)
	}
	c := a.frame.Canvas()
	s.overlay = widgets.Ask(c, q.Title, column, i18n.Text("Save"), i18n.Text("Cancel"), s.done)
	if len(q.Names) == 0 {
		return
	}
	s.name.OnSubmitted = func(string) { s.overlay.Hide(); s.done() }
	s.name.OnEscape = func() { s.overlay.Hide() }
	c.Focus(s.name)
	s.name.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// Saved has a file that was saved just now take the place of the one that the user agreed to have
// replaced, and says that it was saved.
func (a *Asker) Saved(path string) {
	if a.replace != "" && filepath.Dir(path) == filepath.Dir(a.replace) && filepath.Ext(path) == filepath.Ext(a.replace) &&
		os.Rename(path, a.replace) == nil {
		path = a.replace
	}
	a.replace = ""
	a.SaySaved(path)
}

// SaySaved says that a file was saved, and offers to show it in its folder.
func (a *Asker) SaySaved(path string) {
	a.frame.Toasts().Say(i18n.Text("Saved as {{.Name}}.", map[string]any{"Name": filepath.Base(path)}), i18n.Text("Show in folder"), func() {
		a.frame.Files().Show(path)
	})
}
