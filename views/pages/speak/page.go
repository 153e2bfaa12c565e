// Package speak is the controller of the page Read aloud, which turns any text into speech: the
// user types, pastes or opens a text, listens to it, and exports it to sound files.
package speak

import (
	"context"

	"parlando/app/changes"
	"parlando/app/speech"
	"parlando/app/speechdraft"
	"parlando/app/speechexports"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/textview/edit"
	"parlando/views/uithread"
	"parlando/views/widgets"
)

// Page is the page Read aloud. Use it only on the window's thread.
type Page struct {
	frame  shell.PageHost
	owners Owners
	links  Links

	scene *shell.Scene
	top   *topBar
	body  *textCard
	panel *panel

	draft  *draft
	voices *voices
	files  *files
}

// New returns the page and loads the stored text.
func New(f shell.PageHost, t *uithread.Thread, o Owners, l Links) *Page {
	p := &Page{
		frame: f, owners: o, links: l,
		top: newTopBar(), body: newTextCard(),
	}
	p.draft = newDraft(f, t, o, p.body)
	p.draft.onChanged = p.showListen
	p.voices = &voices{
		frame: f, owners: o, top: p.top, speed: uithread.NewDebouncer(t, debounce), instructions: uithread.NewDebouncer(t, debounce),
		sentence: p.draft.firstSentence, onSpeed: p.draft.measureAgain,
	}
	p.files = &files{frame: f, owners: o, announce: l.AnnounceExport, paths: uithread.NewScope(t)}
	p.panel = newPanel(panelOptions{
		Voice: p.voices, Files: p.files,
		OnListen: p.listen, OnListenAll: func() { p.read(0, 0) }, OnStop: o.Speech.Stop,
		OnSave: p.Save, OnClose: func() { p.showPanel(false) },
	})
	p.panel.SetUnread(o.UnlistedNotice)
	p.voices.panel, p.files.panel = p.panel, p.panel
	p.scene = &shell.Scene{Top: p.top, Body: p.body, Panel: p.panel, Docked: true, PanelBeside: true, ReservesPlayer: true}
	p.scene.OnPanelClosed = func() { p.top.SetPanelOpen(false) }
	p.scene.OnPanelBeside = func(beside bool) {
		p.top.SetPanelBeside(beside)
		p.body.SetPanelBeside(beside)
		p.panel.SetBeside(beside)
	}
	p.connect()
	o.SpeechDraft.OnRefused(func(err error) { t.Do(func() { f.ReportWriteError(err) }) })
	p.draft.load()
	return p
}

// connect sets the callbacks of the widgets.
func (p *Page) connect() {
	p.top.OnSidebar = p.frame.ToggleSidebar
	p.top.OnPanel = p.togglePanel
	p.top.OnOpen, p.top.OnClear = p.draft.choose, p.draft.clear
	p.body.OnListen, p.body.OnStop = p.listen, p.owners.Speech.Stop
	text := p.body.Text
	text.OnMoved = p.showListen
	text.OnChoose = p.owners.Speech.GoTo
	text.OnLocked = func() {
		p.frame.Toasts().Say(i18n.Text("Stop reading to edit the text."), i18n.Text("Stop reading"), p.owners.Speech.Stop)
	}
	text.OnPaste = func(pasted string) bool {
		paths := shell.PastedPaths(pasted)
		p.links.TakeFiles(paths)
		return len(paths) > 0
	}
	text.OnMenu = func() []widgets.MenuItem {
		if text.Empty() || text.Reading() {
			return nil
		}
		return []widgets.MenuItem{{Icon: "volume-2", Text: i18n.Text("Listen from here"), Do: p.listen}}
	}
}

// Scene implements shell.Page.
func (p *Page) Scene() *shell.Scene { return p.scene }

// Title implements shell.Page.
func (p *Page) Title() string { return i18n.Text("Read aloud") }

// Show implements shell.Page.
func (p *Page) Show() {
	p.showReading()
	p.voices.show()
	p.focusText()
}

// Hide stores the text. Speech continues.
func (p *Page) Hide() { p.draft.store.Flush() }

// Changed implements shell.Page.
func (p *Page) Changed(cs []changes.Change) {
	for _, c := range cs {
		switch c.Topic {
		case changes.Speech:
			p.showReading()
		case changes.SpeechExports:
			p.files.show()
		case changes.Settings, changes.Models, changes.Connection:
			p.voices.show()
		}
	}
}

