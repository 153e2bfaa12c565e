package speak

import (
	"context"

	"parlando/app/chat"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// files is the list of the sound files that were made.
type files struct {
	frame    shell.PageHost
	owners   Owners
	panel    *panel
	announce func(id chat.ID)
	// paths are those of files that are to be heard: the last one asked for.
	paths *uithread.Scope
}

func (fs *files) show() {
	fs.panel.SetMade(fs.owners.SpeechExports.List(), fs.owners.Speech.Snapshot().PlayingFile())
}

// file returns one of the list; its ID is "" where it is not there any more.
func (fs *files) file(id chat.ID) speechexports.SpeechExport {
	for _, n := range fs.owners.SpeechExports.List() {
		if n.ID == id {
			return n
		}
	}
	return speechexports.SpeechExport{}
}

// Play plays a file, or pauses it and goes on.
func (fs *files) Play(id chat.ID) {
	source := speech.Source{Kind: speech.File, ID: string(id)}
	if fs.owners.Speech.Snapshot().Reads(source) {
		fs.owners.Speech.Toggle()
		return
	}
	title := fs.file(id).Title
	fs.paths.Reset()
	uithread.Load(fs.paths, func() (string, error) { return fs.owners.SpeechExports.Path(id) },
		func(path string) { fs.owners.Speech.PlayFile(source, title, path) },
		func(err error) {
			fs.owners.Log.Error("The file is not there", "error", err)
			fs.frame.Toasts().Say(i18n.Text("This file is not there any more."), "", nil)
		})
}

// Cancel stops making a file.
func (fs *files) Cancel(id chat.ID) { fs.owners.SpeechExports.Cancel(id) }

// Resume goes on making a file that was stopped, in another format if one is given.
func (fs *files) Resume(id chat.ID, format string) {
	fs.resume(id, func() error { return fs.owners.SpeechExports.ResumeAs(id, format) })
}

// MakeAgain goes on making a file that failed, at another speed, or without one where that is nil.
func (fs *files) MakeAgain(id chat.ID, speed *float64) {
	stored := fs.owners.Speech.SetRequestSpeed(speed)
	fs.resume(id, func() error { return fs.owners.SpeechExports.ResumeAt(id, stored) })
}

// resume goes on making a file, and has its end told.
func (fs *files) resume(id chat.ID, resume func() error) {
	fs.frame.ChangeThen(func(context.Context) error { return resume() }, func() { fs.announce(id) })
}

// Save asks where to, and copies a file there.
func (fs *files) Save(id chat.ID) {
	n := fs.file(id)
	if n.ID == "" {
		return
	}
	fs.owners.Saving.AskSound(n.Title, n.Format, words.Clock(n.Length)+" · "+words.Size(n.Bytes), func(_, path string) {
		var saved string
		fs.frame.ChangeThen(func(ctx context.Context) (err error) {
			saved, err = fs.owners.SpeechExports.SaveAgain(ctx, id, path, false)
			return err
		}, func() { fs.owners.Saving.Saved(saved) })
	})
}

// Delete takes a file out of the list; that can be taken back.
func (fs *files) Delete(id chat.ID) {
	title := fs.file(id).Title
	fs.owners.Speech.StopSource(speech.Source{Kind: speech.File, ID: string(id)})
	fs.frame.Change(func(context.Context) error { return fs.owners.SpeechExports.Delete(id) })
	fs.frame.Toasts().Say(i18n.Text("{{.Title}} was deleted.", map[string]any{"Title": title}), i18n.Text("Undo"), func() {
		fs.frame.Change(func(context.Context) error { return fs.owners.SpeechExports.Restore(id) })
	})
}
