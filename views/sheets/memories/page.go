package memories

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/memories"
	"parlando/app/projects"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/sidebar"
	"parlando/views/widgets"
	"parlando/views/words"
)

// contents is the content of the page.
type contents struct {
	// unread reports that reading failed.
	unread bool
	// readOnly is the reason why nothing can be changed, "" if it can.
	readOnly history.ReadOnlyReason
	// hasImports reports that an import kept texts.
	hasImports bool
	projects   []projects.Project
	all        []memories.Memory
	// chats are those from which the memories come, without deleted ones.
	chats map[chat.ID]chat.Summary
	now   time.Time
}

// wrongText is the error of a typed text: of a memory, or of the new one if id is "".
type wrongText struct {
	id   chat.ID
	text string
}

// page is one list of memories. Use it only on Fyne's thread.
type page struct {
	widget.BaseWidget
	*form.Form

	onChoose func(list chat.ID)
	onAdd    func(text string)
	onChange func(m memories.Memory, text string)
	onDelete func(memories.Memory)
	onOpen   func(conversation chat.ID)
	// onUse sets which memories are sent in the chats of the project.
	onUse      func(projects.Memories)
	onTryAgain func()
	// onSeveral adds sentences from a text.
	onSeveral func()

	list  chat.ID
	state *contents // nil until it is read
	typed string
	wrong wrongText
	frame fyne.CanvasObject // contains the form
}

func newPage(list chat.ID) *page {
	p := &page{list: list}
	p.Form, p.frame = form.NewPage(10, p.fill)
	p.ExtendBaseWidget(p)
	return p
}

// set shows what was read. At first the field for a new memory gets the focus.
func (p *page) set(c contents) {
	first := p.state == nil
	p.state = &c
	p.Update()
	if first {
		p.Focus(widgets.CanvasOf(p), newName())
	}
}

func (p *page) setWrong(id chat.ID, text string) {
	p.wrong = wrongText{id, text}
	p.Update()
}

// added empties the field of the new memory.
func (p *page) added() {
	p.Draft.UsedField(newField, p.typed)
	p.typed, p.wrong = "", wrongText{}
	p.SetText(newName(), "")
}

// changed shows the stored text of a memory until the memories are read again.
func (p *page) changed(id chat.ID, text string) {
	p.Draft.UsedField(string(id), text)
	if p.state == nil {
		return
	}
	if i := slices.IndexFunc(p.state.all, func(m memories.Memory) bool { return m.ID == id }); i >= 0 {
		p.state.all[i].Text = text
	}
	p.Update()
}

// newField is the field of the new memory in the draft; the others have the ids of their memories.
const newField = "new"

func newName() string { return i18n.Text("Something to remember") }

func (p *page) fill(*form.Form) {
	if p.state == nil {
		return
	}
	p.chooseList()
	switch s := p.state; {
	case s.unread:
		p.Caution(i18n.Text("The sentences couldn't be read."))
		p.AddRow(p.Button(i18n.Text("Try again"), p.onTryAgain))
		return
	case p.list == "":
		p.Muted(p.sentWhere())
	default:
		p.chooseUse()
	}
	if p.state.readOnly == history.Writable {
		p.addNew()
	} else {
		p.Caution(words.ReadOnlyNotice(p.state.readOnly))
	}
	for i := range p.state.all {
		p.Scope(string(p.state.all[i].ID), func() { p.memory(&p.state.all[i]) })
	}
	if len(p.state.all) == 0 {
		p.Body(i18n.Text("Nothing is remembered here yet. Write a sentence, or turn on “Remember facts about me” under Tools."))
		return
	}
	p.Muted(i18n.Text("{{.N}} of {{.Most}}", map[string]any{"N": format.Number(len(p.state.all)), "Most": format.Number(memories.MaxMemories)}))
}

// chooseList adds the choice of the list, unless there is only one.
func (p *page) chooseList() { addListChoice(p.Form, p.state.projects, p.list, p.onChoose) }

