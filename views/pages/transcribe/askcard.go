package transcribe

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/problem"
	"parlando/app/transcripts"
	"parlando/app/transcripts/transcriber"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// askedFile is a file of the batch.
type askedFile struct {
	Name string
	// Measuring means that the Estimate is not known yet.
	Measuring bool
	transcriber.Estimate
	// Silent means that the file is known to contain no speech.
	Silent bool
	// Damaged means that the search for damage has found parts that cannot be decoded.
	Damaged bool
	// Problem is the reason why the file cannot be transcribed.
	Problem problem.Problem
	// Again is the state of an existing transcript of the file, "" for none.
	Again transcripts.State
}

// choices are the options of a transcription.
type choices struct {
	// Language is a two-letter code, "" to let the service detect the language; Model is "" if no
	// model is known.
	Language, Model string
	// Copy stores a copy of the sound in Parlando.
	Copy bool
	// Temperature is 0 to 1, nil for the default of the service.
	Temperature *float64
	// FewerRequests sends long parts to a model that returns no times, instead of many short parts.
	FewerRequests bool
}

// shownQuestion lists the files of the batch and the choices for them.
type shownQuestion struct {
	Files []askedFile
	// Host is the host that receives the sound, "" for this computer.
	Host string
	// Cost is the estimated cost of all files, nil if nothing is charged or a file is not measured.
	Cost *cost.Sum
	choices
	// ModelChoice is the choice of the model.
	ModelChoice modelchoice.Choice
	// Refusals are the known refusals of the model.
	Refusals []catalog.Refusal
	// Times is the choice between times and fewer requests; nil if the batch offers no such choice.
	Times *timesChoice
	// Recorded means that all files are recordings made in Parlando, so that there is nothing to
	// copy.
	Recorded bool
}

// askCard shows a shownQuestion: a form that scrolls, and below the form the buttons.
type askCard struct {
	*form.Form
	batch    batchActions
	object   fyne.CanvasObject
	foot     *fyne.Container
	question shownQuestion
	// more expands the temperature.
	more bool
}

func newAskCard(b batchActions) *askCard {
	a := &askCard{batch: b, foot: container.New(readable())}
	a.Form = form.New(16, a.fill)
	a.Scroll = wheel.NewVScroll(container.New(readable(), a.Object()))
	a.object = container.New(footLayout{}, a.Scroll, a.foot)
	a.OnUpdate = a.object.Refresh
	return a
}

// set shows a question.
func (a *askCard) set(q shownQuestion) {
	a.question = q
	a.Update()
}

func (a *askCard) fill(*form.Form) {
	q := a.question
	title := i18n.Text("Transcribe this recording?")
	if len(q.Files) > 1 {
		title = i18n.Text("Transcribe these recordings?")
	}
	a.Add(widgets.NewTitle(title, fynetheme.SizeNameSubHeadingText))
	files := a.Group(&widgets.Column{Gap: 2}, func() {
		for i, f := range q.Files {
			a.file(i, f)
		}
	})
	a.Add(widgets.NewBox(files, theme.ColorCard, theme.ColorLine, theme.RadiusCard, 14, 8))
	a.Block(2, a.effort)
	a.setting(i18n.Text("Language"), func(name string) {
		a.Add(a.Dropdown(name, words.SoundLanguage(q.Language), a.chooseLanguage))
		a.refused(chat.FieldLanguage, q.Language, q.Language != "")
	})
	a.setting(i18n.Text("Model"), func(name string) {
		model := i18n.Text("Choose a model")
		if q.Model != "" {
			model = q.ModelChoice.Name(q.Model)
		}
		a.Add(a.Dropdown(name, model, func(*widgets.Dropdown) { a.chooseModel() }))
		q.ModelChoice.AddNote(a.Form, i18n.Text("Start"), func(fyne.CanvasObject) { a.chooseModel() })
	})
	if q.Times != nil {
		a.setting(i18n.Text("Times"), a.times)
	}
	if !q.Recorded {
		a.Add(a.Check(i18n.Text("Keep a copy of the audio in Parlando"), q.Copy, func(on bool) {
			a.batch.Change(func(c *choices) { c.Copy = on })
		}))
	}
	a.AddRow(a.ButtonCalled("more", i18n.Text("More"), widgets.Bare, func() {
		a.more = !a.more
		a.Update()
	}).SetIconAfter("chevron-down"))
	if a.more {
		a.Block(4, a.temperature)
	}
	a.foot.Objects = []fyne.CanvasObject{a.Group(&sideLayout{}, a.buttons)}
}

