package askfile

import (
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"github.com/adrg/xdg"

	"parlando/app/filename"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
)

// sheet is the dialog of one question.
type sheet struct {
	*form.Form
	asker    *Asker
	question Question
	save     func(name, folder string)
	folder   string
	// name is nil if no name is asked for.
	name    *widgets.Field
	overlay *widgets.Overlay
	// wrong is the sentence about a typed path without a folder, "" for none.
	wrong string
}

// show opens the dialog.
func (s *sheet) show() {
	s.Update()
	c := s.asker.frame.Canvas()
	s.overlay = widgets.Ask(c, s.question.Title, s.Object(), i18n.Text("Save"), i18n.Text("Cancel"), s.done, s.Draft.DiscardButton())
	s.OnUpdate = s.overlay.Relayout
	if s.name != nil {
		c.Focus(s.name)
		s.name.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

func (s *sheet) fill(*form.Form) {
	q := s.question
	if q.Description != "" {
		s.Muted(q.Description)
	}
	if len(q.Names) > 0 {
		hide := func() { s.overlay.Hide() }
		s.name = s.Field(form.Field{Name: i18n.Text("File name"), Placeholder: i18n.Text("Name"), Value: s.suggested(), Kept: "name", Wrong: &s.wrong, OnSubmit: func() { hide(); s.done() }, OnEscape: hide})
		s.Add(s.name)
		if s.wrong != "" {
			s.Wrong(s.wrong)
		}
	}
	s.Muted(i18n.Text("{{.Type}}, to be saved in {{.Folder}}", map[string]any{"Type": q.FileType, "Folder": folderName(s.folder)}))
	s.AddRow(s.Button(i18n.Text("Choose a folder…"), s.choosePlace))
	if q.Options != nil {
		q.Options(s.Form)
	}
}

func (s *sheet) setFolder(folder string) {
	s.folder = folder
	s.Update()
}

// suggested returns the initial content of the name field.
func (s *sheet) suggested() string { return filename.New("", s.question.Names...) }

// chosenName returns the entered name with an extension.
func (s *sheet) chosenName(extension string) string {
	return filename.New(extension, append([]string{s.name.Text}, s.question.Names...)...)
}

// choosePlace opens the desktop's save dialog; saving there closes the question.
func (s *sheet) choosePlace() {
	frame := s.asker.frame
	if len(s.question.Names) == 0 {
		frame.Files().ChooseFolder(s.folder, s.setFolder)
		return
	}
	extension := s.extension()
	request := shell.FileRequest{Title: s.question.Title, Name: s.chosenName(extension)}
	frame.Files().ChooseSave(request, s.folder, func(path string) {
		s.overlay.Hide()
		s.folder = filepath.Dir(path)
		s.name.SetText(strings.TrimSuffix(filepath.Base(path), extension))
		if _, err := os.Lstat(path); err == nil {
			s.asker.replace = path
		}
		s.done()
	}, s.setFolder)
}

// extension returns the extension of the file for the desktop's dialog, "" for none.
func (s *sheet) extension() string {
	if s.question.Extension == nil {
		return ""
	}
	return s.question.Extension()
}

// splitPath replaces a full path that was typed as the name by its folder and its name. It returns
// false if there is no such folder.
func (s *sheet) splitPath() bool {
	path := strings.TrimSpace(s.name.Text)
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		path = filepath.Join(xdg.Home, rest)
	}
	if !filepath.IsAbs(path) {
		return true
	}
	folder, name := filepath.Split(path)
	if shell.IsFolder(path) {
		folder, name = path, s.suggested()
	}
	if folder = filepath.Clean(folder); !shell.IsFolder(folder) {
		s.wrong = i18n.Text("There is no folder “{{.Folder}}”.", map[string]any{"Folder": folder})
		return false
	}
	s.folder = folder
	s.name.SetText(strings.TrimSuffix(name, s.extension()))
	return true
}

// folderName returns the name of a folder as users know it: within their home folder.
func folderName(folder string) string {
	switch inside, err := filepath.Rel(xdg.Home, folder); {
	case err != nil || !filepath.IsLocal(inside):
		return folder
	case inside == ".":
		return i18n.Text("your home folder")
	default:
		return inside
	}
}

// done saves under the selected name and folder, or asks again if the folder does not exist.
func (s *sheet) done() {
	if s.name != nil && !s.splitPath() {
		s.show()
		return
	}
	s.Draft.Used()
	s.asker.frame.Files().RememberFolder(s.question.Purpose, s.folder)
	if s.name == nil {
		s.save("", s.folder)
		return
	}
	switch typed := s.chosenName(""); typed {
	case s.suggested():
		s.save(s.question.Names[0], s.folder)
	default:
		s.save(typed, s.folder)
	}
}
