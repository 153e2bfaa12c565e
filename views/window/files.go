package window

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/attachments"
	"parlando/app/backups"
	"parlando/app/documents"
	"parlando/app/problem"
	"parlando/views/composer"
	"parlando/views/pages/transcribe"
	"parlando/views/shell"
	"parlando/views/words"
)

// dropped handles files dropped anywhere on the window.
func (v *Window) dropped(_ fyne.Position, uris []fyne.URI) {
	var paths []string
	for _, u := range uris {
		if u.Scheme() == "file" {
			paths = append(paths, u.Path())
		}
	}
	v.takeFiles(paths)
}

// pasted handles pasting while no text field has the focus: files everywhere, and a picture on the
// chat page.
func (v *Window) pasted() {
	if v.core.Look != nil {
		return
	}
	text := v.app.Clipboard().Content()
	if (text == "" || composer.IsPictureFile(text)) && v.frame.IsCurrent(v.chat) && !v.frame.HasOverlay() {
		v.chat.PastePicture()
		return
	}
	v.takeFiles(shell.PastedPaths(text))
}

// takeFiles shows exports of other programs, passes audio files and folders to Transcribe, and
// other files to the current page. If Transcribe is the current page, it gets all files, and
// reports those that are not audio. During onboarding, the files are stored for takeWaiting.
func (v *Window) takeFiles(paths []string) {
	switch {
	case len(paths) == 0:
	case v.core.Look != nil:
		v.Say(words.BackupUnchangeable())
		return
	case v.imports.IsOpen():
		v.imports.Read(paths...)
		return
	}
	v.thread.Go(func() func() {
		if len(paths) == 1 && backups.IsOneFile(paths[0]) {
			return func() { v.backups.OpenFile(paths[0]) }
		}
		exports, rest := v.separateExports(paths)
		return func() {
			if len(exports) > 0 {
				v.imports.Read(exports...)
			}
			if len(rest) > 0 {
				v.takeOtherFiles(rest)
			}
		}
	})
}

// separateExports separates the exports of other programs from other files.
func (v *Window) separateExports(paths []string) (exports, rest []string) {
	for _, path := range paths {
		if v.core.Imports.IsExport(v.frame.Context(), path) {
			exports = append(exports, path)
		} else {
			rest = append(rest, path)
		}
	}
	return exports, rest
}

func (v *Window) takeOtherFiles(paths []string) {
	switch {
	case v.atWelcome():
		v.welcome.AcceptFiles(paths)
		return
	case v.transcribe != nil && v.frame.IsCurrent(v.transcribe):
		v.transcribe.AcceptFiles(paths)
		return
	}
	v.thread.Go(func() func() {
		var sounds, others []string
		for _, path := range paths {
			if v.isSound(path) {
				sounds = append(sounds, path)
			} else {
				others = append(others, path)
			}
		}
		return func() {
			if len(others) > 0 {
				v.frame.Page().AcceptFiles(others)
			}
			if len(sounds) > 0 {
				v.transcribePage().AcceptFiles(sounds)
			}
		}
	})
}

// isSound reports whether a path is a folder or an audio file. The extension decides or, if it is
// unknown, the content. Transcribe reports audio files that cannot be read.
func (v *Window) isSound(path string) bool {
	ending := strings.ToLower(filepath.Ext(path))
	switch {
	case slices.Contains(transcribe.SoundExtensions(), ending), shell.IsFolder(path):
		return true
	case slices.Contains(attachments.Extensions(), ending), slices.Contains(documents.Extensions(), ending):
		return false
	}
	_, err := v.core.Transcripts.Estimate(v.frame.Context(), path, "")
	return err == nil || problem.From(err, "", time.Now()).Format != ""
}