func addListChoice(f *form.Form, all []projects.Project, list chat.ID, choose func(list chat.ID)) {
	if len(all) == 0 {
		return
	}
	ids, names := []chat.ID{""}, map[chat.ID]string{"": i18n.Text("In all chats")}
	for _, one := range all {
		ids, names[one.ID] = append(ids, one.ID), words.ShortName(one.Name, words.MaxNameInSentence)
	}
	name := i18n.Text("List")
	f.Row(name, "", f.Dropdown(name, names[list], func(anchor *widgets.Dropdown) {
		var items []widgets.MenuItem
		for _, id := range ids {
			items = append(items, widgets.MenuItem{Text: names[id], Chosen: id == list, Do: func() { choose(id) }})
		}
		widgets.ShowMenu(anchor, items)
	}))
}

// sentWhere says with which messages the sentences of the list for all chats are sent.
func (p *page) sentWhere() string {
	if slices.ContainsFunc(p.state.projects, func(one projects.Project) bool { return one.Memories != projects.AllMemories }) {
		return i18n.Text("These sentences are sent with every message. A project's chats get them only if its list says so.")
	}
	return i18n.Text("These sentences are sent with every message.")
}

// uses are the choices of what is sent in the chats of a project.
var uses = []projects.Memories{projects.OwnMemories, projects.AllMemories, projects.NoMemories}

// chooseUse adds the choice of the memories that are sent in the chats of the project.
func (p *page) chooseUse() {
	i := slices.IndexFunc(p.state.projects, func(one projects.Project) bool { return one.ID == p.list })
	if i < 0 || p.state.readOnly != history.Writable {
		return
	}
	p.Choice(i18n.Text("Sent in the chats of this project"), i18n.Text("With every message. Other chats never get these sentences."),
		[]string{i18n.Text("Only these"), i18n.Text("Those for all chats, too"), i18n.TextIn("memories", "None")}, slices.Index(uses, p.state.projects[i].Memories), func(i int) { p.onUse(uses[i]) })
}

// addNew adds the field for a new memory.
func (p *page) addNew() {
	add := func() { p.onAdd(p.typed) }
	field := p.Field(form.Field{
		Name: newName(), Placeholder: i18n.Text("For example: I am a vegetarian."), Value: p.typed, Kept: newField, OnSubmit: add,
		OnChange: func(text string) { p.typed = text },
	})
	p.Add(container.NewBorder(nil, nil, nil, p.Button(i18n.Text("Add"), add), field))
	p.wrongAt("")
	several := i18n.Text("Paste a list…")
	if p.state.hasImports {
		several = i18n.Text("Add from an import or a list…")
	}
	p.AddRow(p.Button(several, p.onSeveral))
}

// wrongAt adds the error of a text.
func (p *page) wrongAt(id chat.ID) {
	if p.wrong.id == id && p.wrong.text != "" {
		p.Wrong(p.wrong.text)
	}
}

// memory adds a memory with its date and its chat. A changed text that cannot be stored stays in
// its field, also when the sheet is closed.
func (p *page) memory(m *memories.Memory) {
	if p.state.readOnly != history.Writable {
		p.Body(m.Text)
	} else {
		kept := string(m.ID)
		field := p.Field(form.Field{Name: i18n.Text("Sentence"), Rows: 1, Value: m.Text, Kept: kept, OnDone: func(text string) {
			p.wrong = wrongText{}
			p.onChange(*m, text)
		}})
		p.Add(container.NewBorder(nil, nil, nil, p.IconButton("trash-2", i18n.Text("Forget"), func() { p.onDelete(*m) }), field))
		p.wrongAt(m.ID)
		if p.Draft.Keeps(kept) {
			p.AddRow(widgets.NewMuted(i18n.Text("This change isn't saved.")).NoWrap().NoMargin(),
				p.ButtonCalled("discard", i18n.Text("Discard change"), widgets.Bare, func() {
					p.Draft.DiscardField(kept)
					p.setWrong("", "")
				}).SetSmall())
		}
	}
	date := widgets.NewMuted(words.Date(m.Created, p.state.now)).NoWrap().NoMargin()
	if c, ok := p.state.chats[m.Conversation]; ok {
		title := words.ShortName(sidebar.Title(c), words.MaxNameInSentence)
		p.AddRow(date, p.ButtonCalled(title, title, widgets.Bare, func() { p.onOpen(m.Conversation) }).SetSmall())
		return
	}
	p.Add(date)
}

// InnerContent implements widgets.ContentHolder.
func (p *page) InnerContent() fyne.CanvasObject { return p.frame }

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame) }
