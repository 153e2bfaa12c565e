package askfile

import (
	"path/filepath"
	"strings"

	"parlando/app/filename"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/words"
)

// AskSoundFile asks where to save a sound file of the given format, and passes its title and path
// to save. about is shown above the question.
func (a *Asker) AskSoundFile(title, format, about string, save func(title, path string)) {
	names := []string{title, i18n.Text("Speech")}
	a.Ask(Question{
		Purpose: shell.SaveSound, Title: i18n.Text("Save audio"), Names: names, FileType: i18n.Text("{{.Type}} file", map[string]any{"Type": words.AudioFileType(format)}), Description: about,
		Extension: func() string { return "." + format },
	}, func(name, folder string) {
		file := filename.New("."+format, append([]string{name}, names...)...)
		save(strings.TrimSuffix(file, "."+format), filepath.Join(folder, file))
	})
}
