package window

import (
	"context"
	"maps"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/storage"

	"parley/app/catalog"
	"parley/app/chat"
	"parley/app/documents"
	"parley/app/manuscript"
	"parley/app/narrations"
	"parley/app/settings"
	"parley/app/speech"
	"parley/app/speech/script"
	"parley/views/longtext"
	"parley/views/speak"
	"parley/views/widgets"
	"parley/views/words"
)

// speaking is the page Speak: made when it is first shown, and kept.
type speaking struct {
	scene *scene
	top   *speak.Top
	page  *speak.Page
	panel *speak.Panel

	// known is what is known of the text besides the words.
	known manuscript.Manuscript
	// loading: the text of the last time is not here yet, so that nothing may be stored over it.
	loading bool
	keep    *later
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

// speakingNow reports whether the page is shown.
func (v *Window) speakingNow() bool { return v.speak != nil && v.frame.scene == v.speak.scene }

// showSpeak shows the page.
func (v *Window) showSpeak() {
	if v.speak == nil {
		v.buildSpeak()
	}
	v.closeSidebarSheet()
	v.frame.setPage(nil)
	v.frame.setScene(v.speak.scene)
	v.sidebar.SetSpeaking(true)
	v.refreshSpeak()
	v.refreshMade()
	v.refreshVoices()
	v.window.Canvas().Focus(v.speak.page.Text)
}

// focusText puts the caret where it can be written.
func (v *Window) focusText() {
	if v.speakingNow() {
		v.window.Canvas().Focus(v.speak.page.Text)
		return
	}
	v.composer.FocusText()
}

// chooseModel opens the models of the chat, or in Speak those for speech.
func (v *Window) chooseModel() {
	if !v.speakingNow() {
		v.top.OpenPicker()
		return
	}
	if !v.speak.scene.beside {
		v.showSpeakPanel(true)
	}
	v.speak.panel.ChooseQuality()
}

// readOn is the key that pauses and goes on; where nothing is read, it reads the text of Speak or the last reply.
func (v *Window) readOn() {
	if v.speakingNow() && v.core.Speech.Snapshot().Phase == speech.Idle {
		v.listen()
		return
	}
	v.readLastReply()
}

// folded is told when the sidebar folds away or comes back.
func (v *Window) folded(folded bool) {
	v.top.SetSidebarButton(folded)
	if v.speak != nil {
		v.speak.top.SetSidebarButton(folded)
	}
}

// panelClosed is told when the panel over the window was closed by a click beside it.
func (v *Window) panelClosed(bool) {
	if v.speakingNow() {
		v.speak.top.SetPanelOpen(false)
		return
	}
	v.showAdjust(false)
}

// leaveSpeak shows the conversation again. What is read goes on.
func (v *Window) leaveSpeak() {
	if !v.speakingNow() {
		return
	}
	v.speak.keep.now()
	v.sidebar.SetSpeaking(false)
	v.frame.setScene(v.chat)
	v.middle.root.Refresh()
}

// flushSpeak stores the text now.
func (v *Window) flushSpeak() {
	if v.speak != nil && !v.speak.loading {
		v.speak.keep.now()
		v.storeText()
	}
}

func (v *Window) buildSpeak() {
	s := &speaking{
		top: speak.NewTop(), page: speak.NewPage(v.toasts), panel: speak.NewPanel(speech.Voices()),
		keep: newLater(v.thread, 400*time.Millisecond), voice: newLater(v.thread, 400*time.Millisecond),
		started: map[chat.ID]bool{},
	}
	v.speak = s
	s.scene = &scene{top: s.top, body: s.page, panel: s.panel, docked: true, beside: true}
	s.scene.onBeside = func(beside bool) {
		s.top.SetPanelBeside(beside)
		s.page.SetPanelBeside(beside)
		s.panel.SetBeside(beside)
	}
	s.top.SetSidebarButton(v.frame.folded())
	s.top.OnSidebar = func() { v.frame.toggleSidebar() }
	s.top.OnPanel = func() { v.showSpeakPanel(!s.scene.panelOpen) }
	s.top.OnOpen = v.chooseText
	s.top.OnClear = v.clearText
	s.page.OnListen = v.listen
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
		path, ok := pastedPath(pasted)
		if ok {
			v.openText(path)
		}
		return ok
	}
	text.OnMenu = func() []longtext.MenuItem {
		if text.Empty() || text.Reading() {
			return nil
		}
		return []longtext.MenuItem{{Icon: "volume-2", Words: lang.L("Listen from here"), Do: v.listen}}
	}
}

