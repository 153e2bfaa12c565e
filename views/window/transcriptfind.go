package window

import (
	"path/filepath"

	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/transcripts"
)

// shown reports whether the page with this transcript is what the person sees.
func (o *opened) shown() bool {
	t := o.window.transcribe
	return t != nil && o.window.shown == page(t) && t.page.Opened() == o.id && o.id != ""
}

// locate asks where the sound file is by now.
func (o *opened) locate() {
	id, v := o.id, o.window
	d := dialog.NewFileOpen(v.chosen(func(path string) { o.located(id, path) }), v.window)
	d.SetTitleText(lang.L("Find the sound file"))
	v.showDialog(d)
}

// located takes a file as the sound of a transcript.
func (o *opened) located(id chat.ID, path string) {
	v := o.window
	v.thread.Go(func() func() {
		err := o.owner.Locate(v.ctx, id, path)
		return func() {
			if err != nil {
				v.core.Log.Warn("The sound file was not found", "error", err)
				v.toasts.Say(lang.L("{{.Name}} cannot be heard here.", map[string]any{"Name": filepath.Base(path)}), "", nil)
				return
			}
			if id == o.id {
				o.refresh()
				o.sound.find()
			}
		}
	})
}

// findInTranscript is the key that searches in what is open.
func (v *Window) findInTranscript() {
	if t := v.transcribe; t != nil && t.opened.shown() {
		t.opened.view.Find("")
		return
	}
	v.searchEverything()
}

var _ transcriptOwner = (*transcripts.Transcripts)(nil)
