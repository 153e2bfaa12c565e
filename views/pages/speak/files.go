package speak

import (
	"context"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// files performs the actions on the list of speech exports.
type files struct {
	frame    shell.PageHost
	owners   Owners
	panel    *panel
	announce func(id chat.ID)
	// paths is the scope of the path lookup in Play; a new lookup cancels the previous one.
	paths *uithread.Scope
}

func (fs *files) show() {
	fs.panel.SetMade(fs.owners.SpeechExports.List(), fs.owners.Speech.Snapshot().PlayingFile())
}

// file returns a speech export of the list; its ID is "" if the export no longer exists.
func (fs *files) file(id chat.ID) speechexports.SpeechExport {
	for _, n := range fs.owners.SpeechExports.List() {
		if n.ID == id {
			return n
		}
	}
	return speechexports.SpeechExport{}
}

// Play plays a file, or pauses or resumes it.
func (fs *files) Play(id chat.ID) {
	source := speech.Source{Kind: speech.File, ID: string(id)}
	if fs.owners.Speech.Snapshot().IsReading(source) {
		fs.owners.Speech.Toggle()
		return
	}
	title := fs.file(id).Title
	fs.paths.Reset()
	uithread.Load(fs.paths, func() (string, error) { return fs.owners.SpeechExports.Path(id) },
		func(path string) { fs.owners.Speech.PlayFile(source, title, path) },
		func(err error) {
			fs.owners.Log.Error("The file is not there", "error", err)
			fs.frame.Toasts().Say(i18n.Text("This file no longer exists."), "", nil)
		})
}

// Cancel cancels a running export.
func (fs *files) Cancel(id chat.ID) { fs.owners.SpeechExports.Cancel(id) }

// Resume resumes a stopped export, in another format if one is given, or goes on this month after
// the limit for which it waits.
func (fs *files) Resume(id chat.ID, format string) {
	if n := fs.file(id); n.Problem.Kind == problem.LimitReached {
		fs.owners.Limits.Pass(n.Voice.Connection)
		return
	}
	fs.resume(id, func() error { return fs.owners.SpeechExports.ResumeAs(id, format) })
}

// MakeAgain resumes a failed export at another speed; nil omits the speed from the request.
func (fs *files) MakeAgain(id chat.ID, speed *float64) {
	stored := fs.owners.Speech.SetRequestSpeed(speed)
	fs.resume(id, func() error { return fs.owners.SpeechExports.ResumeAt(id, stored) })
}

// resume calls resume and announces the end of the export.
func (fs *files) resume(id chat.ID, resume func() error) {
	fs.frame.ChangeThen(func(context.Context) error { return resume() }, func() { fs.announce(id) })
}

// Save asks for a path and copies a file to it.
func (fs *files) Save(id chat.ID) {
	n := fs.file(id)
	if n.ID == "" {
		return
	}
	fs.owners.Saving.AskSoundFile(n.Title, n.Format, words.PositionTime(n.Length)+" · "+format.Size(n.Bytes), func(_, path string) {
		var saved string
		fs.frame.ChangeThen(func(ctx context.Context) (err error) {
			saved, err = fs.owners.SpeechExports.SaveAgain(ctx, id, path, false)
			return err
		}, func() { fs.owners.Saving.Saved(saved) })
	})
}

// Delete deletes a file and offers Undo.
func (fs *files) Delete(id chat.ID) {
	title := fs.file(id).Title
	fs.owners.Speech.StopSource(speech.Source{Kind: speech.File, ID: string(id)})
	fs.frame.Change(func(ctx context.Context) error { return fs.owners.SpeechExports.Delete(ctx, id) })
	fs.frame.Toasts().Say(i18n.Text("{{.Title}} was deleted.", map[string]any{"Title": title}), i18n.Text("Undo"), func() {
		fs.frame.Change(func(ctx context.Context) error { return fs.owners.SpeechExports.Restore(ctx, id) })
	})
}