// pastedPath reads what a file manager put on the clipboard for one file.
func pastedPath(pasted string) (path string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(pasted), "file://")
	if !ok || strings.ContainsAny(rest, "\n\r") {
		return "", false
	}
	u, err := storage.ParseURI("file://" + rest)
	if err != nil {
		return "", false
	}
	return u.Path(), true
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
	p.OnModel = v.setSpeechModel
	p.OnLocal = func() {
		v.setSpeech(func(s *settings.Speech) { s.Local = true })
		v.goOnWithVoice()
	}
	p.OnOtherModel = v.askForSpeechModel
	p.OnFormat = func(format string) { v.setSpeech(func(s *settings.Speech) { s.Format = format }) }
	p.OnListen, p.OnListenAll = v.listen, func() { v.read(0, 0) }
	p.OnSave = v.saveSpeech
	p.OnClose = func() { v.showSpeakPanel(false) }
	p.OnPopup = v.popup
	p.Made = speak.MadeCalls{
		OnPlay: v.playMade, OnSave: v.saveMadeAgain, OnDelete: v.deleteMade, OnCancel: v.core.Narrations.Cancel,
		OnResume: func(id chat.ID) {
			v.speak.started[id] = true
			v.change(func(context.Context) error { return v.core.Narrations.Resume(id) })
		},
	}
}

// setSpeech changes what the person prefers.
func (v *Window) setSpeech(change func(*settings.Speech)) {
	v.core.Settings.Change(func(s *settings.Settings) { change(&s.Speech) })
	v.refreshVoices()
}

func (v *Window) setSpeechModel(id string) {
	connection := v.core.Speech.Preferred().Connection
	v.setSpeech(func(s *settings.Speech) {
		s.Local = false
		models := maps.Clone(s.Models)
		if models == nil {
			models = map[chat.ID]string{}
		}
		models[connection] = id
		s.Models = models
	})
	v.goOnWithVoice()
}

func (v *Window) askForSpeechModel() {
	c := v.window.Canvas()
	field := widgets.NewField(lang.L("Name of the model"), "tts-1")
	var o *widgets.Overlay
	use := func() {
		if id := strings.TrimSpace(field.Text); id != "" {
			v.setSpeechModel(id)
		}
	}
	o = widgets.Ask(c, lang.L("Another model"), field, lang.L("Use"), lang.L("Cancel"), use)
	field.OnSubmitted = func(string) { o.Hide(); use() }
	field.OnEscape = func() { o.Hide() }
	v.popup(o)
	c.Focus(field)
}

// goOnWithVoice reads on with what the person prefers now, if the text is being read.
func (v *Window) goOnWithVoice() {
	if s := v.core.Speech.Snapshot(); s.Phase != speech.Idle && s.Source.Kind == speech.Document {
		v.core.Speech.SetVoice(v.core.Speech.Preferred())
	}
}

// refreshVoices shows what is preferred and what there is to choose from.
func (v *Window) refreshVoices() {
	if v.speak == nil {
		return
	}
	s, voice := v.core.Settings.Get().Speech, v.core.Speech.Preferred()
	model := voice.Model
	if model == "" {
		model = v.core.Speech.DefaultModel(voice.Connection)
	}
	v.speak.panel.Set(speak.Chosen{
		Voice: s.Voice, Speed: s.RequestSpeed, Model: model, Models: v.speechModels(voice.Connection),
		Local: s.Local, Format: s.Format, Formats: narrations.Formats(),
	})
}

