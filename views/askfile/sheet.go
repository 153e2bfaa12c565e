package askfile

import (
	"os"
	"path/filepath"
	"strings"

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
}

func (s *sheet) fill(*form.Form) {
	q := s.question
	if q.Description != "" {
		s.Muted(q.Description)
	}
	if len(q.Names) > 0 {
		hide := func() { s.overlay.Hide() }
		s.name = s.Field(form.Field{Name: i18n.Text("File name"), Placeholder: i18n.Text("Name"), Value: s.suggested(), Kept: "name", OnSubmit: func() { hide(); s.done() }, OnEscape: hide})
		s.Add(s.name)
	}
	s.Muted(i18n.Text("{{.Type}} in {{.Folder}}", map[string]any{"Type": q.FileType, "Folder": s.folder}))
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
	extension := ""
	if s.question.Extension != nil {
		extension = s.question.Extension()
	}
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

// done saves under the selected name and folder.
func (s *sheet) done() {
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
