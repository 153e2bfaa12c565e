package memories

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/memories"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/ticklist"
	"parlando/views/widgets"
)

// several is the page on which the user chooses sentences from a text. Use it only on Fyne's
// thread.
type several struct {
	widget.BaseWidget
	*form.Form

	onAdd             func(texts []string)
	onCancel, onAgain func()
	onList            func(list chat.ID)
	// draftOf returns the draft of what is typed for a source.
	draftOf func(Origin) *form.Draft

	choices *choices // nil until they are read
	unread  bool
	wrong   string
	origin  Origin
	pasted  string
	lines   []*candidate
	list    ticklist.List
	frame   fyne.CanvasObject
}

func newSeveral(origin Origin, draftOf func(Origin) *form.Draft) *several {
	p := &several{origin: origin, draftOf: draftOf}
	p.list = ticklist.List{
		ID: func(i int) chat.ID { return chat.ID(p.lines[i].Text) }, Title: func(i int) string { return p.lines[i].Text },
		IsOffered: func(i int) bool { return p.isOffered(p.lines[i]) }, IsChosen: func(i int) bool { return p.lines[i].chosen },
		Choose: func(i int, on bool) { p.choose(p.lines[i], on) }, Row: func(i int) { p.row(p.lines[i]) },
	}
	p.Form, p.frame = form.NewPageWithFoot(8, p.fill)
	p.ExtendBaseWidget(p)
	return p
}

// set shows what was read. The ticks stay if the list is the same. At first the field of the pasted
// list gets the focus, if it is shown.
func (p *several) set(c choices) {
	first, same := p.choices == nil, p.choices != nil && p.choices.list == c.list
	p.choices, p.unread = &c, false
	switch {
	case p.source() != nil:
	case first && len(c.sources) > 0:
		p.origin = c.sources[0].Origin
	default:
		p.origin = Origin{}
	}
	p.from(p.origin)
	if !same {
		for _, l := range p.lines {
			l.chosen = false
		}
		for _, l := range p.lines {
			p.choose(l, !l.IsHeading && p.isOffered(l))
		}
	}
	p.Update()
	if first {
		p.Focus(widgets.CanvasOf(p), pasteName())
	}
}

func pasteName() string { return i18n.Text("Sentences, one on each line") }

// from shows the lines of a source.
func (p *several) from(o Origin) {
	if p.Draft == nil || o != p.origin {
		p.Draft = p.draftOf(o)
	}
	p.origin = o
	text := p.pasted
	if s := p.source(); s != nil {
		text = s.text
	}
	before := map[string]*candidate{}
	for _, l := range p.lines {
		before[l.Text] = l
	}
	p.lines = nil
	for _, one := range memories.Split(text) {
		l := before[one.Text]
		if l == nil {
			l = &candidate{Candidate: one}
			p.choose(l, !one.IsHeading && p.isOffered(l))
		}
		l.chosen = l.chosen && p.isOffered(l)
		p.lines = append(p.lines, l)
	}
}

// source returns the chosen text of an import, nil for the pasted list.
func (p *several) source() *source {
	for i := range p.choices.sources {
		if p.choices.sources[i].Origin == p.origin {
			return &p.choices.sources[i]
		}
	}
	return nil
}

// isOffered reports whether a line can be added.
func (p *several) isOffered(l *candidate) bool {
	final := l.final()
	return final.Text != "" && !final.TooLong() && !p.choices.has[final.Text]
}

// chosen returns the texts that are ticked.
func (p *several) chosen() (texts []string) {
	for _, l := range p.lines {
		if l.chosen {
			texts = append(texts, l.final().Text)
		}
	}
	return texts
}

// free returns the number of sentences that can still be ticked.
func (p *several) free() int {
	free := memories.MaxMemories - len(p.choices.has)
	for _, l := range p.lines {
		if l.chosen {
			free--
		}
	}
	return free
}

// choose ticks a line if there is room, or unticks it.
func (p *several) choose(l *candidate, on bool) { l.chosen = on && (l.chosen || p.free() > 0) }

func (p *several) fill(f *form.Form) {
	switch {
	case p.unread:
		p.Caution(i18n.Text("The sentences couldn't be read."))
		p.AddRow(p.Button(i18n.Text("Try again"), p.onAgain))
		return
	case p.choices == nil:
		return
	}
	p.Muted(i18n.Text("Read them first: models are told what you tick here, with every message."))
	addListChoice(f, p.choices.projects, p.choices.list, p.onList)
	p.chooseSource()
	if p.source() == nil {
		p.Add(p.Field(form.Field{
			Name: pasteName(), Placeholder: i18n.Text("Paste a list here, with one sentence on each line."), Rows: 4, Kept: "list",
			OnChange: func(text string) {
				p.pasted = text
				p.from(p.origin)
				p.Update()
			},
		}))
	}
	p.room()
	if p.list.Search = ""; len(p.lines) > searchedFrom {
		p.list.Search = i18n.TextIn("field", "Search")
	}
	if len(p.lines) > 0 {
		p.list.AddTo(f, len(p.lines))
	}
	p.Foot(p.foot)
}

