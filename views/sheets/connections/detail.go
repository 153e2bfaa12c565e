package connections

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/connections"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/words"
)

// detailState holds the values of the page of a connection.
type detailState struct {
	Connection connections.Connection
	Current    bool
	// UntilQuit means that its key is not in a password store.
	UntilQuit bool
	// Model is the displayed name of Connection.Model.
	Model string
	// Question has the words below that model if it ends soon or is gone.
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

// detailPage shows one connection: its address and key, the defaults of new chats, its abilities,
// and its last problem. All of it is used on Fyne's thread. Callbacks may be nil.
type detailPage struct {
	widget.BaseWidget

	// OnRename sets the name, "" for the default name.
	OnRename func(name string)
	// OnUse makes it the connection of new chats; OnChangeKey asks for its address and key.
	OnUse, OnChangeKey func()
	// OnModel opens a menu at anchor to choose the model of new chats, OnModelUsed makes new chats
	// use the last used model; OnDials sets its default parameters to those of the open chat, or
	// removes them.
	OnModel     func(anchor fyne.CanvasObject)
	OnModelUsed func()
	OnDials     func(ofThisChat bool)
	// OnScene makes practice play a scene.
	OnScene func(id string)
	// OnModelAnswer answers the question about the model: use the other one, or keep it.
	OnModelAnswer func(use bool)
	// OnTest runs a check and reports the result with Tested.
	OnTest func(connections.Check)
	// OnCopy copies the details for a service's support.
	OnCopy func(text string)
	// OnDirect sets whether the connection bypasses the proxy.
	OnDirect func(bool)
	// OnAccountPage stores the typed account page, and returns why it was refused, "" if it was
	// not.
	OnAccountPage func(typed string) (refused string)
	// OnOpenAccountPage opens the account page, OnForget removes the connection.
	OnOpenAccountPage, OnForget func()

	state   detailState
	checks  checks
	details bool
	name    *widgets.Field
	scene   *widgets.Dropdown // what practice plays
	model   *widgets.Dropdown
	account account
	list    *fyne.Container
	scroll  *wheel.Scroll
	frame   fyne.CanvasObject // around scroll
}

// checks are the tests of a connection: those that run, and the results.
type checks struct {
	running map[connections.Check]bool
	results []connections.CheckResult
	// last is the last object of the results.
	last fyne.CanvasObject
}

// newDetailPage returns the page with its initial values.
func newDetailPage(s detailState) *detailPage {
	p := &detailPage{state: s, checks: checks{running: map[connections.Check]bool{}}, list: container.New(&widgets.Column{Gap: 6})}
	p.name = widgets.NewField(i18n.Text("Name"), "")
	p.name.SetText(words.ConnectionName(s.Connection))
	p.name.OnSubmitted = func(string) { p.renamed() }
	p.name.OnFocusLost = p.renamed
	p.scene = widgets.NewDropdown(i18n.Text("Practice plays"), p.chooseScene)
	p.account = newAccount(p)
	p.scroll, p.frame = widgets.NewPageScroll(p.list)
	p.ExtendBaseWidget(p)
	p.build()
	return p
}

// Set shows other values. The scroll position and the focus are kept.
func (p *detailPage) Set(s detailState) {
	if before := words.ConnectionName(p.state.Connection); before != words.ConnectionName(s.Connection) && p.name.Text == before {
		p.name.SetText(words.ConnectionName(s.Connection))
	}
	p.account.set(p.state.Connection.Account, s)
	p.state = s
	p.build()
}

// Tested shows the result of a check.
func (p *detailPage) Tested(c connections.CheckResult) {
	delete(p.checks.running, c.Check)
	for i, before := range p.checks.results {
		if before.Check == c.Check {
			p.checks.results[i] = c
			p.build()
			return
		}
	}
	p.checks.results = append(p.checks.results, c)
	p.build()
	p.reveal(p.checks.last)
}

// reveal scrolls down as far as necessary to show the bottom of an object in the list.
func (p *detailPage) reveal(o fyne.CanvasObject) {
	if o == nil {
		return
	}
	foot := o.Position().Y + o.Size().Height + 12
	if seen := p.scroll.Size().Height; foot > p.scroll.Offset.Y+seen {
		p.scroll.ScrollToOffset(fyne.NewPos(0, foot-seen))
	}
}

// NotTested ends a check without a result.
func (p *detailPage) NotTested(k connections.Check) {
	delete(p.checks.running, k)
	p.build()
}

// InnerContent implements widgets.ContentHolder.
func (p *detailPage) InnerContent() fyne.CanvasObject { return p.frame }

// CreateRenderer implements fyne.Widget.
func (p *detailPage) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame) }