// setting adds the controls of a setting below the setting's name.
func (a *askCard) setting(name string, controls func(name string)) {
	a.Block(6, func() {
		a.Body(name)
		controls(name)
	})
}

// refused adds a warning if the model has refused values of a setting; set means that value is
// sent.
func (a *askCard) refused(setting, value string, set bool) {
	said, loud := words.KnownRefusals(a.question.Refusals, []string{setting}, func(string) (string, bool) { return value, set })
	a.Refused(setting, said, loud, func() { a.batch.ForgetRefusals(setting) })
}

// effort adds sentences about the amount of sound to send, the cost and the receiver.
func (a *askCard) effort() {
	if said := totals(a.question.Files); said != "" {
		a.Body(said)
	}
	if a.question.Cost != nil {
		a.Body(format.Named(i18n.Text("Cost"), words.CostText(*a.question.Cost)))
	}
	goes := i18n.Text("Nothing happens until you choose Start. The audio stays on this computer.")
	if host := a.question.Host; host != "" {
		goes = i18n.Text("Start sends the audio to {{.Host}}. Nothing is sent before.", map[string]any{"Host": host})
	}
	a.Muted(goes)
}

// temperature adds the slider of the temperature, which few users need.
func (a *askCard) temperature() {
	t, name := a.question.Temperature, words.SettingName(chat.FieldTemperature)
	value, sent := i18n.Text("as the model decides"), ""
	if t != nil {
		value, sent = format.Decimal(*t, 1), strconv.FormatFloat(*t, 'f', -1, 64)
	}
	a.Pair(name, value)
	a.Add(a.Slider(name, 0, 1, 0.1, t, func(v float64) { a.batch.Change(func(c *choices) { c.Temperature = &v }) }))
	a.Muted(i18n.Text("How freely unclear words are guessed (0 to 1, temperature)."))
	if t != nil {
		reset := a.ButtonCalled("reset", i18n.Text("Reset to default"), widgets.Link, func() {
			a.batch.Change(func(c *choices) { c.Temperature = nil })
		})
		a.NextFocus(reset, name)
		a.AddRow(reset)
	}
	a.refused(chat.FieldTemperature, sent, t != nil)
}

// buttons adds the buttons and, while Start is disabled, the reason.
func (a *askCard) buttons() {
	reason := notYet(a.question)
	shown := reason
	if slices.ContainsFunc(a.question.Files, func(f askedFile) bool { return f.Measuring }) {
		shown = "" // the line of the file says so, and measuring takes only a moment
	}
	a.Muted(shown)
	cancel, start := a.Button(i18n.Text("Cancel"), a.batch.Cancel), a.Primary(i18n.Text("Start"), a.begin)
	start.SetDisabled(reason)
	a.Add(container.New(layout.NewCustomPaddedHBoxLayout(8), cancel, start))
}

// begin starts the batch. If a file contains no speech, it asks first: services make up text for
// silence, and charge for it.
func (a *askCard) begin() {
	silent, others := "", false
	for _, f := range a.question.Files {
		switch {
		case f.Problem.Kind != "":
		case f.Silent && silent == "":
			silent = f.Name
		default:
			others = true
		}
	}
	c := widgets.CanvasOf(a.object)
	if silent == "" || c == nil {
		a.batch.Start()
		return
	}
	title := i18n.Text("No speech in this recording")
	if others {
		title = i18n.Text("No speech in {{.Name}}", map[string]any{"Name": silent})
	}
	widgets.Ask(c, title, widgets.NewBody(i18n.Text("The service may make up words where there is no speech. Start anyway?")),
		i18n.Text("Start anyway"), i18n.Text("Cancel"), a.batch.Start)
}