// searchedFrom is the number of lines of a list that needs no search.
const searchedFrom = 15

// chooseSource adds the choice of the text, unless no import kept any.
func (p *several) chooseSource() {
	if len(p.choices.sources) == 0 {
		return
	}
	pasted := i18n.Text("A list that you paste")
	chosen := pasted
	if s := p.source(); s != nil {
		chosen = s.name
	}
	name := i18n.Text("From")
	p.Row(name, "", p.Dropdown(name, chosen, func(anchor *widgets.Dropdown) {
		var items []widgets.MenuItem
		item := func(text string, o Origin) {
			items = append(items, widgets.MenuItem{Text: text, Chosen: o == p.origin, Do: func() {
				p.wrong = ""
				p.from(o)
				p.Update()
			}})
		}
		for _, s := range p.choices.sources {
			item(s.name, s.Origin)
		}
		item(pasted, Origin{})
		widgets.ShowMenu(anchor, items)
	}))
}

// room says that not all lines fit in the list.
func (p *several) room() {
	offered := 0
	for _, l := range p.lines {
		if p.isOffered(l) && !l.IsHeading {
			offered++
		}
	}
	switch room := memories.MaxMemories - len(p.choices.has); {
	case room <= 0:
		p.Caution(i18n.Text("The list is full. Delete a sentence first."))
	case offered > room:
		p.Caution(i18n.Plural("Only {{.N}} of these sentences fit: a list has at most {{.Most}}. Tick those that matter most.", room, map[string]any{"Most": format.Number(memories.MaxMemories)}))
	}
}

// row adds a line with its tick. One that is too long has a field in which to shorten it.
func (p *several) row(l *candidate) {
	note := ""
	switch {
	case l.TooLong():
		p.shorten(l)
		return
	case p.choices.has[l.Text]:
		note = i18n.TextIn("sentence", "already here")
	case l.IsHeading:
		note = i18n.Text("heading")
	}
	p.Add(p.tick(l, l.Text, note))
}

// tick returns the tick of a line.
func (p *several) tick(l *candidate, text, note string) *widgets.Check {
	tick := p.WrappedCheck(text, note, l.chosen, func(on bool) {
		p.choose(l, on)
		p.Update()
	})
	switch final := l.final(); {
	case p.choices.has[final.Text]:
		tick.SetDisabled(i18n.Text("This sentence is already in the list."))
	case !p.isOffered(l):
		tick.SetDisabled(i18n.Text("Shorten it first."))
	case !l.chosen && p.free() <= 0:
		tick.SetDisabled(i18n.Text("There's no room for it. Untick another sentence first."))
	}
	return tick
}

// shorten adds the field of a line that is too long.
func (p *several) shorten(l *candidate) {
	p.Add(p.Field(form.Field{Name: i18n.Text("Sentence"), Value: l.Text, Rows: 3, Kept: l.Text, OnChange: func(typed string) {
		fitted := p.isOffered(l)
		l.shortened = typed
		if strings.TrimSpace(typed) == "" {
			l.shortened = " "
		}
		if p.choose(l, l.chosen && p.isOffered(l)); !fitted && p.isOffered(l) {
			p.choose(l, true)
		}
		p.Update()
	}}))
	length := map[string]any{"N": format.Number(utf8.RuneCountInString(l.final().Text)), "Most": format.Number(memories.MaxRunes)}
	note := i18n.Text("{{.N}} of {{.Most}} characters", length)
	if l.final().TooLong() {
		note = i18n.Text("Too long: {{.N}} characters, of which {{.Most}} fit. Shorten it to add it.", length)
	}
	p.Add(p.tick(l, i18n.Text("Add this sentence"), note))
}

// foot adds the balance and the buttons.
func (p *several) foot() {
	n := len(p.chosen())
	if p.wrong != "" {
		p.Wrong(p.wrong)
	}
	long := 0
	for _, l := range p.lines {
		if l.final().TooLong() {
			long++
		}
	}
	if long > 0 {
		p.Caution(i18n.Plural("{{.N}} sentences are too long to be added. Shorten them first.", long))
	}
	p.Muted(i18n.Text("{{.N}} ticked · room for {{.Free}}", map[string]any{"N": format.Number(n), "Free": format.Number(memories.MaxMemories - len(p.choices.has))}))
	add := p.Primary(i18n.Plural("Add {{.N}} sentences", n), func() { p.onAdd(p.chosen()) })
	if n == 0 {
		add.SetDisabled(i18n.Text("Tick a sentence first."))
	}
	p.Add(container.New(&widgets.EndRow{}, p.Button(i18n.Text("Cancel"), p.onCancel), add))
}

// InnerContent implements widgets.ContentHolder.
func (p *several) InnerContent() fyne.CanvasObject { return p.frame }

// CreateRenderer implements fyne.Widget.
func (p *several) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame) }