func (p *detailPage) renamed() {
	name := settings.CleanName(p.name.Text)
	if name != words.ConnectionName(p.state.Connection) && p.OnRename != nil {
		p.OnRename(name)
	}
}

// build rebuilds everything except the fields, and keeps the focus.
func (p *detailPage) build() {
	reached := p.reached()
	p.list.Objects = nil
	p.what()
	p.accountPage()
	p.begins()
	p.abilities()
	p.problem()
	p.proxy()
	p.ends()
	p.list.Refresh()
	p.scroll.Content.Refresh()
	p.scroll.Refresh()
	p.reach(reached)
}

// reached returns the name of the focused button, "" for none.
func (p *detailPage) reached() string {
	c := widgets.CanvasOf(p)
	if c == nil {
		return ""
	}
	name := ""
	p.walk(p.list, func(o fyne.CanvasObject) {
		if f, ok := o.(fyne.Focusable); ok && c.Focused() == f && o != fyne.CanvasObject(p.name) {
			if named, ok := o.(fyne.Accessible); ok {
				name = named.AccessibilityLabel()
			}
		}
	})
	return name
}

func (p *detailPage) reach(name string) {
	if name == "" {
		return
	}
	p.walk(p.list, func(o fyne.CanvasObject) {
		named, ok := o.(fyne.Accessible)
		if f, can := o.(fyne.Focusable); ok && can && named.AccessibilityLabel() == name {
			widgets.CanvasOf(p).Focus(f)
		}
	})
}

func (p *detailPage) walk(c *fyne.Container, visit func(fyne.CanvasObject)) {
	for _, o := range c.Objects {
		visit(o)
		if in, ok := o.(*fyne.Container); ok {
			p.walk(in, visit)
		}
	}
}

func (p *detailPage) add(objects ...fyne.CanvasObject) {
	p.list.Objects = append(p.list.Objects, objects...)
}

func (p *detailPage) heading(words string) {
	if len(p.list.Objects) > 0 {
		p.add(widgets.Gap(12))
	}
	p.add(widgets.NewHeading(words).NoMargin())
}

func row(objects ...fyne.CanvasObject) fyne.CanvasObject {
	return container.New(&widgets.Flow{Gap: 8}, objects...)
}

func button(words string, do func()) *widgets.Button {
	return widgets.NewButton(words, widgets.Secondary, func() { widgets.CallIfSet(do) })
}

// what adds the name, the address and the key.
func (p *detailPage) what() {
	c := p.state.Connection
	p.add(widgets.NewMuted(i18n.Text("Name")).NoMargin(), p.name, widgets.Gap(2))
	address := c.Address
	if c.Kind == settings.Practice {
		address = words.ConnectionPlace(c)
	}
	pairs := fact(i18n.Text("Address"), address, false)
	if c.Kind == settings.Service {
		key := i18n.Text("Saved in this computer's password store")
		switch {
		case c.NoKey:
			key = i18n.Text("None (connected without a key)")
		case p.state.UntilQuit:
			key = i18n.Text("Kept until you quit Parlando")
		case p.noKey():
			key = i18n.Text("No key saved. Enter it again.")
		}
		pairs = append(pairs, fact(i18n.Text("Key"), key, false)...)
	}
	p.add(newFacts(pairs...))
	p.plays()
	var buttons []fyne.CanvasObject
	if !p.state.Current {
		buttons = append(buttons, button(i18n.Text("Use for new chats"), func() { widgets.CallIfSet(p.OnUse) }))
	}
	if c.Kind == settings.Service {
		buttons = append(buttons, button(i18n.Text("Change key…"), func() { widgets.CallIfSet(p.OnChangeKey) }))
	}
	if p.state.Current {
		p.add(widgets.NewMuted(i18n.Text("Used for new chats")).NoMargin())
	}
	if len(buttons) > 0 {
		p.add(row(buttons...))
	}
}

// plays adds the choice of what practice plays.
func (p *detailPage) plays() {
	if p.state.Connection.Kind != settings.Practice || len(p.state.Scenes) == 0 {
		return
	}
	title, about := words.PracticeScene(p.state.Scenes[p.playing()].ID)
	p.scene.Set(title)
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Practice plays")).NoMargin(), p.scene, widgets.NewMuted(about).NoMargin(), widgets.Gap(2))
}

