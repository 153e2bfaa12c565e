package connections

import (
	"cmp"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/catalog"
	"parlando/app/connections"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// detailState holds the values shown on the page of a connection.
type detailState struct {
	Connection connections.Connection
	Current    bool
	// UntilQuit means that the connection's key is in memory only, not in a password store.
	UntilQuit bool
	// Model is the displayed name of Connection.Model, ModelName returns that of another one. Nil
	// shows the ids of models.
	Model     string
	ModelName func(id string) string
	// Question is the text and the buttons below Model if that model ends soon or is gone.
	Question  words.ModelQuestion
	Abilities connections.Abilities
	// Scenes lists the services that practice can play.
	Scenes []connections.PracticeScene
	// AccountPage is the web page of the account at the service, "" for none.
	AccountPage string
	// Proxy is the proxy setting for all connections.
	Proxy settings.Proxy
	// Now is the current time, for "Today" and "Yesterday".
	Now time.Time
}

// detailCalls holds the callbacks of the page. They may be nil.
type detailCalls struct {
	// OnRename sets the name, "" for the default name.
	OnRename func(name string)
	// OnUse makes new chats use the connection; OnChangeKey asks for its address and key.
	OnUse, OnChangeKey func()
	// OnModel opens a menu at anchor to choose the model of new chats, OnModelUsed makes new chats
	// use the model chosen last for one; OnDials sets the connection's default parameters to those
	// of the open chat, or removes the defaults.
	OnModel     func(anchor fyne.CanvasObject)
	OnModelUsed func()
	OnDials     func(ofThisChat bool)
	// OnScene makes practice play a scene.
	OnScene func(id string)
	// OnModelAnswer answers the question about the model: use selects the suggested model,
	// otherwise the current one stays.
	OnModelAnswer func(use bool)
	// OnTest runs a check and reports the result with Tested.
	OnTest func(connections.Check)
	// OnCopy copies the details for a service's support.
	OnCopy func(text string)
	// OnDirect sets whether the connection bypasses the proxy.
	OnDirect func(bool)
	// OnAccountPage stores the typed address of the account page. refused is the reason if the
	// address is invalid, else "".
	OnAccountPage func(typed string) (refused string)
	// OnOpenAccountPage opens the account page, OnForget removes the connection.
	OnOpenAccountPage, OnForget func()
}

// detailPage shows one connection: its address and key, the defaults of new chats, its abilities,
// and its last problem. Use it only on Fyne's thread.
type detailPage struct {
	widget.BaseWidget
	*form.Form
	detailCalls

	state  detailState
	checks checks
	// details expands the details of the last problem.
	details bool
	// refused is the error below the account page, shown in note; "" for none.
	refused string
	note    *widgets.Text
	frame   fyne.CanvasObject // contains Scroll
}

// checks holds the running tests of a connection and the results of finished ones.
type checks struct {
	running map[connections.Check]bool
	results []connections.CheckResult
}

// newDetailPage returns the page with its initial values. draft stores typed text.
func newDetailPage(s detailState, draft *form.Draft, calls detailCalls) *detailPage {
	p := &detailPage{state: s, detailCalls: calls, checks: checks{running: map[connections.Check]bool{}}}
	p.Form = form.New(lineGap, p.fill)
	p.Draft = draft
	p.Scroll, p.frame = widgets.NewPageScroll(p.Object())
	p.Update()
	p.ExtendBaseWidget(p)
	return p
}

// Set shows new values. The scroll position and the focus do not change.
func (p *detailPage) Set(s detailState) {
	p.state = s
	p.Update()
}

// Tested shows the result of a check.
func (p *detailPage) Tested(c connections.CheckResult) {
	delete(p.checks.running, c.Check)
	for i, before := range p.checks.results {
		if before.Check == c.Check {
			p.checks.results[i] = c
			p.Update()
			return
		}
	}
	p.checks.results = append(p.checks.results, c)
	p.Update()
	_, last := checkWords(connections.CheckTranscription)
	p.Reveal(p.Named(last))
}

// NotTested ends a check without a result.
func (p *detailPage) NotTested(k connections.Check) {
	delete(p.checks.running, k)
	p.Update()
}

// InnerContent implements widgets.ContentHolder.
func (p *detailPage) InnerContent() fyne.CanvasObject { return p.frame }

// CreateRenderer implements fyne.Widget.
func (p *detailPage) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame) }

