package speak

import (
	"errors"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"parlando/app/documents"
	"parlando/app/documents/textencoding"
	"parlando/app/speechdraft"
	"parlando/views/askfile"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/textview/edit"
	"parlando/views/uithread"
	"parlando/views/words"
)

// draft controls the text of the page: it loads the text at startup, stores it on disk, measures
// it, and undoes replacements.
type draft struct {
	frame  shell.PageHost
	thread *uithread.Thread
	owners Owners
	box    *edit.Box
	// onChanged updates the widgets that depend on the text or its length.
	onChanged func()

	// known holds the title and the format of the text.
	known speechdraft.Draft
	// stored is the text on disk of a read-only library.
	stored string
	// loading means that the stored text has not been read yet, so that nothing may overwrite it.
	loading      bool
	loads, opens *uithread.Scope
	store        *uithread.Debouncer

	// revision counts the changes of the text, so that an outdated estimate is repeated. measuring
	// means that an estimate is running, which takes a second for a million characters. length is
	// the latest one.
	revision  int
	measuring bool
	length    textLength
}

func newDraft(f shell.PageHost, t *uithread.Thread, o Owners, box *edit.Box) *draft {
	d := &draft{
		frame: f, thread: t, owners: o, box: box,
		loads: uithread.NewScope(t), opens: uithread.NewScope(t), store: uithread.NewDebouncer(t, debounce),
	}
	d.box.OnChanged = func() {
		if d.box.Empty() {
			d.known = speechdraft.Draft{}
		}
		d.changed()
	}
	return d
}

// load reads the stored text.
func (d *draft) load() {
	d.loading = true
	d.loads.Reset()
	d.changed()
	var part speechdraft.Draft // the readable part of the text
	uithread.Load(d.loads, func() (m speechdraft.Draft, err error) {
		m, err = d.owners.SpeechDraft.Load()
		part = m
		return m, err
	}, func(m speechdraft.Draft) { d.loaded(m, nil) }, func(err error) { d.loaded(part, err) })
}

// loaded shows the readable part of the stored text in front of text typed in the meantime.
func (d *draft) loaded(m speechdraft.Draft, err error) {
	d.loading, d.stored = false, m.Text
	d.loads.Reset()
	if m.Text != "" {
		d.put(m.Append(speechdraft.Draft{Text: d.box.Text(), Caret: d.box.Caret()}))
		if !d.owners.ReadOnly {
			d.owners.SpeechDraft.SaveJoined(d.text())
		}
	}
	if err != nil {
		d.frame.ReadErrorHandler(i18n.Text("Your last text couldn't be opened. It's still saved."), d.load)(err)
	}
	d.changed()
}

// flush stores the text now.
func (d *draft) flush() {
	if d.loading && !d.box.Empty() {
		d.loaded(d.owners.SpeechDraft.Load())
	}
	d.store.Flush()
	d.save()
}

func (d *draft) save() {
	if !d.loading && !d.owners.ReadOnly {
		d.owners.SpeechDraft.Save(d.text())
	}
}

// unsaved returns the text if it differs from the text on disk of a read-only library, otherwise
// "".
func (d *draft) unsaved() string {
	if text := d.box.Text(); d.owners.ReadOnly && text != d.stored {
		return text
	}
	return ""
}

// text returns the current text with its title and format.
func (d *draft) text() speechdraft.Draft {
	m := d.known
	m.Text, m.Caret = d.box.Text(), d.box.Caret()
	return m
}

// blank reports whether the text is empty or only white space.
func (d *draft) blank() bool {
	return d.box.Characters() < 1000 && strings.TrimSpace(d.box.Text()) == ""
}

// put replaces the text.
func (d *draft) put(m speechdraft.Draft) {
	d.known = speechdraft.Draft{Title: m.Title, Markdown: m.Markdown}
	d.box.SetText(m.Text)
	d.box.SetCaret(m.Caret)
	d.changed()
}

// changed stores and measures the text after a pause in typing.
func (d *draft) changed() {
	d.revision++
	if d.box.Empty() {
		d.length = textLength{}
	}
	d.onChanged()
	d.store.Set(func() {
		d.save()
		d.measure()
	})
}

