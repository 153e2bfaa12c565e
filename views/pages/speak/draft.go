package speak

import (
	"errors"
	"path/filepath"
	"strings"

	"parlando/app/documents"
	"parlando/app/documents/textencoding"
	"parlando/app/speechdraft"
	"parlando/app/speechexports"
	"parlando/views/askfile"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/textview/edit"
	"parlando/views/uithread"
	"parlando/views/words"
)

// draft is the text of the page: read at the start, kept on disk, counted, and replaced with undo.
type draft struct {
	frame  shell.PageHost
	thread *uithread.Thread
	owners Owners
	body   *textCard
	box    *edit.Box
	// onChanged repaints what depends on the text.
	onChanged func()

	// known is the stored state of the text.
	known speechdraft.Draft
	// loading: the text of the last time is not here yet, so that nothing may be stored over it.
	loading      bool
	loads, opens *uithread.Scope
	store        *uithread.Debouncer

	// revision counts the changes, so that an estimate that was overtaken is made again; measuring:
	// one is being made, which takes a second for a million characters. length is the last one.
	revision  int
	measuring bool
	length    speechexports.Estimate
}

func newDraft(f shell.PageHost, t *uithread.Thread, o Owners, body *textCard) *draft {
	d := &draft{
		frame: f, thread: t, owners: o, body: body, box: body.Text,
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

// load brings the text of the last time.
func (d *draft) load() {
	d.loading = true
	d.loads.Reset()
	d.changed()
	var part speechdraft.Draft // what could be read
	uithread.Load(d.loads, func() (m speechdraft.Draft, err error) {
		m, err = d.owners.SpeechDraft.Load()
		part = m
		return m, err
	}, func(m speechdraft.Draft) { d.loaded(m, nil) }, func(err error) { d.loaded(part, err) })
}

// loaded shows the text of the last time, as far as it could be read, in front of what was written
// meanwhile.
func (d *draft) loaded(m speechdraft.Draft, err error) {
	d.loading = false
	d.loads.Reset()
	if m.Text != "" {
		d.put(m.Then(speechdraft.Draft{Text: d.box.Text(), Caret: d.box.Caret()}))
		if !d.owners.ReadOnly {
			d.owners.SpeechDraft.SaveJoined(d.text())
		}
	}
	if err != nil {
		d.frame.CouldNotRead(i18n.Text("The text of the last time could not be read. It is still on the disk."), d.load)(err)
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

// text returns the text that stands there, with what is known of it.
func (d *draft) text() speechdraft.Draft {
	m := d.known
	m.Text, m.Caret = d.box.Text(), d.box.Caret()
	return m
}

// blank reports whether there is nothing to read.
func (d *draft) blank() bool {
	return d.box.Characters() < 1000 && strings.TrimSpace(d.box.Text()) == ""
}

// put shows a text in place of what stands there.
func (d *draft) put(m speechdraft.Draft) {
	d.known = speechdraft.Draft{Title: m.Title, Markdown: m.Markdown}
	d.box.SetText(m.Text)
	d.box.SetCaret(m.Caret)
	d.changed()
}

// changed counts what stands there, and stores it once it stands still.
func (d *draft) changed() {
	d.revision++
	d.showCount(false)
	d.onChanged()
	d.store.Set(func() {
		d.save()
		d.measure()
	})
}

// measureAgain measures the text at another speed.
func (d *draft) measureAgain() {
	d.revision++
	d.measure()
}

// measure finds out how long the text will be to listen to, and in how many parts it is read.
func (d *draft) measure() {
	if d.measuring {
		return
	}
	d.measuring = true
	asked, m, speed := d.revision, d.text(), d.owners.Settings.Get().Speech.RequestSpeed
	d.thread.Go(func() func() {
		e := d.owners.SpeechExports.Estimate(m.Text, !m.Markdown, speed)
		return func() {
			d.measuring = false
			if asked != d.revision {
				d.measure()
				return
			}
			d.length = e
			d.showCount(true)
		}
	})
}

// showCount shows the length of the text; measured: the time is of this text.
func (d *draft) showCount(measured bool) {
	said := words.Characters(d.box.Characters())
	if measured && d.length.Parts > 0 {
		said += " · " + words.About(d.length.Length)
		if d.length.Parts > 1 {
			said += " · " + words.Parts(d.length.Parts)
		}
	}
	d.body.SetCount(said)
}

// clear empties the page; that can be taken back.
func (d *draft) clear() {
	before := d.text()
	d.box.Replace("")
	d.offerUndo(i18n.Text("The text was cleared."), before)
	d.frame.Canvas().Focus(d.box)
}

// offerUndo names the change of the text and offers to take it back.
func (d *draft) offerUndo(sentence string, before speechdraft.Draft) {
	if before.Text == "" {
		return
	}
	d.frame.Toasts().Say(sentence, i18n.Text("Undo"), func() {
		d.stopReading()
		d.put(before)
	})
}

// stopReading ends what is read of the text, which is locked until then.
func (d *draft) stopReading() {
	d.owners.Speech.StopSource(document())
	d.box.SetReading(false, 0, 0)
}

// choose asks for a file.
func (d *draft) choose() {
	d.frame.Files().ChooseOne(shell.FileRequest{
		Purpose: shell.OpenText, Title: i18n.Text("Open text file"), Extensions: documents.Extensions(), Type: i18n.Text("Texts and documents"),
	}, d.open)
}

// open reads a file in place of the text; that can be taken back.
func (d *draft) open(path string) { d.openIn(path, "") }

// openIn does so in an encoding that was chosen.
func (d *draft) openIn(path string, encoding textencoding.Encoding) {
	name := filepath.Base(path)
	d.frame.Toasts().Say(i18n.Text("Reading {{.Name}}…", map[string]any{"Name": name}), "", nil)
	d.opens.Reset()
	uithread.Load(d.opens, func() (documents.Document, error) {
		return documents.Read(d.frame.Context(), path, documents.Options{Encoding: encoding})
	}, func(doc documents.Document) { d.opened(name, doc) }, func(err error) {
		if unclear := (*documents.UnclearError)(nil); errors.As(err, &unclear) {
			d.frame.Toasts().Clear()
			askfile.Encoding(d.frame.Canvas(), name, unclear.Guesses, func(chosen textencoding.Encoding) { d.openIn(path, chosen) })
			return
		}
		d.owners.Log.Warn("Document was not read", "error", err)
		d.frame.Toasts().Say(name+": "+words.Document(err), "", nil)
	})
}

// opened shows a document in place of the text.
func (d *draft) opened(name string, doc documents.Document) {
	d.frame.Toasts().Clear()
	d.stopReading()
	before := d.text()
	d.known = speechdraft.Draft{Title: doc.Title, Markdown: doc.Markdown}
	d.box.Replace(doc.Text)
	d.box.SetCaret(0)
	sentence := i18n.Text("{{.Name}} is open in place of the text before.", map[string]any{"Name": name})
	if cuts := words.Cuts(doc.Cuts); cuts != "" {
		sentence = name + ": " + cuts
		if before.Text == "" {
			d.frame.Toasts().Say(sentence, "", nil)
		}
	}
	d.offerUndo(sentence, before)
	d.frame.Canvas().Focus(d.box)
}
