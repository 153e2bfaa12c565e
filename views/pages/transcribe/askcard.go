package transcribe

import (
	"fmt"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/catalog"
	"parlando/app/problem"
	"parlando/app/transcripts"
	"parlando/app/transcripts/transcriber"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// askedFile is a file that may be transcribed.
type askedFile struct {
	Name string
	// Measuring means that the Estimate is not known yet.
	Measuring bool
	transcriber.Estimate
	// Silent means that the file is known to contain no speech.
	Silent bool
	// Damaged means that parts of the file could not be decoded, as far as it was searched.
	Damaged bool
	// Problem is the reason why the file cannot be transcribed.
	Problem problem.Problem
	// Again is the state of an existing transcript of the file, "" for none.
	Again transcripts.State
}

// choices are the options of a transcription.
type choices struct {
	// Language is a two-letter code, "" to let the service detect it; Model is "" if none is known.
	Language, Model string
	// Copy keeps a copy of the sound in Parlando.
	Copy bool
	// Temperature is 0 to 1, nil for the default of the service.
	Temperature *float64
	// FewerRequests sends long parts to a model that gives no times.
	FewerRequests bool
}

// shownQuestion lists the files to send and the choices for them.
type shownQuestion struct {
	Files []askedFile
	// Host is the host that receives the sound, "" for this computer.
	Host string
	choices
	// ModelChoice is the choice of the model.
	ModelChoice modelchoice.Choice
	// Refusals are the known refusals of the model.
	Refusals []catalog.Refusal
	// Times is the choice between times and fewer requests, nil if there is nothing to choose.
	Times *timesChoice
	// Recorded means that all files are recordings made in Parlando, so that there is nothing to
	// copy.
	Recorded bool
}

// askCard shows a shownQuestion.
type askCard struct {
	batch    batchActions
	object   fyne.CanvasObject
	question shownQuestion
	files    *fyne.Container
	totals   *widgets.Text
	goes     *widgets.Text
	language *widgets.Dropdown
	model    *widgets.Dropdown
	ending   *modelchoice.Note
	times    *timesField
	copying  *widgets.Check
	more     *widgets.Button
	details  *fyne.Container
	slider   *widgets.Slider
	value    *widgets.Text
	defaults *widgets.Button
	// noLanguage and noTemperature show that the model refuses the language or the temperature.
	noLanguage, noTemperature *widgets.RefusalNote
	start                     *widgets.Button
	// reason is shown beside Start while that is disabled.
	reason *widgets.Text
}

func newAskCard(b batchActions) *askCard {
	a := &askCard{batch: b, files: container.New(&widgets.Column{Gap: 2})}
	a.totals = widgets.NewBody("").NoMargin()
	a.goes = widgets.NewMuted("").NoMargin()
	a.language = widgets.NewDropdown(i18n.Text("Language"), a.chooseLanguage)
	a.model = widgets.NewDropdown(i18n.Text("Model"), a.chooseModel)
	a.ending = modelchoice.NewNote()
	a.times = newTimesField(b)
	a.copying = widgets.NewCheck(i18n.Text("Keep a copy of the audio in Parlando"))
	a.copying.OnChanged = func(on bool) { b.Change(func(c *choices) { c.Copy = on }) }
	a.noLanguage = widgets.NewRefusalNote(func() { b.ForgetRefusals("language") })
	a.noTemperature = widgets.NewRefusalNote(func() { b.ForgetRefusals("temperature") })
	a.slider = widgets.NewSlider(words.SettingName("temperature"), 0, 1, 0.1)
	a.slider.OnChanged = func(v float64) { b.Change(func(c *choices) { c.Temperature = &v }) }
	a.value = widgets.NewMuted("").NoWrap().NoMargin()
	a.defaults = widgets.NewButton(i18n.Text("Reset to default"), widgets.Link, func() {
		b.Change(func(c *choices) { c.Temperature = nil })
	})
	a.details = container.New(&widgets.Column{Gap: 4},
		beside(widgets.NewBody(words.SettingName("temperature")).NoWrap().NoMargin(), a.value), a.slider,
		widgets.NewMuted(i18n.Text("Temperature, 0 to 1. Higher values let the model guess unclear words.")).NoMargin(), container.NewHBox(a.defaults), a.noTemperature.Object)
	a.details.Hide()
	a.more = widgets.NewButton(i18n.Text("More"), widgets.Bare, func() {
		widgets.SetVisible(a.details, !a.details.Visible())
		a.object.Refresh()
	})
	a.more.SetIconAfter("chevron-down")
	a.start = widgets.NewButton(i18n.Text("Start"), widgets.Primary, a.begin)
	a.ending.Next = a.start
	cancel := widgets.NewButton(i18n.Text("Cancel"), widgets.Secondary, b.Cancel)
	a.reason = widgets.NewMuted("").NoMargin()
	buttons := container.New(&sideLayout{}, a.reason, container.New(layout.NewCustomPaddedHBoxLayout(8), cancel, a.start))
	card := widgets.NewBox(a.files, theme.ColorCard, theme.ColorLine, theme.RadiusCard, 14, 8)
	column := container.New(&widgets.Column{Gap: 16},
		widgets.NewTitle(i18n.Text("Transcribe this recording?"), fynetheme.SizeNameSubHeadingText),
		card, container.New(&widgets.Column{Gap: 2}, a.totals, a.goes),
		container.New(&widgets.Column{Gap: 6}, widgets.NewBody(i18n.Text("Language")).NoMargin(), a.language, a.noLanguage.Object),
		container.New(&widgets.Column{Gap: 6}, widgets.NewBody(i18n.Text("Model")).NoMargin(), a.model, a.ending.Object),
		a.times.object,
		a.copying, container.NewHBox(a.more), a.details)
	scroll := wheel.NewVScroll(container.New(readable(), column))
	a.object = container.New(footLayout{}, scroll, container.New(readable(), buttons))
	return a
}

// set shows a question.
func (a *askCard) set(q shownQuestion) {
	if !slices.Equal(q.Files, a.question.Files) || len(a.files.Objects) == 0 {
		a.files.RemoveAll()
		for i, f := range q.Files {
			a.files.Add(a.file(i, f))
		}
	}
	a.question = q
	a.totals.SetText(totals(q.Files))
	widgets.SetVisible(a.totals, totals(q.Files) != "")
	goes := i18n.Text("Nothing happens until you press Start. The audio stays on this computer.")
	if q.Host != "" {
		goes = i18n.Text("Nothing is sent until you press Start. The audio goes to {{.Host}}.", map[string]any{"Host": q.Host})
	}
	a.goes.SetText(goes)
	a.language.Set(words.SoundLanguage(q.Language))
	a.model.Set(q.ModelChoice.Name(q.Model))
	if q.Model == "" {
		a.model.Set(i18n.Text("Choose a model"))
	}
	a.ending.Set(q.ModelChoice, a.chooseModel)
	a.times.set(q.Times, q.FewerRequests)
	a.copying.Set(q.Copy)
	widgets.SetVisible(a.copying, !q.Recorded)
	a.slider.Set(q.Temperature)
	widgets.SetVisible(a.defaults, q.Temperature != nil)
	a.value.SetText(i18n.Text("default"))
	if q.Temperature != nil {
		a.value.SetText(fmt.Sprintf("%.1f", *q.Temperature))
	}
	a.noLanguage.Set(words.KnownRefusals(q.Refusals, []string{"language"}, func(string) (string, bool) { return q.Language, q.Language != "" }))
	a.noTemperature.Set(words.KnownRefusals(q.Refusals, []string{"temperature"}, func(string) (string, bool) {
		if q.Temperature == nil {
			return "", false
		}
		return strconv.FormatFloat(*q.Temperature, 'f', -1, 64), true
	}))
	reason := notYet(q)
	a.start.SetDisabled(reason)
	if slices.ContainsFunc(q.Files, func(f askedFile) bool { return f.Measuring }) {
		reason = "" // its line tells, and it takes a moment only
	}
	a.reason.SetText(reason)
	a.object.Refresh()
}

// begin starts the batch. It asks again if a file contains no speech: a service makes up text for
// silence, and charges for it.
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
	c := widgets.CanvasOf(a.start)
	if silent == "" || c == nil {
		a.batch.Start()
		return
	}
	title := i18n.Text("No speech in this recording")
	if others {
		title = i18n.Text("No speech in {{.Name}}", map[string]any{"Name": silent})
	}
	widgets.Ask(c, title, widgets.NewBody(i18n.Text("The service may invent words where there is no speech. Start anyway?")),
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

// file returns one line of the list.
func (a *askCard) file(at int, f askedFile) fyne.CanvasObject {
	remove := widgets.NewIconButton("x", i18n.Text("Remove {{.Name}}", map[string]any{"Name": f.Name}), func() { a.batch.Remove(at) })
	remove.SetSide(28)
	name := widgets.NewBody(f.Name).Truncate().NoMargin()
	about := widgets.NewMuted(fileWords(f)).NoMargin()
	caution := func(said string) {
		about = widgets.NewText(join(fileWords(f), said), theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()
	}
	switch {
	case f.Silent:
		caution(i18n.Text("There is no speech in this recording."))
	case f.Damaged:
		caution(words.DamagedSound())
	}
	if f.Problem.Kind != "" {
		t := words.TextForTranscriptionProblem(f.Problem)
		about = widgets.NewText(t.Title+" "+t.Safe, theme.ColorDanger, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()
	}
	column := container.New(&widgets.Column{Gap: 1}, name, about)
	switch f.Again {
	case "":
	case transcripts.Done:
		column.Add(widgets.NewMuted(i18n.Text("Your current transcript doesn't change.")).NoMargin())
	default:
		column.Add(widgets.NewMuted(i18n.Text("The unfinished transcript stays until this one is done.")).NoMargin())
	}
	return container.New(&sideLayout{}, column, remove)
}

func fileWords(f askedFile) string {
	if f.Measuring {
		return i18n.Text("Checking…")
	}
	said := ""
	if f.Length > 0 {
		said = words.PositionTime(f.Length)
	}
	said = join(said, words.FileSize(f.Bytes))
	if f.Takes > 0 {
		said = join(said, i18n.Text("takes {{.Time}}", map[string]any{"Time": words.ApproximateDuration(f.Takes)}))
	}
	if f.Parts > 0 {
		said = join(said, words.RequestsMade(f.Parts))
	}
	if f.Converts {
		said = join(said, i18n.Text("compressed first"))
	}
	return said
}

// totals returns the total size of the files.
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

func (a *askCard) chooseLanguage() {
	var items []widgets.MenuItem
	for _, l := range words.SoundLanguages() {
		items = append(items, widgets.MenuItem{Text: l.Name, Chosen: l.Code == a.question.Language, Do: func() {
			a.batch.Change(func(c *choices) { c.Language = l.Code })
		}})
	}
	list.ShowSearchMenu(widgets.CanvasOf(a.language), i18n.Text("Language"), items)
}

func (a *askCard) chooseModel() { a.question.ModelChoice.ShowMenu(a.model) }

// beside places one object at the left end of a line and one at the right.
func beside(left, right fyne.CanvasObject) fyne.CanvasObject {
	return container.NewHBox(left, layout.NewSpacer(), right)
}
