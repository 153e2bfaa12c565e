package speak

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/app/speechexports"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/words"
)

// edge is the space at the sides of the panel.
const edge = 16

// panel has all voices and the settings for reading, and the files that were made.
type panel struct {
	widget.BaseWidget
	panelOptions

	column *form.Form
	made   *madeFiles
	root   fyne.CanvasObject
	chosen chosen
	// instructions is the text of the field. While the text is too long, the previous one applies.
	instructions string
	reading      readingState
}

// readingState holds the values that are set at every repaint.
type readingState struct {
	// Trying is the voice whose sample is playing.
	Trying string
	// Making is the running export. MadeHeight is the height of the list of the other exports,
	// Unread the sentence above the list.
	Making     fileInProgress
	MadeHeight float32
	Unread     string
}

// panelOptions configures a panel. All fields are required.
type panelOptions struct {
	// Voice performs the actions on the voice, Files the actions on the speech exports.
	Voice voiceActions
	Files fileActions
	// OnClose closes the panel.
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

// chosen holds the user's choices, and the options to choose from.
type chosen struct {
	Voice string
	// Voices lists the voices to choose from, Voice among them.
	Voices []string
	Speed  float64
	// Instructions tell the service in which manner to read.
	Instructions string
	Model        modelchoice.Choice
	Local        bool
	// Format is the format of new files, one of Formats.
	Format  string
	Formats []speechexports.FileType
	// Refusals are the known refusals of the model.
	Refusals []catalog.Refusal
}

// above is the space above the column.
const above = 14

// newPanel returns the panel.
func newPanel(o panelOptions) *panel {
	p := &panel{panelOptions: o, made: newMade(o.Files)}
	p.column = form.New(16, p.fillColumn)
	p.column.Scroll = wheel.NewVScroll(container.New(layout.NewCustomPaddedLayout(above, edge, edge, edge), p.column.Object()))
	p.made.list.ScrollWithin(p.column.Scroll, func() float32 { return above + p.column.Top(p.made.list) })
	p.root = p.column.Scroll
	p.ExtendBaseWidget(p)
	p.update()
	return p
}

// update rebuilds the panel from the current values.
func (p *panel) update() {
	p.column.Update()
	p.Refresh()
}

// set changes the values that are set at every repaint.
func (p *panel) set(change func(*readingState)) {
	before := p.reading
	if change(&p.reading); p.reading != before {
		p.update()
	}
}

// fillColumn adds the settings and the list of speech exports.
func (p *panel) fillColumn(f *form.Form) {
	shut := f.IconButton("x", i18n.Text("Close"), p.OnClose)
	f.Add(container.New(&ends{}, widgets.NewTitle(i18n.Text("Voice"), fynetheme.SizeNameText), shut))
	f.Block(8, func() {
		f.Add(f.Group(&pairs{}, p.fillVoices))
		f.AddRow(f.Button(i18n.Text("Enter a voice name…"), p.Voice.AskForVoice))
	})
	f.Block(2, p.fillSpeed)
	f.Block(6, p.fillInstructions)
	f.Block(6, func() {
		quality := i18n.Text("Quality")
		f.Body(quality)
		f.Add(f.Dropdown(quality, p.qualityWords(), func(*widgets.Dropdown) { p.ChooseQuality() }))
		if c := p.chosen; !c.Local {
			c.Model.AddNote(f, quality, func(fyne.CanvasObject) { p.ChooseQuality() })
		}
	})
	f.Block(6, func() {
		f.Body(i18n.Text("File type for saving"))
		f.Add(f.Dropdown(i18n.Text("File type for saving"), words.AudioFileType(p.chosen.Format), p.chooseFormat))
	})
	if p.hasMade() {
		f.Block(6, p.fillMade)
	}
}

// fillVoices adds an option for each voice.
func (p *panel) fillVoices() {
	c := p.chosen
	for i, name := range c.Voices {
		if slices.Contains(c.Voices[:i], name) {
			continue
		}
		o := form.Control(p.column, "voice "+name, func() *widgets.TryOption {
			return widgets.NewTryOption(words.VoiceName(name), "", func() { p.Voice.ChooseVoice(name) }, func() { p.Voice.Try(name) })
		})
		o.SetChosen(name == c.Voice && !c.Local)
		try := i18n.Text("Try the voice {{.Voice}}", map[string]any{"Voice": words.VoiceName(name)})
		if name == p.reading.Trying {
			try = i18n.Text("Stop")
		}
		o.SetTrying(name == p.reading.Trying, try)
		p.column.Add(o)
	}
}

// fillSpeed adds the slider for the speed to request from the service.
func (p *panel) fillSpeed() {
	f, v := p.column, p.chosen.Speed
	value := widgets.NewText(format.Speed(v), theme.ColorMuted, fynetheme.SizeNameText, fyne.TextStyle{}).NoWrap().NoMargin()
	f.Add(container.NewHBox(widgets.NewBody(i18n.Text("Speed")).NoWrap().NoMargin(), layout.NewSpacer(), value),
		f.Slider(i18n.Text("Speed"), settings.MinRequestSpeed, settings.MaxRequestSpeed, 0.05, &v, func(v float64) {
			p.chosen.Speed = v
			p.update()
			p.Voice.ChooseSpeed(v)
		}))
	// the default speed 1 is not sent
	p.refused(chat.FieldSpeed, strconv.FormatFloat(v, 'f', -1, 64), v != 1)
}

// fillInstructions adds the field for the instructions to the service.
func (p *panel) fillInstructions() {
	f := p.column
	f.Body(i18n.Text("How to read it"))
	field := f.Field(form.Field{
		Name: i18n.Text("How to read it"), Placeholder: i18n.Text("Calmly, like a bedtime story"), Rows: 2, Value: p.instructions, OnChange: p.instruct,
	})
	f.Add(field)
	if p.chosen.Local {
		field.Disable()
		f.Muted(i18n.Text("This computer's voice always reads in the same way."))
		return
	}
	field.Enable()
	if strings.TrimSpace(p.instructions) != p.chosen.Instructions {
		f.Muted(i18n.Text("Too long: use up to 1,000 characters. The previous text is used."))
	}
	p.refused(chat.FieldInstructions, p.chosen.Instructions, p.chosen.Instructions != "")
}

// instruct handles typing in the field of the instructions. It applies them unless they are too
// long.
func (p *panel) instruct(text string) {
	p.instructions = text
	typed := strings.TrimSpace(text)
	chosen := typed != p.chosen.Instructions && utf8.RuneCountInString(typed) <= settings.MaxSpeechInstructions
	if chosen {
		p.chosen.Instructions = typed
	}
	p.update()
	if chosen {
		p.Voice.ChooseInstructions(typed)
	}
}

// refused adds a warning if the model has refused values of a request field. value is the current
// value; sent means that requests contain it.
func (p *panel) refused(field, value string, sent bool) {
	said, loud := words.KnownRefusals(p.chosen.Refusals, []string{field}, func(string) (string, bool) { return value, sent })
	p.column.Refused(field, said, loud, func() { p.Voice.ForgetRefusals(field) })
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

// Set shows the user's choices and the options.
func (p *panel) Set(c chosen) {
	if c.Instructions != p.chosen.Instructions { // changed elsewhere than in the field
		p.instructions = c.Instructions
	}
	p.chosen = c
	p.update()
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
		return i18n.Text("Standard")
	case m.ID == "tts-1-hd":
		return i18n.Text("High")
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
	widgets.ShowMenu(p.column.Named(i18n.Text("Quality")), items)
}

func (p *panel) chooseFormat(anchor *widgets.Dropdown) {
	var items []widgets.MenuItem
	refused := false
	for _, f := range p.chosen.Formats {
		refused = refused || f.Obstacle == speechexports.Refused
		items = append(items, widgets.MenuItem{
			Text: words.AudioFileType(f.Format), Chosen: f.Format == p.chosen.Format, DisabledReason: words.FileTypeError(f), Do: func() { p.Voice.ChooseFormat(f.Format) },
		})
	}
	if refused {
		items = append(items, widgets.MenuItem{Text: i18n.Text("Ask the service again for the other file types"), Do: func() { p.Voice.ForgetRefusals(chat.FieldResponseFormat) }})
	}
	widgets.ShowMenu(anchor, items)
}

// SetTrying shows the voice whose sample is playing, "" for none.
func (p *panel) SetTrying(voice string) { p.set(func(r *readingState) { r.Trying = voice }) }

// Focus moves the keyboard to the panel.
func (p *panel) Focus(c fyne.Canvas) { p.column.Focus(c, i18n.Text("Close")) }

// InnerContent implements widgets.ContentHolder.
func (p *panel) InnerContent() fyne.CanvasObject { return p.root }

// CreateRenderer implements fyne.Widget.
func (p *panel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(p.root)
}
