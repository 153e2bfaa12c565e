// Package speak is the controller of the page Read aloud, which turns any text into speech: the
// user types, pastes or opens a text, listens to it, and exports it to sound files.
package speak

import (
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/changes"
	"parlando/app/speech"
	"parlando/app/speechdraft"
	"parlando/app/speechexports"
	"parlando/docs/help"
	"parlando/views/i18n"
	"parlando/views/player"
	"parlando/views/shell"
	"parlando/views/textview/edit"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Page is the page Read aloud. Use it only on the window's thread.
type Page struct {
	frame  shell.PageHost
	owners Owners
	links  Links

	scene *shell.Scene
	top   *topBar
	text  *edit.Box
	card  *player.Card
	panel *panel

	draft  *draft
	voices *voices
	files  *files
}

// New returns the page and loads the stored text.
func New(f shell.PageHost, t *uithread.Thread, o Owners, l Links) *Page {
	p := &Page{
		frame: f, owners: o, links: l,
		top:  newTopBar(shell.NewHelpButton(f, help.ReadAloud)),
		text: edit.New(i18n.Text("Text to read aloud"), i18n.Text("Type or paste any text, or open a file."), edit.ReadingStyle()),
	}
	p.draft = newDraft(f, t, o, p.text)
	p.draft.onChanged = p.showCard
	p.voices = &voices{
		frame: f, owners: o, limit: l.Limit, top: p.top, speed: uithread.NewDebouncer(t, debounce), instructions: uithread.NewDebouncer(t, debounce),
		sentence: p.draft.firstSentence, onSpeed: p.draft.measureAgain,
	}
	p.files = &files{frame: f, owners: o, announce: l.AnnounceExport, paths: uithread.NewScope(t)}
	p.panel = newPanel(panelOptions{Voice: p.voices, Files: p.files, OnClose: p.closePanel})
	p.card = player.NewCard(o.Speech, player.CardCallbacks{
		OnListen: p.listen, OnStop: o.Speech.Stop, OnSave: p.Save, OnVoice: p.chooseVoice,
		OnCancel: func() { p.files.Cancel(p.panel.reading.Making.ID) },
	})
	p.showCard()
	p.panel.SetUnread(o.UnlistedNotice)
	p.voices.panel, p.files.panel = p.panel, p.panel
	p.scene = &shell.Scene{Top: p.top, Body: p.text, Foot: p.card, Panel: p.panel, OnPanelClosed: p.focusText}
	p.connect()
	o.SpeechDraft.OnRefused(func(err error) { t.Do(func() { f.ReportWriteError(err) }) })
	p.draft.load()
	return p
}

// connect sets the callbacks of the widgets.
func (p *Page) connect() {
	p.top.OnSidebar = p.frame.ToggleSidebar
	p.top.OnOpen, p.top.OnMenu = p.draft.choose, p.menu
	text := p.text
	text.OnMoved = p.showCard
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
func (p *Page) Title() string { return i18n.TextIn("page", "Read aloud") }

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
			p.showCard()
		case changes.Settings, changes.Models, changes.Connection:
			p.files.show() // a limit may be lifted
			p.voices.show()
			p.showCard()
		}
	}
}