// playing returns the index of the scene that practice plays.
func (p *detailPage) playing() int {
	return max(0, slices.IndexFunc(p.state.Scenes, func(s connections.PracticeScene) bool { return s.Address == p.state.Connection.Address }))
}

func (p *detailPage) chooseScene() {
	items := make([]widgets.MenuItem, len(p.state.Scenes))
	for i, s := range p.state.Scenes {
		title, _ := words.PracticeScene(s.ID)
		items[i] = widgets.MenuItem{Text: title, Chosen: i == p.playing(), Do: func() { widgets.CallWith(p.OnScene, s.ID) }}
	}
	widgets.ShowMenu(p.scene, items)
}

// noKey reports whether the last request was sent without a key because none was found.
func (p *detailPage) noKey() bool {
	for _, r := range p.checks.results {
		if r.Problem != nil && r.Problem.Kind == problem.NoKey {
			return true
		}
	}
	last := p.state.Abilities.Problem
	return last != nil && last.Kind == problem.NoKey && !last.At.Before(p.state.Abilities.Success)
}

// begins adds the defaults of new chats.
func (p *detailPage) begins() {
	c := p.state.Connection
	p.heading(i18n.Text("Model for new chats"))
	p.model = widgets.NewDropdown(i18n.Text("Model"), func() {
		widgets.CallWith[fyne.CanvasObject](p.OnModel, p.model)
	})
	p.model.Set(p.state.Model)
	if c.Model == "" {
		p.model.Set(i18n.Text("Last used model"))
	}
	set := parameterList(c.Parameters)
	if set == "" {
		set = i18n.Text("Default")
	}
	p.add(widgets.NewMuted(i18n.Text("Model")).NoMargin(), p.model)
	p.question()
	if c.Model != "" {
		p.add(row(button(i18n.Text("Uses the default model"), func() { widgets.CallIfSet(p.OnModelUsed) })))
	}
	p.add(widgets.Gap(2), newFacts(fact(i18n.Text("Reply settings"), set, c.Parameters == nil)...))
	buttons := []fyne.CanvasObject{button(i18n.Text("Use this chat's settings"), func() { p.chooseDials(true) })}
	if c.Parameters != nil {
		buttons = append(buttons, button(i18n.Text("Use default settings"), func() { p.chooseDials(false) }))
	}
	p.add(row(buttons...))
}

// question adds what is said of the model for new chats if it ends soon, or asked if it is gone.
func (p *detailPage) question() {
	q := p.state.Question
	if q.Text == "" {
		return
	}
	p.add(widgets.NewText(q.Text, theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin())
	answer := func(words string, use bool) *widgets.Button {
		return button(words, func() {
			widgets.CallWith(p.OnModelAnswer, use)
			widgets.Focus(p.model) // the button may be gone
		})
	}
	var answers []fyne.CanvasObject
	if q.Use != "" {
		answers = append(answers, answer(q.Use, true))
	}
	if q.Keep != "" {
		answers = append(answers, answer(q.Keep, false))
	}
	p.add(row(answers...))
}

func (p *detailPage) chooseDials(ofThisChat bool) {
	widgets.CallWith(p.OnDials, ofThisChat)
}

// abilities adds the abilities learned so far, and the tests.
func (p *detailPage) abilities() {
	a, now := p.state.Abilities, p.state.Now
	p.heading(i18n.Text("What it can do"))
	known := func(s string) (string, bool) {
		if s == "" {
			return i18n.Text("Not tested yet"), true
		}
		return s, false
	}
	said, muted := known(models(a, now))
	pairs := fact(i18n.Text("Models"), said, muted)
	for _, l := range []struct{ name, said string }{
		{i18n.Text("Reply to messages"), learned(a.Chats, now)},
		{i18n.Text("Show replies as they arrive"), learned(a.Streams, now)},
		{i18n.Text("Pictures"), learned(a.Sees, now)},
		{i18n.Text("Documents"), learned(a.Reads, now)},
		{i18n.Text("Tools"), tools(a, now)},
		{i18n.Text("Read aloud"), learned(a.Speaks, now)},
		{i18n.Text("Transcription"), learned(a.Transcribes, now)},
	} {
		said, muted = known(l.said)
		pairs = append(pairs, fact(l.name, said, muted)...)
	}
	p.add(newFacts(pairs...), widgets.Gap(2), row(p.testButton(connections.CheckModels)))
	if len(p.checks.results) == 0 && !p.checks.running[connections.CheckModels] {
		p.add(widgets.NewMuted(i18n.Text("Requests the list of models. This is free.")).NoMargin())
		return
	}
	for _, r := range p.checks.results {
		p.add(p.resultLine(r))
	}
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Each of these tests asks a model. The service may charge a small amount:")).NoMargin(),
		row(p.testButton(connections.CheckChat), p.testButton(connections.CheckSpeech), p.testButton(connections.CheckTranscription)))
	p.checks.last = p.list.Objects[len(p.list.Objects)-1]
}