// Do implements shell.Page.
func (p *Page) Do(c shell.Command) bool {
	switch c {
	case shell.TogglePanel:
		p.togglePanel()
	case shell.FocusText:
		p.focusText()
	case shell.AddFile:
		p.draft.choose()
	case shell.ReadAloud:
		if p.owners.Speech.Snapshot().Phase != speech.Idle {
			return false
		}
		p.listen()
	case shell.ChooseModel:
		if !p.scene.PanelBeside {
			p.showPanel(true)
		}
		p.panel.ChooseQuality()
	default:
		return false
	}
	return true
}

// AcceptFiles implements shell.Page. It replaces the text with the text of the first file.
func (p *Page) AcceptFiles(paths []string) {
	if len(paths) > 0 {
		p.draft.open(paths[0])
	}
}

// Flush implements shell.Page. Text typed before the stored text was loaded is appended to the
// stored text.
func (p *Page) Flush(context.Context) error {
	p.draft.flush()
	return p.owners.SpeechDraft.Flush()
}

// Unsaved returns the text if the disk may lack it, for instance because the library is gone;
// otherwise "". Call it after Flush.
func (p *Page) Unsaved(gone bool) string {
	if p.owners.SpeechDraft.Flush() != nil || gone {
		return p.draft.box.Text()
	}
	return p.draft.unsaved()
}

// TextBox returns the text box, for tests.
func (p *Page) TextBox() *edit.Box { return p.body.Text }

// Draft returns the text with its title and format, for tests.
func (p *Page) Draft() speechdraft.Draft { return p.draft.text() }

// Loading reports whether the stored text is still being loaded, for tests.
func (p *Page) Loading() bool { return p.draft.loading }

func (p *Page) focusText() { p.frame.Canvas().Focus(p.body.Text) }

func (p *Page) togglePanel() { p.showPanel(!p.scene.PanelOpen) }

func (p *Page) showPanel(open bool) {
	p.frame.ShowPanel(open)
	p.top.SetPanelOpen(open)
}

// showReading shows which part of the text is being read aloud.
func (p *Page) showReading() {
	s := p.owners.Speech.Snapshot()
	reading := s.IsReading(document())
	p.body.Text.SetReading(reading, s.Start, s.End)
	p.body.SetListening(reading)
	p.panel.SetListening(reading)
	tried := ""
	if s.Phase != speech.Idle && s.Source.Kind == speech.VoiceSample {
		tried = s.Source.ID
	}
	p.panel.SetTrying(tried)
	p.showListen()
	p.files.show()
}

// showListen sets the labels of the Listen buttons to the part of the text they would read.
func (p *Page) showListen() {
	text := p.body.Text
	from, to := p.passage()
	label, reason := i18n.Text("Listen"), ""
	switch {
	case p.draft.blank():
		reason = i18n.Text("Enter, paste or open a text first.")
	case to > from:
		label = i18n.Text("Listen to selection")
	case from > 0:
		label = i18n.Text("Listen from cursor")
	}
	p.body.SetListen(label, reason)
	if !text.Reading() {
		p.panel.SetListen(label, from > 0 || to > from, reason)
	}
	p.panel.SetSave(reason)
	switch {
	case text.Reading():
		p.top.SetClear(i18n.Text("Stop reading to edit the text."))
	case text.Empty():
		p.top.SetClear(i18n.Text("There is no text."))
	default:
		p.top.SetClear("")
	}
}

// passage returns the byte range that Listen reads: the selection, else from the caret to the end.
// With the caret at the end, where it is after typing, Listen reads everything; to is 0 for the
// end.
func (p *Page) passage() (from, to int) {
	text := p.body.Text
	if from, to = text.Selection(); to > from {
		return from, to
	}
	if text.CaretAtEnd() {
		return 0, 0
	}
	return from, 0
}

func (p *Page) listen() { p.read(p.passage()) }

// read reads the text aloud from one offset to another, 0 for the end.
func (p *Page) read(from, to int) {
	if p.draft.blank() {
		return
	}
	p.voices.ready(func() {
		p.draft.store.Flush()
		text := p.draft.text()
		p.owners.Speech.Say(speech.Text{
			Source: document(), Title: p.draft.title(), Body: text.Text, Plain: !text.Markdown, From: from, To: to,
		}, p.owners.Speech.PreferredVoice())
		if p.frame.PanelIsSheet() {
			p.showPanel(false)
		}
		p.focusText()
	})
}

// Save asks for a path and exports the whole text to a sound file.
func (p *Page) Save() {
	if p.draft.blank() {
		return
	}
	p.voices.ready(func() {
		text := p.draft.text()
		p.links.ExportSpeech(speechexports.Job{
			Title: p.draft.title(), Text: text.Text, Plain: !text.Markdown, Voice: p.owners.Speech.PreferredVoice(),
		}, p.body.CountWords())
	})
}
