package window

import (
	"errors"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"github.com/adrg/xdg"

	"parley/app/filename"
	"parley/app/transcripts"
	"parley/app/transcripts/export"
	"parley/views/widgets"
	"parley/views/words"
)

// saveItems are what a transcript can be saved as.
func (o *opened) saveItems() []widgets.MenuItem {
	t, ok := o.owner.Get(o.id)
	if !ok {
		return nil
	}
	var items []widgets.MenuItem
	for _, f := range export.Formats() {
		item := widgets.MenuItem{Words: formatWords(f), Do: func() { o.askSave(t, formatWords(f), f) }}
		if f.Subtitles() && !t.Timed {
			item.Reason = lang.L("This text has no times.")
		}
		items = append(items, item)
	}
	items = append(items, widgets.MenuItem{Words: lang.L("All formats"), Do: func() { o.askSave(t, lang.L("All formats"), export.Formats()...) }})
	if t.Answers > 0 {
		items = append(items, widgets.MenuItem{Words: lang.L("The service's answer as it came…"), Do: func() { o.window.askSaveAnswers(t) }})
	}
	return items
}

// formatWords is what a format is called.
func formatWords(f export.Format) string {
	switch f {
	case export.Text:
		return lang.L("Plain text (.txt)")
	case export.SRT:
		return lang.L("Subtitles (.srt)")
	case export.VTT:
		return lang.L("Subtitles for the web (.vtt)")
	case export.Word:
		return lang.L("Word (.docx)")
	case export.Markdown:
		return lang.L("Markdown (.md)")
	case export.CSV:
		return lang.L("Table (.csv)")
	case export.JSON:
		return lang.L("For programs (.json)")
	}
	return f.Ext()
}

// askSave asks for the name, the folder, and what is written. What stands there already is never replaced: the new file gets a free name.
func (o *opened) askSave(t transcripts.Transcript, what string, formats ...export.Format) {
	v := o.window
	if !t.Timed {
		formats = slices.DeleteFunc(formats, export.Format.Subtitles)
	}
	doc := export.Of(t, o.view.Text())
	var more []fyne.CanvasObject
	times := widgets.NewCheck(lang.L("With the times"))
	times.Set(true)
	if t.Timed && slices.ContainsFunc(formats, func(f export.Format) bool { return !f.Subtitles() }) {
		more = append(more, times)
	}
	speakers := widgets.NewCheck(lang.L("With the names of the speakers"))
	speakers.Set(doc.Speakers())
	if doc.Speakers() {
		more = append(more, speakers)
	}
	language := export.Original
	if doc.Translations() {
		language = export.Both
		more = append(more, o.languageChoice(&language))
	}
	v.askNameAndFolder(lang.L("Save the transcript"), t.Title, what, more, func(name, folder string) {
		doc.Title = name
		how := export.Options{Times: times.On(), Speakers: speakers.On(), Language: language}
		v.thread.Go(func() func() {
			all := export.SaveAll(v.ctx, folder, 1, func(int) (export.Document, error) { return doc, nil }, formats, how)
			return func() { v.saidSavedAll(folder, all) }
		})
	})
}

// askSaveAnswers asks where what the service answered is saved: in one file, or in one for each part that was sent.
func (v *Window) askSaveAnswers(t transcripts.Transcript) {
	what := lang.L("The service's answer as it came")
	var more []fyne.CanvasObject
	if t.Answers > 1 {
		said := lang.L("The recording was sent in {{.N}} parts. Each answer becomes a file; its times count from the start of its part.", map[string]any{"N": words.Count(t.Answers)})
		more = append(more, widgets.NewMuted(said).Flush())
	}
	v.askNameAndFolder(lang.L("Save the service's answer"), t.Title, what, more, func(name, folder string) {
		v.thread.Go(func() func() {
			answers, err := v.transcripts.Answers(t.ID)
			if err != nil {
				v.core.Log.Error("The answers of the service were not read", "error", err)
				return func() { v.toasts.Say(lang.L("The service's answer could not be read."), "", nil) }
			}
			titles := []string{name}
			if len(answers) > 1 {
				titles = titles[:0]
				for i := range answers {
					titles = append(titles, lang.L("{{.Title}}, part {{.N}} of {{.All}}", map[string]any{"Title": name, "N": words.Count(i + 1), "All": words.Count(len(answers))}))
				}
			}
			all := export.SaveAnswers(folder, titles, answers)
			return func() { v.saidSavedAll(folder, all) }
		})
	})
}

