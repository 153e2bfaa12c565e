package window

import (
	"errors"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"github.com/adrg/xdg"

	"parley/app/transcripts"
	"parley/app/transcripts/export"
	"parley/views/widgets"
)

// saveItems are what a transcript can be saved as.
func (o *opened) saveItems() []widgets.MenuItem {
	t, ok := o.owner.Get(o.id)
	if !ok {
		return nil
	}
	var items []widgets.MenuItem
	for _, f := range export.Formats() {
		item := widgets.MenuItem{Words: formatWords(f), Do: func() { o.askSave(t, f) }}
		if f.Subtitles() && !t.Timed {
			item.Reason = lang.L("This text has no times.")
		}
		items = append(items, item)
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
func (o *opened) askSave(t transcripts.Transcript, f export.Format) {
	v := o.window
	lines := o.view.Text()
	doc := export.Of(t, lines)
	c := v.window.Canvas()
	name := widgets.NewField(lang.L("Name of the file"), lang.L("Name"))
	name.SetText(fileName(t.Title))
	folder := v.textFolder()
	where := widgets.NewMuted("").Flush()
	show := func() {
		where.SetText(lang.L("{{.Type}} in {{.Folder}}", map[string]any{"Type": formatWords(f), "Folder": folder}))
	}
	show()
	change := widgets.NewButton(lang.L("Another folder…"), widgets.Secondary, func() {
		v.showDialog(dialog.NewFolderOpen(func(u fyne.ListableURI, err error) {
			if err == nil && u != nil {
				folder = u.Path()
				show()
			}
		}, v.window))
	})
	column := container.New(&widgets.Column{Gap: 10}, name, where, container.NewHBox(change, layout.NewSpacer()))
	times := widgets.NewCheck(lang.L("With the times"))
	times.Set(true)
	if t.Timed && !f.Subtitles() {
		column.Add(times)
	}
	speakers := widgets.NewCheck(lang.L("With the names of the speakers"))
	speakers.Set(doc.Speakers())
	if doc.Speakers() {
		column.Add(speakers)
	}
	language := export.Original
	if doc.Translations() {
		language = export.Both
		column.Add(o.languageChoice(&language))
	}
	var over *widgets.Overlay
	save := func() {
		v.listening.texts = folder
		if chosen := fileName(name.Text); chosen != "" && chosen != fileName(t.Title) {
			doc.Title = chosen
		}
		o.save(doc, folder, f, export.Options{Times: times.On(), Speakers: speakers.On(), Language: language})
	}
	over = widgets.Ask(c, lang.L("Save the transcript"), column, lang.L("Save"), lang.L("Cancel"), save)
	name.OnSubmitted = func(string) { over.Hide(); save() }
	name.OnEscape = func() { over.Hide() }
	v.popup(over)
	c.Focus(name)
	name.TypedShortcut(&fyne.ShortcutSelectAll{})
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
	var choice *widgets.Choice
	choice = widgets.NewChoice(lang.L("Language"), func() {
		var items []widgets.MenuItem
		for _, l := range []export.Language{export.Both, export.Original, export.Translated} {
			items = append(items, widgets.MenuItem{Words: said(l), Chosen: l == *language, Do: func() {
				*language = l
				choice.Set(said(l))
			}})
		}
		widgets.ShowMenu(choice, items)
	})
	choice.Set(said(*language))
	return choice
}

// save writes the file.
func (o *opened) save(doc export.Document, folder string, f export.Format, how export.Options) {
	v := o.window
	v.thread.Go(func() func() {
		all := export.SaveAll(v.ctx, folder, 1, func(int) (export.Document, error) { return doc, nil }, []export.Format{f}, how)
		return func() {
			switch {
			case len(all) == 0:
			case errors.Is(all[0].Err, export.ErrNoTimes):
				v.toasts.Say(lang.L("This text has no times."), "", nil)
			case all[0].Err != nil:
				v.couldNotKeep(all[0].Err)
			default:
				v.saidSaved(all[0].Path)
			}
		}
	})
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