// notYet returns the reason why the batch cannot be started, "" for none.
func notYet(q shownQuestion) string {
	some := false
	for _, f := range q.Files {
		if f.Measuring {
			return i18n.Text("The files are being checked.")
		}
		some = some || f.Problem.Kind == ""
	}
	switch {
	case !some:
		return i18n.Text("There is nothing here to transcribe.")
	case q.Model == "", q.ModelChoice.Gone():
		return i18n.Text("Choose a model first.")
	}
	return ""
}

// file adds the line of one file.
func (a *askCard) file(at int, f askedFile) {
	about := a.Group(&widgets.Column{Gap: 1}, func() {
		a.Add(widgets.NewBody(f.Name).Truncate().NoMargin())
		switch {
		case f.Problem.Kind != "":
			t := words.TextForTranscriptionProblem(f.Problem)
			a.Wrong(format.Sentences(t.Title, t.Safe))
		case f.Silent:
			a.Caution(join(fileWords(f), i18n.Text("There is no speech in this recording.")))
		case f.Damaged:
			a.Caution(join(fileWords(f), words.DamagedSound()))
		default:
			a.Muted(fileWords(f))
		}
		switch f.Again {
		case "":
		case transcripts.Done:
			a.Muted(i18n.Text("Your current transcript doesn't change."))
		default:
			a.Muted(i18n.Text("The unfinished transcript stays until this one is done."))
		}
	})
	remove := a.IconButton("x", i18n.Text("Remove {{.Name}}", map[string]any{"Name": f.Name}), func() { a.batch.Remove(at) })
	remove.SetSide(28)
	a.Add(container.New(&sideLayout{}, about, remove))
}

func fileWords(f askedFile) string {
	if f.Measuring {
		return i18n.Text("Checking…")
	}
	said := ""
	if f.Length > 0 {
		said = words.PositionTime(f.Length)
	}
	said = join(said, format.Size(f.Bytes))
	if f.Takes > 0 {
		said = join(said, i18n.Text("takes {{.Time}}", map[string]any{"Time": words.ApproximateDuration(f.Takes)}))
	}
	if f.Parts > 0 {
		said = join(said, words.RequestsMade(f.Parts))
	}
	if f.Converts {
		said = join(said, i18n.Text("made smaller first"))
	}
	return said
}

// totals describes all measured files together: count, length, size, time and requests. It returns
// "" for fewer than two files.
func totals(files []askedFile) string {
	var all transcriber.Estimate
	n := 0
	for _, f := range files {
		if f.Problem.Kind != "" || f.Measuring {
			continue
		}
		n++
		all.Length, all.Takes, all.Bytes, all.Parts = all.Length+f.Length, all.Takes+f.Takes, all.Bytes+f.Bytes, all.Parts+f.Parts
	}
	if n < 2 {
		return ""
	}
	said := i18n.Plural("{{.N}} files", n)
	return join(said, fileWords(askedFile{Estimate: all}))
}

func (a *askCard) chooseLanguage(anchor *widgets.Dropdown) {
	var items []widgets.MenuItem
	for _, l := range words.SoundLanguages() {
		items = append(items, widgets.MenuItem{Text: l.Name, Chosen: l.Code == a.question.Language, Do: func() {
			a.batch.Change(func(c *choices) { c.Language = l.Code })
		}})
	}
	list.ShowSearchMenu(widgets.CanvasOf(anchor), i18n.Text("Language"), items)
}

func (a *askCard) chooseModel() { a.question.ModelChoice.ShowMenu(a.Named(i18n.Text("Model"))) }
