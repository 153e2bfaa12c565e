package speak

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/catalog"
	"parlando/app/speechexports"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/words"
)

// edge is the space at the sides of the panel.
const edge = 16

// panel is the column to the right of the text.
type panel struct {
	widget.BaseWidget
	panelOptions

	voices map[string]*widgets.TryOption
	grid   *fyne.Container
	// names are the voices in the grid.
	names   []string
	speed   speedSlider
	how     instructions
	quality *widgets.Dropdown
	// ending shows below quality that the model ends soon; gone asks above the buttons with which
	// to continue, so that they wait for the answer.
	ending, gone *modelchoice.Note
	format       *widgets.Dropdown
	listen       *widgets.Button
	all          *widgets.Button
	save         *widgets.Button
	shut         *widgets.IconButton
	made         *madeFiles
	making       *fileInProgress
	foot         *fyne.Container
	root         fyne.CanvasObject
	chosen       chosen
	scroll       *wheel.Scroll
	// listening means that the text is being read aloud.
	listening bool
	// shown has the last values of SetListen and similar methods, which are called at every
	// repaint.
	shown struct {
		listen, listenReason, saveReason, trying string
		part                                     bool
	}
}

// panelOptions configures a panel. All fields are required.
type panelOptions struct {
	// Voice performs the actions on the voice, Files those on the speech exports.
	Voice voiceActions
	Files fileActions
	// OnListen reads the selection or from the caret, OnListenAll from the beginning, OnStop stops
	// reading, OnSave exports a sound file.
	OnListen, OnListenAll, OnStop, OnSave func()
	// OnClose closes the panel while it covers the text.
	OnClose func()
}

// voiceActions performs the actions on the voice.
type voiceActions interface {
	ChooseVoice(name string)
	// AskForVoice asks for the name of a voice that is not in the grid.
	AskForVoice()
	// ChooseLocal chooses the voice of this computer.
	ChooseLocal()
	// Try reads a sample with a voice, or stops the sample.
	Try(voice string)
	// ChooseSpeed sets the speed requested from the service, 0.25 to 4.
	ChooseSpeed(speed float64)
	// ChooseInstructions tells the service how to read.
	ChooseInstructions(text string)
	// ChooseFormat sets a format of GATEWAY.md 2.7.
	ChooseFormat(format string)
	// ForgetRefusals allows sending a request field that the model has refused.
	ForgetRefusals(field string)
}

// chosen holds the user's choices and the options.
type chosen struct {
	Voice string
	// Voices lists the voices to choose from, Voice among them.
	Voices []string
	Speed  float64
	// Instructions tell the service how to read.
	Instructions string
	Model        modelchoice.Choice
	Local        bool
	// Format is the format of new files, one of Formats.
	Format  string
	Formats []speechexports.FileType
	// Refusals are the known refusals of the model.
	Refusals []catalog.Refusal
}

// newPanel makes the panel.
func newPanel(o panelOptions) *panel {
	p := &panel{panelOptions: o, voices: map[string]*widgets.TryOption{}, grid: container.New(&pairs{})}
	another := widgets.NewButton(i18n.Text("Enter a voice name…"), widgets.Secondary, o.Voice.AskForVoice)
	p.shut = widgets.NewIconButton("x", i18n.Text("Close"), o.OnClose)
	p.shut.Hide()
	p.speed = newSpeedSlider(p)
	p.how = newInstructions(p)
	p.quality = widgets.NewDropdown(i18n.Text("Quality"), p.ChooseQuality)
	p.ending, p.gone = modelchoice.NewNote(), modelchoice.NewNote()
	p.format = widgets.NewDropdown(i18n.Text("File type for saving"), p.chooseFormat)
	p.ending.Next = p.quality
	p.listen = widgets.NewButton("", widgets.Primary, func() {
		if p.listening {
			o.OnStop()
		} else {
			o.OnListen()
		}
	})
	p.gone.Next = p.listen
	p.shown.listen = i18n.Text("Listen")
	p.all = widgets.NewButton(i18n.Text("Listen from the start"), widgets.Secondary, o.OnListenAll)
	p.all.Hide()
	p.save = widgets.NewButton(i18n.Text("Save audio…"), widgets.Secondary, o.OnSave)
	p.save.SetIcon("download")
	p.showListen()
	p.made = newMade(o.Files)
	p.making = newMaking(o.Files)
	p.foot = container.New(layout.NewCustomPaddedLayout(8, edge, edge, edge),
		container.New(&widgets.Column{Gap: 8}, p.gone.Object, p.listen, p.all, p.making.object, p.save))
	head := container.NewBorder(nil, nil, widgets.NewTitle(i18n.Text("Voice"), fynetheme.SizeNameText), p.shut)
	column := container.New(&widgets.Column{Gap: 16},
		head, group(8, p.grid, container.New(&widgets.Flow{}, another)),
		group(2, p.speed.line, p.speed.slider, widgets.NewMuted(i18n.Text("0.25 to 4")).NoMargin(), p.speed.refusal.Object),
		group(6, widgets.NewBody(i18n.Text("How to read it")).NoMargin(), p.how.field, p.how.note, p.how.refusal.Object),
		group(6, widgets.NewBody(i18n.Text("Quality")).NoMargin(), p.quality, p.ending.Object),
		group(6, widgets.NewBody(i18n.Text("File type for saving")).NoMargin(), p.format),
		p.made.object)
	const above = 14
	p.scroll = wheel.NewVScroll(container.New(layout.NewCustomPaddedLayout(above, edge, edge, edge), column))
	p.made.list.ScrollWithin(p.scroll, func() float32 { return above + p.made.object.Position().Y + p.made.list.Position().Y })
	p.root = container.NewBorder(nil, p.foot, nil, nil, p.scroll)
	p.ExtendBaseWidget(p)
	return p
}