// askNameAndFolder asks for the name and the folder of what is to be saved; more stands below. save is given the title where no other name
// was written.
func (v *Window) askNameAndFolder(title, named, what string, more []fyne.CanvasObject, save func(name, folder string)) {
	c := v.window.Canvas()
	name := widgets.NewField(lang.L("Name of the file"), lang.L("Name"))
	suggested := filename.New("", named)
	name.SetText(suggested)
	folder := v.textFolder()
	where, change := v.folderChoice(&folder, func() string { return what })
	column := container.New(&widgets.Column{Gap: 10}, append([]fyne.CanvasObject{name, where, change}, more...)...)
	var over *widgets.Overlay
	done := func() {
		v.listening.texts = folder
		chosen := named
		if typed := filename.New("", name.Text, named); typed != suggested {
			chosen = typed
		}
		save(chosen, folder)
	}
	over = widgets.Ask(c, title, column, lang.L("Save"), lang.L("Cancel"), done)
	name.OnSubmitted = func(string) { over.Hide(); done() }
	name.OnEscape = func() { over.Hide() }
	v.popup(over)
	c.Focus(name)
	name.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// folderChoice says where something goes, with a button that chooses another folder. what is what goes there.
func (v *Window) folderChoice(folder *string, what func() string) (where *widgets.Words, change fyne.CanvasObject) {
	where = widgets.NewMuted("").Flush()
	show := func() {
		where.SetText(lang.L("{{.Type}} in {{.Folder}}", map[string]any{"Type": what(), "Folder": *folder}))
	}
	show()
	button := widgets.NewButton(lang.L("Another folder…"), widgets.Secondary, func() {
		v.showDialog(dialog.NewFolderOpen(v.chosenFolder(func(path string) {
			*folder = path
			show()
		}), v.window))
	})
	return where, container.NewHBox(button, layout.NewSpacer())
}

// languageChoice asks which of two languages is written.
func (o *opened) languageChoice(language *export.Language) fyne.CanvasObject {
	said := func(l export.Language) string {
		switch l {
		case export.Translated:
			return lang.L("The translation alone")
		case export.Both:
			return lang.L("Both languages")
		case export.Original:
		}
		return lang.L("The original alone")
	}
	return choiceOf(o.window, lang.L("Language"), []export.Language{export.Both, export.Original, export.Translated}, said, language)
}

// saidSavedAll tells what became of files, and leads to them.
func (v *Window) saidSavedAll(folder string, all []export.Saved) {
	saved, untimed, failed := 0, 0, 0
	path := ""
	var trouble error
	for _, s := range all {
		switch {
		case s.Err == nil:
			saved++
			path = s.Path
		case errors.Is(s.Err, export.ErrNoTimes):
			untimed++
		default:
			failed++
			trouble = s.Err
		}
	}
	numbers := map[string]any{"N": words.Count(saved), "Folder": filepath.Base(folder), "Untimed": words.Count(untimed), "Failed": words.Count(failed)}
	var said string
	switch {
	case saved == 1 && len(all) == 1:
		v.saidSaved(path)
		return
	case saved == 0 && failed > 0:
		v.couldNotKeep(trouble)
		return
	case saved == 0 && untimed > 0:
		v.toasts.Say(lang.L("This text has no times."), "", nil)
		return
	case saved == 0:
		return
	case failed > 0:
		v.core.Log.Error("Files were not saved", "error", trouble)
		said = lang.L("{{.N}} files were saved in {{.Folder}}, {{.Failed}} could not be.", numbers)
	case untimed > 0:
		said = lang.L("{{.N}} files were saved in {{.Folder}}. {{.Untimed}} texts have no times.", numbers)
	default:
		said = lang.L("{{.N}} files were saved in {{.Folder}}.", numbers)
	}
	v.toasts.Say(said, lang.L("Open folder"), func() { v.showFolder(folder) })
}

// textFolder is where the last text went, else the person's documents, else their own folder.
func (v *Window) textFolder() string {
	if v.listening.texts != "" {
		return v.listening.texts
	}
	if isFolder(xdg.UserDirs.Documents) {
		return xdg.UserDirs.Documents
	}
	return filepath.Clean(xdg.Home)
}
