// Package savefile asks where a file is to be saved: its name and its folder. What already stands
// there is never replaced; whoever writes the file gives it a free name.
package savefile

import (
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"github.com/adrg/xdg"

	"parlando/app/filename"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
)

// Kind is what a folder is remembered for.
type Kind int

// The kinds: each begins in the folder that the desktop has for it.
const (
	Audio Kind = iota
	Text
	Picture
)

// Asker asks where files go. All pages share one, so that each question begins with the folder that
// was chosen last for its kind.
type Asker struct {
	frame   *shell.Frame
	folders map[Kind]string
}

// NewAsker makes an Asker that asks in a frame.
func NewAsker(f *shell.Frame) *Asker { return &Asker{frame: f, folders: map[Kind]string{}} }

// Question is what is asked before something is saved.
type Question struct {
	Kind  Kind
	Title string
	// Names are what the file can be called, the best first; without any no name is asked for.
	Names []string
	// What is saved, as words before the folder: "Word (.docx)".
	What string
	// About stands above the name, "" for nothing, and More below the folder.
	About string
	More  []fyne.CanvasObject
}

// Ask asks for a name and a folder, and gives them to save. The name is the first of Names,
// exactly, unless the user wrote another one.
func (a *Asker) Ask(q Question, save func(name, folder string)) {
	column := container.New(&widgets.Column{Gap: 10})
	if q.About != "" {
		column.Add(widgets.NewMuted(q.About).Flush())
	}
	name := widgets.NewField(i18n.Text("Name of the file"), i18n.Text("Name"))
	suggested := filename.New("", q.Names...)
	if len(q.Names) > 0 {
		name.SetText(suggested)
		column.Add(name)
	}
	folder := a.Folder(q.Kind)
	where := widgets.NewMuted("").Flush()
	show := func() {
		where.SetText(i18n.Text("{{.Type}} in {{.Folder}}", map[string]any{"Type": q.What, "Folder": folder}))
	}
	show()
	change := widgets.NewButton(i18n.Text("Another folder…"), widgets.Secondary, func() {
		a.frame.ChooseFolder(func(path string) {
			folder = path
			show()
		})
	})
	column.Add(where)
	column.Add(container.NewHBox(change, layout.NewSpacer()))
	for _, o := range q.More {
		column.Add(o)
	}
	done := func() {
		a.folders[q.Kind] = folder
		switch typed := filename.New("", append([]string{name.Text}, q.Names...)...); {
		case len(q.Names) == 0:
			save("", folder)
		case typed == suggested:
			save(q.Names[0], folder)
		default:
			save(typed, folder)
		}
	}
	c := a.frame.Canvas()
	o := widgets.Ask(c, q.Title, column, i18n.Text("Save"), i18n.Text("Cancel"), done)
	if len(q.Names) == 0 {
		return
	}
	name.OnSubmitted = func(string) { o.Hide(); done() }
	name.OnEscape = func() { o.Hide() }
	c.Focus(name)
	name.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// Folder returns where the last file of a kind went, else the desktop's folder for it, else the
// user's own.
func (a *Asker) Folder(k Kind) string {
	if last := a.folders[k]; last != "" {
		return last
	}
	usual := map[Kind]string{Audio: xdg.UserDirs.Music, Text: xdg.UserDirs.Documents, Picture: xdg.UserDirs.Pictures}[k]
	if IsFolder(usual) {
		return usual
	}
	return filepath.Clean(xdg.Home)
}

// SetFolder has the next question of a kind begin with a folder.
func (a *Asker) SetFolder(k Kind, folder string) { a.folders[k] = folder }

// Saved says that a file was saved, and offers to show it in its folder.
func (a *Asker) Saved(path string) {
	a.frame.Toasts.Say(i18n.Text("Saved as {{.Name}}.", map[string]any{"Name": filepath.Base(path)}), i18n.Text("Open folder"), func() {
		a.frame.ShowFolder(filepath.Dir(path))
	})
}

// IsFolder reports whether a path is that of a folder.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