// Do implements shell.Page.
func (p *Page) Do(c shell.Command) bool {
	switch c {
	case shell.TogglePanel:
		if p.scene.PanelOpen {
			p.closePanel()
		} else {
			p.openPanel()
		}
	case shell.Cancel:
		if p.scene.PanelOpen {
			p.closePanel()
		}
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
		p.openPanel()
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
func (p *Page) TextBox() *edit.Box { return p.text }

// Draft returns the text with its title and format, for tests.
func (p *Page) Draft() speechdraft.Draft { return p.draft.text() }

// Loading reports whether the stored text is still being loaded, for tests.
func (p *Page) Loading() bool { return p.draft.loading }

// HasPlayerFor implements playback.PageWithPlayer: the card plays what comes from the page, and no
// room is left below it where nothing is played. The player of the window shows what to do about a
// problem.
func (p *Page) HasPlayerFor(now speech.Snapshot) bool {
	return now.Phase == speech.Idle || p.plays(now) && now.Phase != speech.Failed
}

// plays reports whether something of this page is played.
func (p *Page) plays(now speech.Snapshot) bool {
	kind := now.Source.Kind
	return now.Phase != speech.Idle && (kind == speech.Document || kind == speech.File || kind == speech.VoiceSample)
}

func (p *Page) focusText() { p.frame.Canvas().Focus(p.text) }

// openPanel opens the panel and moves the keyboard there.
func (p *Page) openPanel() {
	p.frame.ShowPanel(true)
	p.panel.Focus(p.frame.Canvas())
}

func (p *Page) closePanel() {
	p.frame.ShowPanel(false)
	p.focusText()
}

// menu returns the menu of the text.
func (p *Page) menu() []widgets.MenuItem {
	from, to := p.passage()
	_, listen := p.listenLabel()
	clearing := ""
	switch {
	case p.text.Reading():
		clearing = i18n.Text("Stop reading to edit the text.")
	case p.text.Empty():
		clearing = i18n.Text("There is no text.")
	}
	var items []widgets.MenuItem
	if from > 0 || to > from || p.text.Reading() {
		items = append(items, widgets.MenuItem{
			Icon: "play", Text: i18n.Text("Listen from the start"), DisabledReason: listen, Do: func() { p.read(0, 0) },
		})
	}
	items = append(items, widgets.MenuItem{Icon: "x", Text: i18n.Text("Clear"), DisabledReason: clearing, Do: p.draft.clear})
	if p.panel.hasMade() {
		items = append(items, widgets.MenuItem{Icon: "headphones", Text: i18n.Text("Saved audio"), Do: func() {
			p.openPanel()
			p.panel.column.Scroll.ScrollToBottom()
		}})
	}
	return append(items, p.moreItem())
}

// chooseVoice opens the menu of the voices.
func (p *Page) chooseVoice(anchor fyne.CanvasObject) {
	var items []widgets.MenuItem
	c := p.panel.chosen
	for i, name := range c.Voices {
		if !slices.Contains(c.Voices[:i], name) {
			items = append(items, widgets.MenuItem{
				Text: words.VoiceName(name), Chosen: name == c.Voice && !c.Local, Do: func() { p.voices.ChooseVoice(name) },
			})
		}
	}
	widgets.ShowMenu(anchor, append(items,
		widgets.MenuItem{Text: i18n.Text("This computer's voice"), Chosen: c.Local, Do: p.voices.ChooseLocal},
		widgets.MenuItem{Icon: "volume-2", Text: i18n.Text("Volume"), Do: p.card.ChooseVolume},
		p.moreItem(),
	))
}

// moreItem is the line of a menu that opens the panel.
func (p *Page) moreItem() widgets.MenuItem {
	return widgets.MenuItem{Icon: "sliders-horizontal", Text: i18n.Text("More voices and settings…"), Do: p.openPanel}
}

// showReading shows which part of the text is being read aloud.
func (p *Page) showReading() {
	s := p.owners.Speech.Snapshot()
	p.text.SetReading(s.IsReading(document()), s.Start, s.End)
	tried := ""
	if s.Phase != speech.Idle && s.Source.Kind == speech.VoiceSample {
		tried = s.Source.ID
	}
	p.panel.SetTrying(tried)
	p.files.show()
	p.showCard()
}

// showCard shows what is played and what can be listened to.
func (p *Page) showCard() {
	now := p.owners.Speech.Snapshot()
	if !p.plays(now) {
		now = speech.Snapshot{Speed: now.Speed, Volume: now.Volume}
	}
	label, reason := p.listenLabel()
	about, length := p.about()
	p.card.Set(player.CardState{
		Now: now, Listen: label, ListenReason: reason, SaveReason: reason, Length: length,
		Voice: p.owners.Speech.PreferredVoice(), Text: about, Making: p.panel.reading.Making.line(),
	})
	if size := p.card.Size(); size.Width > 0 && p.card.HeightFor(size.Width) != size.Height && p.frame.IsCurrent(p) {
		p.frame.Relayout()
	}
}

// about returns the sentence about the text below the card, and the expected length of its speech,
// 0 if only a part would be read.
func (p *Page) about() (sentence string, length time.Duration) {
	if c := p.panel.chosen; !c.Local && c.Model.Question.Gone {
		return c.Model.Question.Text, p.draft.length.Length
	}
	sentence = p.draft.length.String()
	from, to := p.passage()
	switch {
	case p.text.Reading() || sentence == "" || to <= from && from == 0:
		return sentence, p.draft.length.Length
	case to > from:
		return sentence + " · " + i18n.Text("reads the selection"), 0
	}
	return sentence + " · " + i18n.Text("reads from the cursor"), 0
}

// listenLabel returns the name of the play button for the part of the text that it would read, and
// the reason that disables it, "" for none.
func (p *Page) listenLabel() (label, reason string) {
	from, to := p.passage()
	switch {
	case p.draft.blank():
		return i18n.Text("Listen"), i18n.Text("Enter, paste or open a text first.")
	case to > from:
		return i18n.Text("Listen to selection"), ""
	case from > 0:
		return i18n.Text("Listen from cursor"), ""
	}
	return i18n.Text("Listen"), ""
}

// passage returns the byte range that Listen reads: the selection, else from the caret to the end.
// With the caret at the end, where it is after typing, Listen reads everything; to is 0 for the
// end.
func (p *Page) passage() (from, to int) {
	text := p.text
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
		p.voices.say(speech.Text{
			Source: document(), Title: p.draft.title(), Body: text.Text, Plain: !text.Markdown, From: from, To: to,
		}, p.owners.Speech.PreferredVoice(), func() {
			if p.frame.PanelIsSheet() {
				p.frame.ShowPanel(false)
			}
			p.focusText()
		})
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
		}, p.draft.length.details())
	})
}
