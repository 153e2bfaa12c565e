package transcribe

import (
	"errors"
	"path/filepath"
	"slices"

	"parlando/app/spreadsheet"
	"parlando/app/transcripts"
	"parlando/app/transcripts/export"
	"parlando/app/transcripts/transcriber"
	"parlando/views/askfile"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// progressEvery is the number of saved transcripts between two progress messages.
const progressEvery = 20

// exporter asks for the folder and the format of transcripts, and saves them.
type exporter struct {
	Options
	// reads is the scope of reads of the transcripts to save.
	reads *uithread.Scope
	// onSaveAll is called before all transcripts are saved, to store pending edits first.
	onSaveAll func()
	// progress is the toast about saving all, "" for none.
	progress string
}

// formats returns the menu items that save a transcript in a format; text returns its lines.
func (e *exporter) formats(t transcripts.Transcript, text func() []transcripts.Line) (items []widgets.MenuItem) {
	for _, f := range export.Formats() {
		item := widgets.MenuItem{Text: formatWords(f), Do: func() { e.ask(t, text(), formatWords(f), f) }, Rare: f != export.Word && f != export.Text}
		if f.Subtitles() && !t.Timed {
			item.DisabledReason = i18n.Text("This text has no times.")
		}
		items = append(items, item)
		if f == export.Markdown && !spreadsheet.CanWriteXLSX() {
			items = append(items, widgets.MenuItem{Text: formatWords(export.XLSX), DisabledReason: words.NoSpreadsheets(), Rare: true})
		}
	}
	items = append(items, widgets.MenuItem{Text: i18n.Text("All formats"), Do: func() { e.ask(t, text(), i18n.Text("All formats"), export.Formats()...) }, Rare: true})
	if t.Responses > 0 {
		items = append(items, widgets.MenuItem{Text: i18n.Text("What the service sent…"), Do: func() { e.askAnswers(t) }, Rare: true})
	}
	if e.Settings.Get().Comfort.Simple {
		return widgets.FoldRare(items)
	}
	return items
}

// items returns the menu items that act on all transcripts.
func (e *exporter) items() []widgets.MenuItem {
	item := widgets.MenuItem{Icon: "download", Text: i18n.Text("Save all transcripts…"), Do: e.askAll}
	if len(e.done()) == 0 {
		item.DisabledReason = i18n.Text("Nothing transcribed yet.")
	}
	return []widgets.MenuItem{item}
}

// done returns the finished transcripts.
func (e *exporter) done() []transcripts.Transcript {
	return slices.DeleteFunc(slices.Clone(e.Transcripts.List()), func(t transcripts.Transcript) bool { return t.State != transcripts.Done })
}

func formatWords(f export.Format) string { return words.FileFormat(f.Ext()) }

// languageWords returns the displayed name of a language choice of the export.
func languageWords(l export.Language) string {
	switch l {
	case export.Translated:
		return i18n.Text("Translation only")
	case export.OriginalAndTranslation:
		return i18n.Text("Both languages")
	case export.Original:
	}
	return i18n.Text("Original only")
}

// ask asks for the name, the folder and the content, and saves a transcript.
func (e *exporter) ask(t transcripts.Transcript, lines []transcripts.Line, what string, formats ...export.Format) {
	if !t.Timed {
		formats = slices.DeleteFunc(formats, export.Format.Subtitles)
	}
	doc := export.NewDocument(t, lines)
	how := export.Options{Times: true, Speakers: doc.Speakers(), Language: export.Original}
	if doc.HasTranslations() {
		how.Language = export.OriginalAndTranslation
	}
	e.Saving.Ask(askfile.Question{
		Purpose: shell.SaveText, Title: i18n.Text("Save transcript"), Names: []string{t.Title}, FileType: what, Options: func(f *form.Form) {
			if t.Timed && slices.ContainsFunc(formats, func(f export.Format) bool { return !f.Subtitles() }) {
				f.Add(f.CheckOf(i18n.Text("Include times"), &how.Times))
			}
			if doc.Speakers() {
				f.Add(f.CheckOf(i18n.Text("Include speaker names"), &how.Speakers))
			}
			if doc.HasTranslations() {
				all := []export.Language{export.OriginalAndTranslation, export.Original, export.Translated}
				f.Add(form.DropdownOf(f, i18n.Text("Language"), all, languageWords, &how.Language))
			}
		},
	}, func(name, folder string) {
		doc.Title = name
		e.save(folder, 1, func(int) (export.Document, error) { return doc, nil }, formats, how)
	})
}

// askAll asks for the format, the folder and the content, and saves every transcript.
func (e *exporter) askAll() {
	e.onSaveAll()
	all := e.done()
	if len(all) == 0 {
		return
	}
	fileType, how, translations := export.Text, export.Options{Times: true, Speakers: true}, true
	e.Saving.Ask(askfile.Question{
		Purpose: shell.SaveText, Title: i18n.Text("Save all transcripts"), FileType: i18n.Plural("{{.N}} transcripts", len(all)),
		Options: func(f *form.Form) {
			askfile.AddTableTypes(f, export.Formats(), formatWords, &fileType)
			f.Add(f.CheckOf(i18n.Text("Include times"), &how.Times), f.CheckOf(i18n.Text("Include speaker names"), &how.Speakers),
				f.CheckOf(i18n.Text("Include translations"), &translations))
		},
	}, func(_, folder string) {
		if translations {
			how.Language = export.OriginalAndTranslation
		}
		e.save(folder, len(all), func(i int) (export.Document, error) {
			if i > 0 && i%progressEvery == 0 {
				e.Thread.Do(func() {
					e.Frame.Toasts().ClearSaid(e.progress)
					e.progress = i18n.Text("Saving: {{.N}} of {{.All}}", map[string]any{"N": format.Number(i), "All": format.Number(len(all))})
					e.Frame.Toasts().Say(e.progress, "", nil)
				})
			}
			lines, err := e.Transcripts.Lines(e.Frame.Context(), all[i].ID)
			return export.NewDocument(all[i], lines), err
		}, []export.Format{fileType}, how)
	})
}

// save writes n documents in the background, one after the other.
func (e *exporter) save(folder string, n int, document func(int) (export.Document, error), formats []export.Format, how export.Options) {
	e.Thread.Go(func() func() {
		masked := func(i int) (export.Document, error) {
			d, err := document(i)
			return d.Masked(e.Connections.HideKeys), err
		}
		all := export.SaveAll(e.Frame.Context(), folder, n, masked, formats, how)
		return func() { e.saySaved(folder, all) }
	})
}

// askAnswers asks for a path and saves the responses of the service, in one file or in one per
// part.
func (e *exporter) askAnswers(t transcripts.Transcript) {
	parts := func(f *form.Form) {
		if t.Responses > 1 {
			f.Muted(i18n.Plural("The recording was sent in {{.N}} parts. You get one file for each part; its times start at 0:00.", t.Responses))
		}
	}
	e.Saving.Ask(askfile.Question{
		Purpose: shell.SaveText, Title: i18n.Text("Save original response"), Names: []string{t.Title}, FileType: i18n.Text("Original response"), Options: parts,
	}, func(name, folder string) { e.saveAnswers(t, name, folder) })
}

func (e *exporter) saveAnswers(t transcripts.Transcript, name, folder string) {
	uithread.Load(e.reads, func() ([]transcriber.Response, error) { return e.Transcripts.Responses(t.ID) }, func(answers []transcriber.Response) {
		titles := []string{name}
		if len(answers) > 1 {
			titles = titles[:0]
			for i := range answers {
				titles = append(titles, i18n.Text("{{.Title}}, part {{.N}} of {{.All}}", map[string]any{"Title": name, "N": format.Number(i + 1), "All": format.Number(len(answers))}))
			}
		}
		e.Thread.Go(func() func() {
			for i := range answers {
				answers[i].Raw = e.Connections.HideKeys(answers[i].Raw)
			}
			all := export.SaveResponses(folder, titles, answers)
			return func() { e.saySaved(folder, all) }
		})
	}, e.Frame.ReadErrorHandler(i18n.Text("The service's response couldn't be read."), func() { e.saveAnswers(t, name, folder) }))
}

// saySaved shows the results of saving files, with a link to the files.
func (e *exporter) saySaved(folder string, all []export.SaveResult) {
	e.Frame.Toasts().ClearSaid(e.progress)
	saved, untimed, failed := 0, 0, 0
	path := ""
	var last error
	for _, s := range all {
		switch {
		case s.Err == nil:
			saved++
			path = s.Path
		case errors.Is(s.Err, export.ErrNoTimes):
			untimed++
		default:
			failed++
			last = s.Err
		}
	}
	switch {
	case saved == 1 && len(all) == 1:
		e.Saving.Saved(path)
		return
	case saved == 0 && failed > 0:
		e.Frame.ReportWriteError(last)
		return
	case saved == 0 && untimed > 0:
		e.Frame.Toasts().Say(i18n.Text("This text has no times."), "", nil)
		return
	case saved == 0:
		return
	}
	said := i18n.Plural("Saved {{.N}} files in {{.Folder}}.", saved, map[string]any{"Folder": filepath.Base(folder)})
	if failed > 0 {
		e.Log.Error("Files were not saved", "error", last)
		said = format.Sentences(said, i18n.Plural("{{.N}} files couldn't be saved.", failed))
	}
	if untimed > 0 {
		said = format.Sentences(said, i18n.Plural("{{.N}} texts have no times.", untimed))
	}
	e.Frame.Toasts().Say(said, i18n.Text("Open folder"), func() { e.Frame.Files().ShowFolder(folder) })
}
