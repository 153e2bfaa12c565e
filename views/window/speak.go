package window

import (
	"context"
	"strings"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/manuscript"
	"parley/app/narrations"
	"parley/app/settings"
	"parley/app/speech"
	"parley/views/longtext"
	"parley/views/sidebar"
	"parley/views/speak"
)

// speaking is the page Speak: made when it is first shown, and kept.
type speaking struct {
	window *Window
	scene  *scene
	top    *speak.Top
	page   *speak.Page
	panel  *speak.Panel

	// known is what is known of the text besides the words.
	known manuscript.Manuscript
	// loading: the text of the last time is not here yet, so that nothing may be stored over it.
	loading bool
	// loads counts how often it was asked for, so that what was overtaken is dropped.
	loads int
	keep  *later
	// voice goes on with another speed once the slider stands still.
	voice *later
	// estimating counts the changes, so that an estimate that was overtaken is made again; measuring: one is being made, which takes a
	// second for a million characters. length is the last one.
	estimating int
	measuring  bool
	length     narrations.Estimate
	// started are the files that were begun here and whose end is to be told.
	started map[chat.ID]bool
}

// showSpeak shows the page.
func (v *Window) showSpeak() {
	if v.speak == nil {
		v.buildSpeak()
	}
	v.goTo(v.speak)
}

func (s *speaking) stage() *scene       { return s.scene }
func (s *speaking) entry() sidebar.Page { return sidebar.Speak }
func (s *speaking) title() string       { return lang.L("Speak") }

func (s *speaking) arrive() {
	s.window.refreshSpeak()
	s.window.refreshMade()
	s.window.refreshVoices()
	s.focusText()
}

// depart stores the text. What is read goes on.
func (s *speaking) depart() { s.keep.now() }

func (s *speaking) setFolded(folded, recording bool) { s.top.SetSidebarButton(folded, recording) }
func (s *speaking) panelClosed()                     { s.top.SetPanelOpen(false) }
func (s *speaking) togglePanel()                     { s.window.showSpeakPanel(!s.scene.panelOpen) }
func (s *speaking) focusText()                       { s.window.window.Canvas().Focus(s.page.Text) }
func (s *speaking) chooseFile()                      { s.window.chooseText() }
func (s *speaking) read()                            { s.window.listen() }
func (s *speaking) again()                           {}
func (s *speaking) escape()                          {}

func (s *speaking) take(paths []string) {
	if len(paths) > 0 {
		s.window.openText(paths[0])
	}
}

// chooseModel opens the models for speech.
func (s *speaking) chooseModel() {
	if !s.scene.beside {
		s.window.showSpeakPanel(true)
	}
	s.panel.ChooseQuality()
}

// flushSpeak stores the text now. What was written before the text of the last time was there is stored behind that.
func (v *Window) flushSpeak() {
	if v.speak == nil {
		return
	}
	if v.speak.loading && !v.speak.page.Text.Empty() {
		v.textLoaded(v.core.Manuscript.Load())
	}
	v.speak.keep.now()
	v.storeText()
}

func (v *Window) buildSpeak() {
	s := &speaking{
		window: v,
		top:    speak.NewTop(), page: speak.NewPage(), panel: speak.NewPanel(speech.Voices()),
		keep: newLater(v.thread, 400*time.Millisecond), voice: newLater(v.thread, 400*time.Millisecond),
		started: map[chat.ID]bool{},
	}
	v.speak = s
	s.scene = &scene{top: s.top, body: s.page, panel: s.panel, docked: true, beside: true, reserves: true}
	s.scene.onBeside = func(beside bool) {
		s.top.SetPanelBeside(beside)
		s.page.SetPanelBeside(beside)
		s.panel.SetBeside(beside)
	}
	s.top.OnSidebar = func() { v.frame.toggleSidebar() }
	s.top.OnPanel = func() { v.showSpeakPanel(!s.scene.panelOpen) }
	s.top.OnOpen = v.chooseText
	s.top.OnClear = v.clearText
	s.page.OnListen, s.page.OnStop = v.listen, v.core.Speech.Stop
	v.buildSpeakText()
	v.buildSpeakPanel()
	v.loadText()
}

func (v *Window) buildSpeakText() {
	text := v.speak.page.Text
	text.OnChanged = func() {
		if text.Empty() {
			v.speak.known.Title, v.speak.known.Markdown = "", false
		}
		v.textChanged()
	}
	text.OnMoved = v.refreshListen
	text.OnChoose = v.core.Speech.GoTo
	text.OnLocked = func() {
		v.toasts.Say(lang.L("Stop reading to change the text."), lang.L("Stop reading"), v.core.Speech.Stop)
	}
	text.OnPasteFiles = func(pasted string) bool {
		paths := pastedPaths(pasted)
		v.takeFiles(paths)
		return len(paths) > 0
	}
	text.OnMenu = func() []longtext.MenuItem {
		if text.Empty() || text.Reading() {
			return nil
		}
		return []longtext.MenuItem{{Icon: "volume-2", Words: lang.L("Listen from here"), Do: v.listen}}
	}
}