func (p *detailPage) testButton(k connections.Check) *widgets.Button {
	_, words := checkWords(k)
	b := button(words, func() { p.test(k) })
	if p.checks.running[k] {
		b.SetIcon("hourglass").SetDisabled(i18n.Text("Waiting for the service to answer"))
	}
	return b
}

func (p *detailPage) test(k connections.Check) {
	if p.checks.running[k] || p.OnTest == nil {
		return
	}
	p.checks.running[k] = true
	p.build()
	p.OnTest(k)
}

// resultLine returns the line with the result of a check.
func (p *detailPage) resultLine(c connections.CheckResult) fyne.CanvasObject {
	name, _ := checkWords(c.Check)
	said, color := result(c), theme.ColorAccent
	if !c.OK {
		said, color = i18n.Text("It didn't work."), theme.ColorDanger
		if c.Problem != nil {
			said = words.TitleForConnection(*c.Problem)
		}
	}
	pair := fact(name, said, false)
	if w, ok := pair[1].(*widgets.Text); ok {
		w.SetColor(color)
	}
	return newFacts(pair...)
}

// problem adds the last problem.
func (p *detailPage) problem() {
	last := p.state.Abilities.Problem
	if last == nil {
		return
	}
	p.heading(i18n.Text("Most recent problem"))
	color, safe := theme.ColorCaution, ""
	if last.At.Before(p.state.Abilities.Success) {
		color, safe = theme.ColorMuted, " "+i18n.Text("It has worked since then.")
	}
	said := i18n.Text("{{.When}} · {{.What}}", map[string]any{"What": words.TitleForConnection(*last), "When": words.TimeText(last.At, p.state.Now)}) + safe
	p.add(widgets.NewText(said, color, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin())
	more := i18n.Text("Details")
	if p.details {
		more = i18n.Text("Show less")
		p.add(p.unfolded(*last)...)
	}
	copied := button(i18n.Text("Copy"), nil)
	copied.SetOnTapped(func() {
		if p.OnCopy != nil {
			p.OnCopy(support(words.ConnectionName(p.state.Connection), *last))
			copied.SetIcon("check").SetText(i18n.Text("Copied"))
			p.list.Refresh()
		}
	})
	p.add(row(button(more, func() { p.details = !p.details; p.rebuildAs(!p.details) }), copied))
}

// rebuildAs rebuilds the page and focuses the button that folds the details, whose label may have
// changed.
func (p *detailPage) rebuildAs(folded bool) {
	had := p.reached() != ""
	p.build()
	switch {
	case had && folded:
		p.reach(i18n.Text("Details"))
	case had:
		p.reach(i18n.Text("Show less"))
	}
}

func (p *detailPage) unfolded(t problem.Problem) []fyne.CanvasObject {
	pairs := fact(i18n.Text("What happened"), words.ErrorDetails(t), false)
	if t.RequestID != "" {
		pairs = append(pairs, fact(i18n.Text("Request"), problem.MaskKeys(t.RequestID), false)...)
	}
	if t.Detail != "" {
		pairs = append(pairs, widgets.NewMuted(i18n.Text("Answer")).NoMargin(),
			widgets.NewText(problem.MaskKeys(t.Detail), fynetheme.ColorNameForeground, fynetheme.SizeNameCaptionText, fyne.TextStyle{Monospace: true}).NoMargin())
	}
	return []fyne.CanvasObject{newFacts(pairs...)}
}

func (p *detailPage) ends() {
	p.add(widgets.Gap(12), row(widgets.NewButton(i18n.Text("Remove this connection"), widgets.Danger, func() { widgets.CallIfSet(p.OnForget) })))
}
