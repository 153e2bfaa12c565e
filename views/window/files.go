package window

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/storage"

	"parley/app/attachments"
	"parley/app/documents"
	"parley/views/composer"
)

// showDialog shows one of Fyne's dialogs for files as large as the window allows.
func (v *Window) showDialog(d *dialog.FileDialog) {
	d.Show()
	// Fyne's dialog has no size to compare with before it is shown.
	d.Resize(fyne.NewSize(min(820, v.window.Canvas().Size().Width-40), min(600, v.window.Canvas().Size().Height-40)))
	if top := v.window.Canvas().Overlays().Top(); top != nil {
		top.Refresh() // puts it into the middle again
	}
	v.over = append(v.over, d)
	d.SetOnClosed(func() { v.noMore(d) })
}

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

// pasted takes files from the clipboard, where nothing that is written in has the keyboard; and a picture, where the chat is shown.
func (v *Window) pasted() {
	text := v.app.Clipboard().Content()
	if (text == "" || composer.IsPictureFile(text)) && v.shown == page(v.chat) && len(v.over) == 0 {
		v.pastePicture()
		return
	}
	v.takeFiles(pastedPaths(text))
}

// pastedPaths reads what a file manager put on the clipboard: one address of a file on each line, and nothing else.
func pastedPaths(pasted string) (paths []string) {
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

// takeFiles gives sounds and folders to Transcribe, and all else to the page that is shown. In Transcribe everything is looked at as a sound, so that it is
// said of each file why it is none. While the way in is shown they wait.
func (v *Window) takeFiles(paths []string) {
	switch {
	case len(paths) == 0:
		return
	case v.atWelcome():
		v.waiting = append(v.waiting, paths...)
		v.toasts.Say(lang.L("The files wait. They are added to your first chat once you are connected."), "", nil)
		return
	}
	if v.transcribe != nil && v.shown == page(v.transcribe) {
		v.askAbout(paths)
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
				v.shown.take(others)
			}
			v.askAbout(sounds)
		}
	})
}

// chosen returns what a dialog for files calls: then gets the path, unless nothing was chosen or the file cannot be opened.
func (v *Window) chosen(then func(path string)) func(fyne.URIReadCloser, error) {
	return func(r fyne.URIReadCloser, err error) {
		if err != nil {
			v.core.Log.Warn("A chosen file was not opened", "error", err)
			v.toasts.Say(lang.L("This file could not be opened."), "", nil)
			return
		}
		if r == nil {
			return
		}
		path := r.URI().Path()
		_ = r.Close() // only its path is wanted
		then(path)
	}
}

// chosenFolder is chosen for a dialog for folders.
func (v *Window) chosenFolder(then func(path string)) func(fyne.ListableURI, error) {
	return func(u fyne.ListableURI, err error) {
		switch {
		case err != nil:
			v.core.Log.Warn("A chosen folder was not opened", "error", err)
			v.toasts.Say(lang.L("This folder could not be opened."), "", nil)
		case u != nil:
			then(u.Path())
		}
	}
}

// soundEndings are those of files with sound that people have.
func soundEndings() []string {
	return []string{
		".mp3", ".mp4", ".mpeg", ".mpga", ".m4a", ".wav", ".webm", ".ogg", ".oga", ".opus", ".flac", ".aac", ".aiff", ".aif", ".aifc", ".caf", ".amr", ".3gp",
		".wma", ".mov", ".mkv", ".m4b", ".mka",
	}
}

// takeWaiting takes the files that came while the way in was shown.
func (v *Window) takeWaiting() {
	paths := v.waiting
	v.waiting = nil
	v.takeFiles(paths)
}

// isSound tells sounds and folders from what belongs into a message or is read aloud: by its ending, and by its bytes where that says nothing.
func (v *Window) isSound(path string) bool {
	ending := strings.ToLower(filepath.Ext(path))
	switch {
	case slices.Contains(soundEndings(), ending), isFolder(path):
		return true
	case slices.Contains(attachments.Extensions(), ending), slices.Contains(documents.Extensions(), ending):
		return false
	}
	_, err := v.transcripts.Estimate(v.ctx, path, "")
	return err == nil
}

// freePath is a path, or one like it with a number where something stands there already.
func freePath(path string) (string, error) {
	ending := filepath.Ext(path)
	for n := 1; n < 1000; n++ {
		free := path
		if n > 1 {
			free = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(path, ending), n, ending)
		}
		if _, err := os.Lstat(free); os.IsNotExist(err) {
			return free, nil
		}
	}
	return "", fmt.Errorf("no name is free beside %s: %w", path, os.ErrExist)
}