// measureAgain measures the text after the speed has changed.
func (d *draft) measureAgain() {
	d.revision++
	d.measure()
}

// measure estimates the duration of the speech and the number of requests it takes.
func (d *draft) measure() {
	if d.measuring {
		return
	}
	d.measuring = true
	asked, m, speed := d.revision, d.text(), d.owners.Settings.Get().Speech.RequestSpeed
	d.thread.Go(func() func() {
		l := textLength{d.owners.SpeechExports.Estimate(m.Text, !m.Markdown, speed), countWords(m.Text), utf8.RuneCountInString(m.Text)}
		return func() {
			d.measuring = false
			if asked != d.revision {
				d.measure()
				return
			}
			d.length = l
			d.onChanged()
		}
	})
}

// clear empties the page and offers Undo.
func (d *draft) clear() {
	before := d.text()
	d.box.Replace("")
	d.offerUndo(i18n.Text("The text was cleared."), before)
	d.frame.Canvas().Focus(d.box)
}

// offerUndo shows a toast about a change of the text. The toast's button restores before.
func (d *draft) offerUndo(sentence string, before speechdraft.Draft) {
	if before.Text == "" {
		return
	}
	d.frame.Toasts().Say(sentence, i18n.Text("Undo"), func() {
		d.stopReading()
		d.put(before)
	})
}

// stopReading stops reading the text aloud, which unlocks it.
func (d *draft) stopReading() {
	d.owners.Speech.StopSource(document())
	d.box.SetReading(false, 0, 0)
}

// choose opens a file dialog.
func (d *draft) choose() {
	d.frame.Files().ChooseOne(shell.FileRequest{
		Purpose: shell.OpenText, Title: i18n.Text("Open a text"), Extensions: documents.Extensions(), Type: i18n.Text("Text and documents"),
	}, d.open)
}

// open replaces the text with the text of a file and offers Undo.
func (d *draft) open(path string) { d.openIn(path, "") }

// openIn opens a file in the given encoding, "" to detect it.
func (d *draft) openIn(path string, encoding textencoding.Encoding) {
	name := filepath.Base(path)
	d.frame.Toasts().Say(readingFile(name), "", nil)
	d.opens.Reset()
	uithread.Load(d.opens, func() (documents.Document, error) {
		return documents.Read(d.frame.Context(), path, documents.Options{Encoding: encoding})
	}, func(doc documents.Document) { d.opened(name, doc) }, func(err error) {
		if unclear := (*documents.AmbiguousEncodingError)(nil); errors.As(err, &unclear) {
			d.frame.Toasts().ClearSaid(readingFile(name))
			askfile.AskEncoding(d.frame.Canvas(), name, unclear.Guesses, func(chosen textencoding.Encoding) { d.openIn(path, chosen) })
			return
		}
		d.frame.Toasts().ClearSaid(readingFile(name))
		d.owners.Log.Warn("A document could not be read", "error", err)
		d.frame.Toasts().Say(name+": "+words.DocumentError(err), "", nil)
	})
}

func readingFile(name string) string {
	return i18n.Text("Reading {{.Name}}…", map[string]any{"Name": name})
}

// opened replaces the text with a document.
func (d *draft) opened(name string, doc documents.Document) {
	d.frame.Toasts().ClearSaid(readingFile(name))
	d.stopReading()
	before := d.text()
	d.known = speechdraft.Draft{Title: doc.Title, Markdown: doc.Markdown}
	d.box.Replace(doc.Text)
	d.box.SetCaret(0)
	sentence := i18n.Text("Opened {{.Name}}. It replaced the previous text.", map[string]any{"Name": name})
	if cuts := words.DocumentOmissions(doc.Cuts); cuts != "" {
		sentence = format.Named(name, cuts)
		if before.Text == "" {
			d.frame.Toasts().Say(sentence, "", nil)
		}
	}
	d.offerUndo(sentence, before)
	d.frame.Canvas().Focus(d.box)
}