func (p *detailPage) renamed(name string) {
	if name = settings.CleanName(name); name != words.ConnectionName(p.state.Connection) && p.OnRename != nil {
		p.OnRename(name)
	}
}

func (p *detailPage) fill(*form.Form) {
	p.what()
	p.accountPage()
	p.begins()
	p.abilities()
	p.problem()
	p.proxy()
	p.Add(widgets.Gap(12))
	forget := i18n.Text("Remove this connection")
	p.AddRow(p.ButtonCalled(forget, forget, widgets.Danger, p.OnForget))
}

// what adds the connection's name, address and key, and the choice of use for new chats.
func (p *detailPage) what() {
	c := p.state.Connection
	p.Label(i18n.Text("Name"))
	p.Add(p.Field(form.Field{Name: i18n.Text("Name"), Value: words.ConnectionName(c), OnDone: p.renamed}), widgets.Gap(2))
	facts := []form.Fact{{Name: i18n.Text("Address"), Value: c.Address}}
	switch c.Kind {
	case settings.Practice:
		facts[0].Value = words.ConnectionPlace(c)
	case settings.Service:
		facts = append(facts, form.Fact{Name: i18n.Text("Key"), Value: p.key()})
	case settings.Local:
	}
	p.Facts(facts...)
	p.plays()
	var buttons []fyne.CanvasObject
	if p.state.Current {
		p.Muted(i18n.Text("New chats use this connection"))
	} else {
		buttons = append(buttons, p.Button(i18n.Text("Use for new chats"), p.OnUse))
	}
	if c.Kind == settings.Service {
		buttons = append(buttons, p.Button(i18n.Text("Change key…"), p.OnChangeKey))
	}
	if len(buttons) > 0 {
		p.AddRow(buttons...)
	}
}

// key returns a sentence about where the key is stored.
func (p *detailPage) key() string {
	switch {
	case p.state.Connection.NoKey:
		return i18n.Text("No key needed")
	case p.state.UntilQuit:
		return i18n.Text("Kept until you close Parlando")
	case p.noKey():
		return i18n.Text("The key isn't saved. Enter it again.")
	}
	return i18n.Text("Saved safely in {{.Store}}", map[string]any{"Store": words.KeyStore()})
}

// plays adds the choice of the service that practice plays.
func (p *detailPage) plays() {
	if p.state.Connection.Kind != settings.Practice || len(p.state.Scenes) == 0 {
		return
	}
	title, about := words.PracticeScene(p.state.Scenes[p.playing()].ID)
	p.Label(i18n.Text("Practice plays"))
	p.Add(p.Dropdown(i18n.Text("Practice plays"), title, p.chooseScene))
	p.Muted(about)
	p.Add(widgets.Gap(2))
}

// playing returns the index of the scene that practice plays.
func (p *detailPage) playing() int {
	return max(0, slices.IndexFunc(p.state.Scenes, func(s connections.PracticeScene) bool { return s.Address == p.state.Connection.Address }))
}

func (p *detailPage) chooseScene(anchor *widgets.Dropdown) {
	items := make([]widgets.MenuItem, len(p.state.Scenes))
	for i, s := range p.state.Scenes {
		title, _ := words.PracticeScene(s.ID)
		items[i] = widgets.MenuItem{Text: title, Chosen: i == p.playing(), Do: func() { widgets.CallWith(p.OnScene, s.ID) }}
	}
	widgets.ShowMenu(anchor, items)
}

// noKey reports whether the last request was sent without a key because no key was found.
func (p *detailPage) noKey() bool {
	for _, r := range p.checks.results {
		if r.Problem != nil && r.Problem.Kind == problem.NoKey {
			return true
		}
	}
	last := p.state.Abilities.Problem
	return last != nil && last.Kind == problem.NoKey && !last.At.Before(p.state.Abilities.Success)
}