// speechModels are the two that every service has by GATEWAY.md 2.7, and what its list has for speech.
func (v *Window) speechModels(connection chat.ID) []speak.Model {
	models := []speak.Model{{ID: "tts-1", Name: lang.L("Normal (tts-1)")}, {ID: "tts-1-hd", Name: lang.L("High (tts-1-hd)")}}
	for _, m := range v.core.Catalog.ModelsFor(connection, catalog.Speech) {
		switch {
		case m.ID == "tts-1", m.ID == "tts-1-hd":
		case m.Name != m.ID:
			models = append(models, speak.Model{ID: m.ID, Name: m.Name + " (" + m.ID + ")"})
		default:
			models = append(models, speak.Model{ID: m.ID, Name: m.ID})
		}
	}
	return models
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

// tryVoice reads the first sentence of the text with a voice, or ends that.
func (v *Window) tryVoice(name string) {
	source := speech.Source{Kind: speech.Trial, ID: name}
	if s := v.core.Speech.Snapshot(); s.Phase != speech.Idle && s.Source == source {
		v.core.Speech.Stop()
		return
	}
	voice := v.core.Speech.Preferred()
	voice.Voice, voice.Local = name, false
	v.core.Speech.Say(speech.Text{Source: source, Title: words.Voice(name), Body: v.firstSentence(), Plain: true}, voice)
}

// firstOf is how much of a text is looked at for its first sentence, and longestTrial how much of that is read, in bytes.
const (
	firstOf      = 4000
	longestTrial = 400
)

func (v *Window) firstSentence() string {
	head := v.speak.page.Text.Head(firstOf)
	split := script.PlainSentences
	if v.speak.known.Markdown {
		split = script.Sentences
	}
	if sentences := split(head, v.core.Speech.Words()); len(sentences) > 0 {
		text := sentences[0].Text
		if len(text) > longestTrial {
			text = text[:strings.LastIndexByte(text[:longestTrial], ' ')+1]
		}
		if strings.TrimSpace(text) != "" {
			return text
		}
	}
	return lang.L("The last train had gone, and the platform was quiet.")
}

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
	v.textChanged()
	v.thread.Go(func() func() {
		m, err := v.core.Manuscript.Load()
		return func() {
			s := v.speak
			s.loading = false
			if err != nil {
				v.core.Log.Error("The text of Speak was not read", "error", err)
				v.toasts.Say(lang.L("The text of the last time could not be read."), "", nil)
				return
			}
			if s.page.Text.Empty() {
				v.putText(m)
				return
			}
			// What was written meanwhile stands behind it.
			if m.Text != "" {
				typed := s.page.Text.Text()
				m.Caret = len(m.Text) + 1 + len(typed)
				m.Text += "\n" + typed
				v.putText(m)
			}
			v.textChanged()
		}
	})
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
	m := s.known
	m.Text, m.Caret = s.page.Text.Text(), s.page.Text.Caret()
	v.core.Manuscript.Save(m)
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
	before := v.speak.known
	before.Text, before.Caret = v.speak.page.Text.Text(), v.speak.page.Text.Caret()
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
	d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil || r == nil {
			return
		}
		path := r.URI().Path()
		_ = r.Close()
		v.openText(path)
	}, v.window)
	var endings []string
	for _, e := range documents.Extensions() {
		endings = append(endings, e, strings.ToUpper(e))
	}
	d.SetFilter(storage.NewExtensionFileFilter(endings))
	d.SetTitleText(lang.L("Open text file"))
	v.showDialog(d)
}

// showDialog shows one of Fyne's dialogs for files as large as the window allows.
func (v *Window) showDialog(d *dialog.FileDialog) {
	d.Show()
	// Fyne's dialog has no size to compare with before it is shown.
	d.Resize(fyne.NewSize(min(820, v.window.Canvas().Size().Width-40), min(600, v.window.Canvas().Size().Height-40)))
	if top := v.window.Canvas().Overlays().Top(); top != nil {
		top.Refresh() // puts it into the middle again
	}
	v.over = append(v.over, d)
	d.SetOnClosed(func() { v.noMore(d) })
}

// openText reads a file in place of the text; that can be taken back.
func (v *Window) openText(path string) {
	name := filepath.Base(path)
	v.toasts.Say(lang.L("Reading {{.Name}}…", map[string]any{"Name": name}), "", nil)
	v.thread.Go(func() func() {
		doc, err := documents.Read(v.ctx, path)
		return func() {
			if err != nil {
				v.core.Log.Warn("Document was not read", "error", err)
				v.toasts.Say(name+": "+words.Document(err), "", nil)
				return
			}
			v.toasts.Clear()
			s := v.speak
			v.core.Speech.StopSource(speech.Source{Kind: speech.Document})
			s.page.Text.SetReading(false, 0, 0)
			before := s.known
			before.Text, before.Caret = s.page.Text.Text(), s.page.Text.Caret()
			s.known = manuscript.Manuscript{Title: doc.Title, Markdown: doc.Markdown}
			s.page.Text.Replace(doc.Text)
			s.page.Text.SetCaret(0)
			v.undoText(lang.L("{{.Name}} is open in place of the text before.", map[string]any{"Name": name}), before)
			v.window.Canvas().Focus(s.page.Text)
		}
	})
}