// showVoices fills the grid with voices.
func (p *panel) showVoices(names []string) {
	if slices.Equal(p.names, names) {
		return
	}
	p.names = slices.Clone(names)
	p.grid.RemoveAll()
	clear(p.voices)
	for _, name := range names {
		if p.voices[name] != nil {
			continue
		}
		s := widgets.NewTryOption(words.VoiceName(name), trying(name), func() { p.Voice.ChooseVoice(name) }, func() { p.Voice.Try(name) })
		p.voices[name] = s
		p.grid.Add(s)
	}
	tried := p.shown.trying
	p.shown.trying = ""
	p.SetTrying(tried)
	p.relayout()
}

func trying(voice string) string {
	return i18n.Text("Try the voice {{.Voice}}", map[string]any{"Voice": words.VoiceName(voice)})
}

// group stacks objects with a small gap.
func group(gap float32, objects ...fyne.CanvasObject) fyne.CanvasObject {
	return container.New(&widgets.Column{Gap: gap}, objects...)
}

// beside places one object at the left end of a line and one at the right.
func beside(left, right fyne.CanvasObject) fyne.CanvasObject {
	return container.NewHBox(left, layout.NewSpacer(), right)
}

// pairs lays out objects in two columns.
type pairs struct{}

// MinSize implements fyne.Layout.
func (pairs) MinSize(objects []fyne.CanvasObject) fyne.Size {
	h := float32(0)
	for i := 0; i < len(objects); i += 2 {
		h += objects[i].MinSize().Height + 8
	}
	return fyne.NewSize(0, max(h-8, 0))
}

// Layout implements fyne.Layout.
func (pairs) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width, y := (size.Width-8)/2, float32(0)
	for i, o := range objects {
		h := o.MinSize().Height
		o.Resize(fyne.NewSize(width, h))
		o.Move(fyne.NewPos(float32(i%2)*(width+8), y))
		if i%2 == 1 {
			y += h + 8
		}
	}
}

// Set shows the user's choices.
func (p *panel) Set(c chosen) {
	how := p.chosen.Instructions
	p.chosen = c
	p.showVoices(c.Voices)
	for name, s := range p.voices {
		s.SetChosen(name == c.Voice && !c.Local)
	}
	value := c.Speed
	p.speed.slider.Set(&value)
	p.speed.show(value)
	if c.Instructions != how { // by something other than the field
		p.how.field.SetText(c.Instructions)
	}
	p.how.show()
	p.quality.Set(p.qualityWords())
	p.format.Set(words.AudioFileType(c.Format))
	ending, gone := c.Model, c.Model
	if c.Local || c.Model.Gone() {
		ending.Question.Text = ""
	}
	if c.Local || !c.Model.Gone() {
		gone.Question.Text = ""
	}
	if p.ending.Set(ending, p.ChooseQuality) {
		p.relayout()
	}
	if p.gone.Set(gone, p.ChooseQuality) {
		p.showListen()
		p.foot.Refresh()
		p.Refresh()
	}
}

// unanswered returns why nothing is read while the panel asks for another model, "" otherwise.
func (p *panel) unanswered() string {
	if p.gone.Object.Visible() {
		return i18n.Text("Choose a model first.")
	}
	return ""
}