// begins adds the section of the defaults of new chats.
func (p *detailPage) begins() {
	c := p.state.Connection
	p.Heading(i18n.Text("Model for new chats"))
	p.Label(i18n.Text("Model"))
	model := p.state.Model
	if c.Model == "" {
		model = i18n.Text("The one you chose last")
	}
	p.Add(p.Dropdown(i18n.Text("Model"), model, func(d *widgets.Dropdown) { widgets.CallWith[fyne.CanvasObject](p.OnModel, d) }))
	p.question()
	if c.Model != "" {
		p.AddRow(p.Button(i18n.Text("Use the one you chose last"), p.OnModelUsed))
	}
	p.Add(widgets.Gap(2))
	set := form.Fact{Name: i18n.Text("Reply settings"), Value: parameterList(c.Parameters)}
	if c.Parameters == nil {
		set.Value, set.Color = i18n.Text("Default"), theme.ColorMuted
	}
	p.Facts(set)
	buttons := []fyne.CanvasObject{p.dials(i18n.Text("Use this chat's settings"), true)}
	if c.Parameters != nil {
		buttons = append(buttons, p.dials(i18n.Text("Use default settings"), false))
	}
	p.AddRow(buttons...)
}

func (p *detailPage) dials(words string, ofThisChat bool) *widgets.Button {
	return p.Button(words, func() { widgets.CallWith(p.OnDials, ofThisChat) })
}

// question adds a warning if the model of new chats ends soon, or a question with answers if it is
// gone.
func (p *detailPage) question() {
	q := p.state.Question
	if q.Text == "" {
		return
	}
	p.Caution(q.Text)
	var answers []fyne.CanvasObject
	for _, answer := range []struct {
		words string
		use   bool
	}{{q.Use, true}, {q.Keep, false}} {
		if answer.words == "" {
			continue
		}
		b := p.Button(answer.words, func() {
			widgets.CallWith(p.OnModelAnswer, answer.use)
			p.Focus(widgets.CanvasOf(p), i18n.Text("Model")) // the pressed button may be gone
		})
		answers = append(answers, b)
	}
	p.AddRow(answers...)
}

// abilities adds the abilities learned so far, and the tests.
func (p *detailPage) abilities() {
	a, now := p.state.Abilities, p.state.Now
	for _, l := range []*catalog.Evidence{&a.Chats, &a.Streams, &a.Sees, &a.Reads, &a.CallsTools, &a.Speaks, &a.Transcribes} {
		l.Model = p.modelName(l.Model)
	}
	p.Heading(i18n.Text("What it can do"))
	facts := []form.Fact{
		{Name: i18n.Text("Models"), Value: models(a, now)},
		{Name: i18n.Text("Replies to messages"), Value: learned(a.Chats, now)},
		{Name: i18n.Text("Shows replies as they arrive"), Value: learned(a.Streams, now)},
		{Name: i18n.Text("Pictures"), Value: learned(a.Sees, now)},
		{Name: i18n.Text("Documents"), Value: learned(a.Reads, now)},
		{Name: i18n.Text("Tools"), Value: tools(a, now)},
		{Name: i18n.TextIn("ability", "Read aloud"), Value: learned(a.Speaks, now)},
		{Name: i18n.Text("Transcription"), Value: learned(a.Transcribes, now)},
	}
	for i := range facts {
		if facts[i].Value == "" {
			facts[i].Value, facts[i].Color = i18n.Text("Not tested yet"), theme.ColorMuted
		}
	}
	p.Facts(facts...)
	p.Add(widgets.Gap(2))
	p.AddRow(p.testButton(connections.CheckModels))
	if len(p.checks.results) == 0 && !p.checks.running[connections.CheckModels] {
		p.Muted(i18n.Text("Requests the list of models. This is free."))
		return
	}
	for _, r := range p.checks.results {
		p.result(r)
	}
	p.Label(i18n.Text("Each of these tests asks a model. The service may charge a small amount:"))
	p.AddRow(p.testButton(connections.CheckChat), p.testButton(connections.CheckSpeech), p.testButton(connections.CheckTranscription))
}

