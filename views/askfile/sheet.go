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
	asker    *Asker
	question Question
	save     func(name, folder string)
	folder   string
	name     *widgets.Field
	where    *widgets.Text
	draft    *form.Draft
	overlay  *widgets.Overlay
}

func (s *sheet) showFolder() {
	s.where.SetText(i18n.Text("{{.Type}} in {{.Folder}}", map[string]any{"Type": s.question.FileType, "Folder": s.folder}))
}

func (s *sheet) setFolder(folder string) {
	s.folder = folder
	s.showFolder()
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
	s.draft.Used()
	s.asker.frame.Files().RememberFolder(s.question.Purpose, s.folder)
	switch typed := s.chosenName(""); {
	case len(s.question.Names) == 0:
		s.save("", s.folder)
	case typed == s.suggested():
		s.save(s.question.Names[0], s.folder)
	default:
		s.save(typed, s.folder)
	}
}
