package window

import (
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"parley/app/transcripts"
	"parley/app/transcripts/export"
	"parley/views/widgets"
	"parley/views/words"
)

// allItems are what can be done with all transcripts.
func (v *Window) allItems() []widgets.MenuItem {
	item := widgets.MenuItem{Icon: "download", Words: lang.L("Save all transcripts…"), Do: v.askSaveAll}
	if len(v.writtenDown()) == 0 {
		item.Reason = lang.L("Nothing is written down yet.")
	}
	return []widgets.MenuItem{item}
}

// writtenDown are the transcripts that have a text.
func (v *Window) writtenDown() (done []transcripts.Transcript) {
	for _, t := range v.transcripts.List() {
		if t.State == transcripts.Done {
			done = append(done, t)
		}
	}
	return done
}

// askSaveAll asks for the format, the folder, and what is written, and saves every transcript there.
func (v *Window) askSaveAll() {
	v.transcribe.opened.flush()
	all := v.writtenDown()
	if len(all) == 0 {
		return
	}
	format := export.Text
	folder := v.textFolder()
	where, change := v.folderChoice(&folder, func() string {
		return lang.L("{{.N}} transcripts", map[string]any{"N": words.Count(len(all))})
	})
	choice := choiceOf(v, lang.L("Format"), export.Formats(), formatWords, &format)
	times := widgets.NewCheck(lang.L("With the times"))
	speakers := widgets.NewCheck(lang.L("With the names of the speakers"))
	translations := widgets.NewCheck(lang.L("With the translations"))
	for _, c := range []*widgets.Check{times, speakers, translations} {
		c.Set(true)
	}
	column := container.New(&widgets.Column{Gap: 10}, choice, where, change, times, speakers, translations)
	v.popup(widgets.Ask(v.window.Canvas(), lang.L("Save all transcripts"), column, lang.L("Save"), lang.L("Cancel"), func() {
		v.listening.texts = folder
		how := export.Options{Times: times.On(), Speakers: speakers.On()}
		if translations.On() {
			how.Language = export.Both
		}
		v.saveAll(all, folder, format, how)
	}))
}

// fewSaved is how many transcripts are saved without saying how far that is.
const fewSaved = 20

// saveAll saves transcripts, one after the other.
func (v *Window) saveAll(all []transcripts.Transcript, folder string, f export.Format, how export.Options) {
	v.thread.Go(func() func() {
		saved := export.SaveAll(v.ctx, folder, len(all), func(i int) (export.Document, error) {
			if i > 0 && i%fewSaved == 0 {
				v.thread.Do(func() {
					v.toasts.Say(lang.L("Saving: {{.N}} of {{.All}}", map[string]any{"N": words.Count(i), "All": words.Count(len(all))}), "", nil)
				})
			}
			lines, err := v.transcripts.Lines(v.ctx, all[i].ID)
			return export.Of(all[i], lines), err
		}, []export.Format{f}, how)
		return func() { v.saidSavedAll(folder, saved) }
	})
}