func (p *detailPage) testButton(k connections.Check) *widgets.Button {
	_, words := checkWords(k)
	b := p.Button(words, func() { p.test(k) })
	if p.checks.running[k] {
		b.SetIcon("hourglass").SetDisabled(i18n.Text("Waiting for the service"))
	}
	return b
}

func (p *detailPage) test(k connections.Check) {
	if p.checks.running[k] || p.OnTest == nil {
		return
	}
	p.checks.running[k] = true
	p.Update()
	p.OnTest(k)
}

// modelName returns the displayed name of a model, or its id if there is none.
func (p *detailPage) modelName(id string) string {
	if p.state.ModelName == nil || id == "" {
		return id
	}
	return cmp.Or(p.state.ModelName(id), id)
}

// result adds the result of a check.
func (p *detailPage) result(c connections.CheckResult) {
	name, _ := checkWords(c.Check)
	c.Model = p.modelName(c.Model)
	said, color := result(c), theme.ColorAccent
	if !c.OK {
		said, color = i18n.Text("It didn't work."), theme.ColorDanger
		if c.Problem != nil {
			said = words.TitleForConnection(*c.Problem)
		}
	}
	p.Facts(form.Fact{Name: name, Value: said, Color: color})
}

// problem adds the last problem.
func (p *detailPage) problem() {
	last := p.state.Abilities.Problem
	if last == nil {
		return
	}
	p.Heading(i18n.Text("Most recent problem"))
	said := i18n.Text("{{.When}} · {{.What}}", map[string]any{"What": words.TitleForConnection(*last), "When": words.TimeText(last.At, p.state.Now)})
	if last.At.Before(p.state.Abilities.Success) {
		p.Muted(format.Sentences(said, i18n.Text("It has worked since then.")))
	} else {
		p.Caution(said)
	}
	more := i18n.Text("Details")
	if p.details {
		more = i18n.Text("Show less")
		p.problemDetails(*last)
	}
	copied := p.Button(i18n.Text("Copy"), nil)
	copied.SetOnTapped(func() {
		if p.OnCopy != nil {
			p.OnCopy(support(words.ConnectionName(p.state.Connection), *last))
			copied.SetIcon("check").SetText(i18n.Text("Copied"))
			p.Object().Refresh()
		}
	})
	p.AddRow(p.ButtonCalled("details", more, widgets.Secondary, func() {
		p.details = !p.details
		p.Update()
	}), copied)
}

func (p *detailPage) problemDetails(t problem.Problem) {
	facts := []form.Fact{{Name: i18n.Text("What happened"), Value: words.ErrorDetails(t)}}
	if t.RequestID != "" {
		facts = append(facts, form.Fact{Name: i18n.Text("Request"), Value: problem.MaskKeys(t.RequestID)})
	}
	if t.Detail != "" {
		facts = append(facts, form.Fact{Name: i18n.Text("Response"), Value: problem.MaskKeys(t.Detail), Mono: true})
	}
	p.Facts(facts...)
}

// proxy adds the connection's proxy. A service on this computer is always reached directly.
func (p *detailPage) proxy() {
	c := p.state.Connection
	if d, err := connections.Describe(c.Address); c.Kind != settings.Service || err == nil && d.Here {
		return
	}
	p.Heading(i18n.Text("Proxy"))
	all := i18n.Text("Same as this computer, like all connections")
	switch p.state.Proxy.Mode {
	case settings.ProxyNone:
		all = i18n.Text("None, like all connections")
	case settings.ProxyCustom:
		all = i18n.Text("{{.Address}}, like all connections", map[string]any{"Address": p.state.Proxy.Address})
	case settings.ProxySystem:
	}
	if !c.Direct {
		p.Muted(all)
	}
	p.Add(p.Check(i18n.Text("Never use a proxy"), c.Direct, p.OnDirect))
}
