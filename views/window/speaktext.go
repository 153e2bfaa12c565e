package window

import (
	"errors"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/storage"

	"parley/app/documents"
	"parley/app/documents/textencoding"
	"parley/app/manuscript"
	"parley/app/speech"
	"parley/views/words"
)

// titleOfText is what a reading and a file of it are called.
func (v *Window) titleOfText() string {
	if t := v.speak.known.Title; t != "" {
		return t
	}
	for line := range strings.Lines(v.speak.page.Text.Head(firstOf)) {
		if title := titleIn(strings.Trim(line, "#*->\t\n ")); title != "" {
			return title
		}
	}
	return lang.L("Speech")
}

// titleIn makes a title of a line: its first sentence, or what stands before a comma, or as many words as are short.
func titleIn(line string) string {
	if n := strings.IndexAny(line, ".!?;:"); n > 0 && n < longTitle {
		return line[:n]
	}
	title := strings.Join(strings.Fields(line), " ")
	if len(title) <= longTitle {
		return strings.TrimRight(title, ".,;:!?")
	}
	title = strings.ToValidUTF8(title[:longTitle], "")
	for _, end := range []string{",", " "} {
		if n := strings.LastIndex(title, end); n > longTitle/4 {
			return title[:n]
		}
	}
	return title
}

// longTitle is how long a title is at most, in bytes.
const longTitle = 48

// loadText brings the text of the last time.
func (v *Window) loadText() {
	v.speak.loading = true
	v.speak.loads++
	load := v.speak.loads
	v.textChanged()
	v.thread.Go(func() func() {
		m, err := v.core.Manuscript.Load()
		return func() {
			if load == v.speak.loads {
				v.textLoaded(m, err)
			}
		}
	})
}

// textLoaded shows the text of the last time, as far as it could be read, in front of what was written meanwhile.
func (v *Window) textLoaded(m manuscript.Manuscript, err error) {
	s := v.speak
	s.loading = false
	s.loads++
	if m.Text != "" {
		typed := s.page.Text.Text()
		v.putText(m.Then(manuscript.Manuscript{Text: typed, Caret: s.page.Text.Caret()}))
		if v.core.History.ReadOnly() == "" {
			v.core.Manuscript.SaveJoined(v.writtenText())
		}
	}
	if err != nil {
		v.couldNotRead(lang.L("The text of the last time could not be read. It is still on the disk."), v.loadText)(err)
	}
	v.textChanged()
}

// putText shows a text in place of what stands there.
func (v *Window) putText(m manuscript.Manuscript) {
	v.speak.known = manuscript.Manuscript{Title: m.Title, Markdown: m.Markdown}
	v.speak.page.Text.SetText(m.Text)
	v.speak.page.Text.SetCaret(m.Caret)
	v.refreshSpeak()
	v.textChanged()
}

// textChanged counts what stands there, and stores it once it stands still.
func (v *Window) textChanged() {
	v.speak.estimating++
	v.showCount(false)
	v.refreshListen()
	v.speak.keep.set(func() {
		v.storeText()
		v.measureText()
	})
}

func (v *Window) storeText() {
	s := v.speak
	if s.loading || v.core.History.ReadOnly() != "" {
		return
	}
	v.core.Manuscript.Save(v.writtenText())
}

// writtenText is the text that stands there, with what is known of it.
func (v *Window) writtenText() manuscript.Manuscript {
	m := v.speak.known
	m.Text, m.Caret = v.speak.page.Text.Text(), v.speak.page.Text.Caret()
	return m
}

// measureText finds out how long the text will be to listen to, and in how many parts it is read.
func (v *Window) measureText() {
	s := v.speak
	if s.measuring {
		return
	}
	s.measuring = true
	asked, body, plain, speed := s.estimating, s.page.Text.Text(), !s.known.Markdown, v.core.Settings.Get().Speech.RequestSpeed
	v.thread.Go(func() func() {
		e := v.core.Narrations.Estimate(body, plain, speed)
		return func() {
			s.measuring = false
			if asked != s.estimating {
				v.measureText()
				return
			}
			s.length = e
			v.showCount(true)
		}
	})
}

// showCount says how long the text is; measured says that the time is of this text.
func (v *Window) showCount(measured bool) {
	s := v.speak
	said := words.Characters(s.page.Text.Characters())
	if measured && s.length.Parts > 0 {
		said += " · " + words.About(s.length.Length)
		if s.length.Parts > 1 {
			said += " · " + words.Parts(s.length.Parts)
		}
	}
	s.page.SetCount(said)
}

// clearText empties the page; that can be taken back.
func (v *Window) clearText() {
	before := v.writtenText()
	v.speak.page.Text.Replace("")
	v.undoText(lang.L("The text was cleared."), before)
	v.window.Canvas().Focus(v.speak.page.Text)
}

// undoText says what was done to the text and offers to take it back.
func (v *Window) undoText(sentence string, before manuscript.Manuscript) {
	if before.Text == "" {
		return
	}
	v.toasts.Say(sentence, lang.L("Undo"), func() {
		v.core.Speech.StopSource(speech.Source{Kind: speech.Document})
		v.speak.page.Text.SetReading(false, 0, 0)
		v.putText(before)
	})
}

// chooseText asks for a file.
func (v *Window) chooseText() {
	d := dialog.NewFileOpen(v.chosen(v.openText), v.window)
	var endings []string
	for _, e := range documents.Extensions() {
		endings = append(endings, e, strings.ToUpper(e))
	}
	d.SetFilter(storage.NewExtensionFileFilter(endings))
	d.SetTitleText(lang.L("Open text file"))
	v.showDialog(d)
}

// openText reads a file in place of the text; that can be taken back.
func (v *Window) openText(path string) { v.openTextIn(path, "") }

// openTextIn does so in an encoding that was chosen.
func (v *Window) openTextIn(path string, encoding textencoding.Encoding) {
	name := filepath.Base(path)
	v.toasts.Say(lang.L("Reading {{.Name}}…", map[string]any{"Name": name}), "", nil)
	v.thread.Go(func() func() {
		doc, err := documents.Read(v.ctx, path, documents.Options{Encoding: encoding})
		return func() {
			if unclear := (*documents.UnclearError)(nil); errors.As(err, &unclear) {
				v.toasts.Clear()
				v.askForEncoding(name, unclear.Guesses, func(chosen textencoding.Encoding) { v.openTextIn(path, chosen) })
				return
			}
			if err != nil {
				v.core.Log.Warn("Document was not read", "error", err)
				v.toasts.Say(name+": "+words.Document(err), "", nil)
				return
			}
			v.toasts.Clear()
			s := v.speak
			v.core.Speech.StopSource(speech.Source{Kind: speech.Document})
			s.page.Text.SetReading(false, 0, 0)
			before := v.writtenText()
			s.known = manuscript.Manuscript{Title: doc.Title, Markdown: doc.Markdown}
			s.page.Text.Replace(doc.Text)
			s.page.Text.SetCaret(0)
			sentence := lang.L("{{.Name}} is open in place of the text before.", map[string]any{"Name": name})
			if cuts := words.Cuts(doc.Cuts); cuts != "" {
				sentence = name + ": " + cuts
				if before.Text == "" {
					v.toasts.Say(sentence, "", nil)
				}
			}
			v.undoText(sentence, before)
			v.window.Canvas().Focus(s.page.Text)
		}
	})
}