func (v *Window) buildSpeakPanel() {
	p := v.speak.panel
	p.OnVoice = func(name string) {
		v.setSpeech(func(s *settings.Speech) { s.Voice, s.Local = name, false })
		v.goOnWithVoice()
	}
	p.OnTry = v.tryVoice
	p.OnSpeed = func(speed float64) {
		v.core.Settings.Change(func(s *settings.Settings) { s.Speech.RequestSpeed = speed })
		v.speak.voice.set(func() {
			v.goOnWithVoice()
			v.speak.estimating++
			v.measureText()
		})
	}
	p.OnTrySpeed = func() { v.tryAgain("speed") }
	p.OnModel = v.setSpeechModel
	p.OnLocal = func() {
		v.setSpeech(func(s *settings.Speech) { s.Local = true })
		v.goOnWithVoice()
	}
	p.OnOtherModel = v.askForSpeechModel
	p.OnFormat = func(format string) { v.setSpeech(func(s *settings.Speech) { s.Format = format }) }
	p.OnTryFormats = func() { v.tryAgain("response_format") }
	p.OnListen, p.OnListenAll, p.OnStop = v.listen, func() { v.read(0, 0) }, v.core.Speech.Stop
	p.OnSave = v.saveSpeech
	p.OnClose = func() { v.showSpeakPanel(false) }
	p.OnPopup = v.popup
	p.Made = speak.MadeCalls{
		OnPlay: v.playMade, OnSave: v.saveMadeAgain, OnDelete: v.deleteMade, OnCancel: v.core.Narrations.Cancel,
		OnResume: func(id chat.ID, format string) {
			v.speak.started[id] = true
			v.change(func(context.Context) error { return v.core.Narrations.ResumeAs(id, format) })
		},
		OnMakeAgain: func(id chat.ID, speed *float64) {
			v.speak.started[id] = true
			chosen := v.setRequestSpeed(speed)
			v.change(func(context.Context) error { return v.core.Narrations.ResumeAt(id, chosen) })
		},
	}
}

// tryAgain forgets what the model for speech has refused of a field.
func (v *Window) tryAgain(field string) {
	voice := v.core.Speech.Preferred()
	v.core.Catalog.ForgetRefusals(voice.Connection, voice.Model, field)
	v.refreshVoices()
}

func (v *Window) showSpeakPanel(open bool) {
	v.frame.setPanel(open)
	v.speak.top.SetPanelOpen(open)
}

// refreshSpeak paints what is being read as far as the page shows it.
func (v *Window) refreshSpeak() {
	if v.speak == nil {
		return
	}
	s := v.core.Speech.Snapshot()
	on := s.Phase != speech.Idle
	reading := on && s.Source.Kind == speech.Document
	v.speak.page.Text.SetReading(reading, s.Start, s.End)
	v.speak.page.SetListening(reading)
	v.speak.panel.SetListening(reading)
	tried := ""
	if on && s.Source.Kind == speech.Trial {
		tried = s.Source.ID
	}
	v.speak.panel.SetTrying(tried)
	v.refreshListen()
	v.refreshMade()
}

// refreshListen names what Listen would read.
func (v *Window) refreshListen() {
	text := v.speak.page.Text
	from, to := v.passage()
	label, reason := lang.L("Listen"), ""
	switch {
	case v.nothingToRead():
		reason = lang.L("Write, paste or open a text first.")
	case to > from:
		label = lang.L("Listen to the selection")
	case from > 0:
		label = lang.L("Listen from the cursor")
	}
	v.speak.page.SetListen(label, reason)
	if !text.Reading() {
		v.speak.panel.SetListen(label, from > 0 || to > from, reason)
	}
	v.speak.panel.SetSave(reason)
	switch {
	case text.Reading():
		v.speak.top.SetClear(lang.L("Stop reading to change the text."))
	case text.Empty():
		v.speak.top.SetClear(lang.L("There is no text."))
	default:
		v.speak.top.SetClear("")
	}
}

func (v *Window) nothingToRead() bool {
	text := v.speak.page.Text
	return text.Characters() < 1000 && strings.TrimSpace(text.Text()) == ""
}

// passage is what Listen reads: what is selected, else from the caret on. A caret at the end, where it stands after typing, means
// all of it; to is 0 for the end.
func (v *Window) passage() (from, to int) {
	text := v.speak.page.Text
	if from, to = text.Selection(); to > from {
		return from, to
	}
	if text.AtEnd() {
		return 0, 0
	}
	return from, 0
}

func (v *Window) listen() { v.read(v.passage()) }

// read reads the text aloud from one place to another, 0 for the end.
func (v *Window) read(from, to int) {
	if v.nothingToRead() {
		return
	}
	v.speak.keep.now()
	v.core.Speech.Say(speech.Text{
		Source: speech.Source{Kind: speech.Document}, Title: v.titleOfText(), Body: v.speak.page.Text.Text(),
		Plain: !v.speak.known.Markdown, From: from, To: to,
	}, v.core.Speech.Preferred())
	if v.frame.panelOver {
		v.showSpeakPanel(false)
	}
	v.window.Canvas().Focus(v.speak.page.Text)
}
