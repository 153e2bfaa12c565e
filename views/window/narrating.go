package window

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"github.com/adrg/xdg"

	"parley/app/chat"
	"parley/app/filename"
	"parley/app/narrations"
	"parley/app/speech"
	"parley/views/widgets"
	"parley/views/words"
)

// refreshMade shows the files that were made, and tells the end of those that were begun here.
func (v *Window) refreshMade() {
	list := v.core.Narrations.List()
	for _, n := range list {
		if v.listening.made[n.ID] && n.State != narrations.Making && n.State != narrations.Waiting {
			delete(v.listening.made, n.ID)
			v.tellMade(n)
		}
	}
	if v.speak == nil {
		return
	}
	v.showUnread()
	v.speak.panel.SetMade(list, v.filePlaying())
	for _, n := range list {
		if v.speak.started[n.ID] && n.State != narrations.Making && n.State != narrations.Waiting {
			delete(v.speak.started, n.ID)
			v.tellMade(n)
		}
	}
}

// tellMade says what became of a file.
func (v *Window) tellMade(n narrations.Narration) {
	switch {
	case n.State == narrations.Failed, n.State == narrations.Done && n.Problem.Kind != "":
		v.toasts.Say(n.Title+": "+words.AboutReading(n.Problem).Title, "", nil)
	case n.State == narrations.Done && n.SavedAs != "":
		v.saidSaved(n.SavedAs)
	}
}

func (v *Window) saidSaved(path string) {
	v.toasts.Say(lang.L("Saved as {{.Name}}.", map[string]any{"Name": filepath.Base(path)}), lang.L("Open folder"), func() {
		v.showFolder(filepath.Dir(path))
	})
}

// saveSpeech asks where to, and makes a file of the whole text.
func (v *Window) saveSpeech() {
	if v.nothingToRead() {
		return
	}
	voice := v.core.Speech.Preferred()
	format := v.fileType(voice)
	v.askWhere(v.titleOfText(), format, v.speak.page.CountWords(), func(title, path string) {
		body, plain := v.speak.page.Text.Text(), !v.speak.known.Markdown
		v.thread.Go(func() func() {
			id, err := v.core.Narrations.Make(narrations.Job{Title: title, Text: body, Plain: plain, Voice: voice, Format: format, Path: path})
			return func() {
				if err != nil {
					v.core.Log.Error("Nothing was made of the text", "error", err)
					v.toasts.Say(notMade(err), "", nil)
					return
				}
				v.speak.started[id] = true
				v.refreshMade()
			}
		})
	})
}

// notMade says why a text cannot be made into a file.
func notMade(err error) string {
	switch {
	case errors.Is(err, narrations.ErrNothing):
		return lang.L("There is nothing in the text that can be spoken.")
	case errors.Is(err, narrations.ErrTooLong):
		return lang.L("A WAV file cannot be that long. Choose FLAC instead.")
	case errors.Is(err, narrations.ErrFormat):
		return lang.L("A file of this type cannot be made. Choose another one.")
	}
	return lang.L("This could not be kept. Is the disk full?")
}

// askWhere asks for the name and the folder of a file. What stands there already is never replaced: the new one gets a free name.
func (v *Window) askWhere(title, format, about string, do func(title, path string)) {
	c := v.window.Canvas()
	name := widgets.NewField(lang.L("Name of the file"), lang.L("Name"))
	name.SetText(filename.New("", title, lang.L("Speech")))
	folder := v.saveFolder()
	where := widgets.NewMuted("").Flush()
	show := func() {
		where.SetText(lang.L("{{.Type}} file in {{.Folder}}", map[string]any{"Type": words.FileType(format), "Folder": folder}))
	}
	show()
	change := widgets.NewButton(lang.L("Another folder…"), widgets.Secondary, func() {
		v.showDialog(dialog.NewFolderOpen(v.chosenFolder(func(path string) {
			folder = path
			show()
		}), v.window))
	})
	column := container.New(&widgets.Column{Gap: 10}, widgets.NewMuted(about).Flush(), name, where, container.NewHBox(change, layout.NewSpacer()))
	var o *widgets.Overlay
	save := func() {
		v.listening.folder = folder
		file := filename.New("."+format, name.Text, title, lang.L("Speech"))
		do(strings.TrimSuffix(file, "."+format), filepath.Join(folder, file))
	}
	o = widgets.Ask(c, lang.L("Save audio"), column, lang.L("Save"), lang.L("Cancel"), save)
	name.OnSubmitted = func(string) { o.Hide(); save() }
	name.OnEscape = func() { o.Hide() }
	v.popup(o)
	c.Focus(name)
	name.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// saveFolder is where the last file went, else the person's music, else their own folder.
func (v *Window) saveFolder() string {
	if v.listening.folder != "" {
		return v.listening.folder
	}
	if isFolder(xdg.UserDirs.Music) {
		return xdg.UserDirs.Music
	}
	return xdg.Home
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// filePlaying is the sound file or the recording that is heard, "" for none.
func (v *Window) filePlaying() chat.ID {
	if s := v.core.Speech.Snapshot(); s.Source.Kind == speech.File && (s.Phase == speech.Playing || s.Phase == speech.Preparing) {
		return chat.ID(s.Source.ID)
	}
	return ""
}

// playMade plays a file, or pauses it and goes on.
func (v *Window) playMade(id chat.ID) {
	source := speech.Source{Kind: speech.File, ID: string(id)}
	if s := v.core.Speech.Snapshot(); s.Phase != speech.Idle && s.Source == source {
		v.core.Speech.Toggle()
		return
	}
	title := v.madeTitle(id)
	v.thread.Go(func() func() {
		path, err := v.core.Narrations.Path(id)
		return func() {
			if err != nil {
				v.core.Log.Error("The file is not there", "error", err)
				v.toasts.Say(lang.L("This file is not there any more."), "", nil)
				return
			}
			v.core.Speech.PlayFile(source, title, path)
		}
	})
}

func (v *Window) madeTitle(id chat.ID) string {
	for _, n := range v.core.Narrations.List() {
		if n.ID == id {
			return n.Title
		}
	}
	return ""
}

func (v *Window) saveMadeAgain(id chat.ID) {
	for _, n := range v.core.Narrations.List() {
		if n.ID != id {
			continue
		}
		v.askWhere(n.Title, n.Format, words.Clock(n.Length)+" · "+words.Size(n.Bytes), func(_, path string) {
			v.thread.Go(func() func() {
				saved, err := v.core.Narrations.SaveAgain(v.ctx, id, path, false)
				return func() {
					if err != nil {
						v.couldNotKeep(err)
						return
					}
					v.saidSaved(saved)
				}
			})
		})
	}
}

// deleteMade takes a file out of the list; that can be taken back.
func (v *Window) deleteMade(id chat.ID) {
	title := v.madeTitle(id)
	v.core.Speech.StopSource(speech.Source{Kind: speech.File, ID: string(id)})
	v.change(func(context.Context) error { return v.core.Narrations.Delete(id) })
	v.toasts.Say(lang.L("{{.Title}} was deleted.", map[string]any{"Title": title}), lang.L("Undo"), func() {
		v.change(func(context.Context) error { return v.core.Narrations.Undelete(id) })
	})
}
