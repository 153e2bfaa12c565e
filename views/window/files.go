package window

import (
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"parlando/app/attachments"
	"parlando/app/documents"
	"parlando/views/composer"
	"parlando/views/pages/transcribe"
	"parlando/views/shell"
)

// dropped takes what was let go over the window, wherever it was.
func (v *Window) dropped(_ fyne.Position, uris []fyne.URI) {
	var paths []string
	for _, u := range uris {
		if u.Scheme() == "file" {
			paths = append(paths, u.Path())
		}
	}
	v.takeFiles(paths)
}

// pasted takes files from the clipboard, where nothing that is written in has the keyboard; and a
// picture, where the chat is shown.
func (v *Window) pasted() {
	text := v.app.Clipboard().Content()
	if (text == "" || composer.IsPictureFile(text)) && v.frame.Shows(v.chat) && !v.frame.Covered() {
		v.chat.PastePicture()
		return
	}
	v.takeFiles(shell.PastedPaths(text))
}

// takeFiles gives sounds and folders to Transcribe, and all else to the page that is shown. In
// Transcribe everything is looked at as a sound, so that it is said of each file why it is none.
// While the way in is shown they wait.
func (v *Window) takeFiles(paths []string) {
	switch {
	case len(paths) == 0:
		return
	case v.atWelcome():
		v.welcome.Accept(paths)
		return
	}
	if v.transcribe != nil && v.frame.Shows(v.transcribe) {
		v.transcribe.Accept(paths)
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
				v.frame.Page().Accept(others)
			}
			if len(sounds) > 0 {
				v.transcribePage().Accept(sounds)
			}
		}
	})
}

// isSound tells sounds and folders from what belongs into a message or is read aloud: by its
// ending, and by its bytes where that says nothing.
func (v *Window) isSound(path string) bool {
	ending := strings.ToLower(filepath.Ext(path))
	switch {
	case slices.Contains(transcribe.SoundExtensions(), ending), shell.IsFolder(path):
		return true
	case slices.Contains(attachments.Extensions(), ending), slices.Contains(documents.Extensions(), ending):
		return false
	}
	_, err := v.core.Transcripts.Estimate(v.frame.Context(), path, "")
	return err == nil
}