// relayout lays the column out again after one of its parts has changed its height.
func (p *panel) relayout() {
	p.scroll.Content.Refresh()
	p.scroll.Refresh()
}

func (p *panel) qualityWords() string {
	if p.chosen.Local {
		return i18n.Text("This computer's voice")
	}
	for _, m := range p.chosen.Model.Options {
		if m.ID == p.chosen.Model.Model {
			return qualityOf(m)
		}
	}
	return p.chosen.Model.Model
}

// qualityOf returns the name of a speech model with its ID.
func qualityOf(m catalog.Model) string {
	switch {
	case m.ID == "tts-1":
		return i18n.Text("Normal (tts-1)")
	case m.ID == "tts-1-hd":
		return i18n.Text("High (tts-1-hd)")
	case m.Name != m.ID:
		return m.Name + " (" + m.ID + ")"
	}
	return m.ID
}

// ChooseQuality opens the menu of the models.
func (p *panel) ChooseQuality() {
	c := p.chosen.Model
	items := c.Items(qualityOf)
	for i := range items {
		items[i].Chosen = items[i].Chosen && !p.chosen.Local
	}
	items = append(items, widgets.MenuItem{Text: i18n.Text("This computer's voice"), Chosen: p.chosen.Local, Do: p.Voice.ChooseLocal}, c.AskItem())
	widgets.ShowMenu(p.quality, items)
}

func (p *panel) chooseFormat() {
	var items []widgets.MenuItem
	refused := false
	for _, f := range p.chosen.Formats {
		refused = refused || f.Obstacle == speechexports.Refused
		items = append(items, widgets.MenuItem{
			Text: words.AudioFileType(f.Format), Chosen: f.Format == p.chosen.Format, DisabledReason: words.FileTypeError(f), Do: func() { p.Voice.ChooseFormat(f.Format) },
		})
	}
	if refused {
		items = append(items, widgets.MenuItem{Text: i18n.Text("Try the rejected file types again"), Do: func() { p.Voice.ForgetRefusals("response_format") }})
	}
	widgets.ShowMenu(p.format, items)
}

// SetTrying shows which voice is being tried, "" for none.
func (p *panel) SetTrying(voice string) {
	if p.shown.trying == voice {
		return
	}
	p.shown.trying = voice
	for name, s := range p.voices {
		if name == voice {
			s.SetTrying(true, i18n.Text("Stop"))
		} else {
			s.SetTrying(false, trying(name))
		}
	}
}

// SetListen sets the label of Listen; part means that there is more text before it. reason disables
// it, "" enables it.
func (p *panel) SetListen(words string, part bool, reason string) {
	if p.shown.listen == words && p.shown.part == part && p.shown.listenReason == reason {
		return
	}
	p.shown.listen, p.shown.part, p.shown.listenReason = words, part, reason
	p.showListen()
	p.foot.Refresh()
	p.Refresh()
}

// SetListening turns Listen into a stop button while the text is being read aloud.
func (p *panel) SetListening(on bool) {
	if p.listening != on {
		p.listening = on
		p.showListen()
	}
}

// showListen updates the label of the button.
func (p *panel) showListen() {
	showListen(p.listen, p.shown.listen, cmp.Or(p.shown.listenReason, p.unanswered()), p.listening)
	widgets.SetVisible(p.all, p.shown.part)
	reason := p.unanswered()
	if p.listening {
		reason = i18n.Text("Stop reading first.")
	}
	p.all.SetDisabled(reason)
	p.save.SetDisabled(cmp.Or(p.shown.saveReason, p.unanswered()))
}

// showListen labels a button with what it would read, or as the stop button while listening.
func showListen(b *widgets.Button, words, reason string, listening bool) {
	icon := "volume-2"
	if listening {
		icon, words, reason = "square", i18n.Text("Stop"), ""
	}
	b.SetIcon(icon)
	b.SetText(words)
	b.SetDisabled(reason)
}

// SetSave disables saving with a reason; "" enables it.
func (p *panel) SetSave(reason string) {
	if p.shown.saveReason != reason {
		p.shown.saveReason = reason
		p.showListen()
	}
}

// SetBeside sets whether the panel is beside the text; otherwise it covers the text and can be
// closed.
func (p *panel) SetBeside(beside bool) {
	widgets.SetVisible(p.shut, !beside)
	p.Refresh()
}

// InnerContent implements widgets.ContentHolder.
func (p *panel) InnerContent() fyne.CanvasObject { return p.root }

// CreateRenderer implements fyne.Widget.
func (p *panel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(widgets.NewBox(p.root, theme.ColorSidebar, "", 0, 0, 0))
}
