// Package tools is the controller of the tools of a chat page: the list in which they are switched on, the form of a tool of the user's own, and
// the answers to the cards that ask whether a call may run.
package tools

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"

	"parley/app/catalog"
	"parley/app/chat"
	"parley/app/connections"
	"parley/app/markdown"
	"parley/app/tools"
	"parley/views/conversation/cards"
	"parley/views/shell"
	view "parley/views/tools"
	"parley/views/widgets"
	"parley/views/words"
)

const (
	// armAfter is how long nothing must have been pressed before the buttons of a card work, armAtMost how long after its appearance they do
	// in any case: nobody allows a call by a key or a click that was meant for something else.
	armAfter  = 400 * time.Millisecond
	armAtMost = 1500 * time.Millisecond
	// manyTools is from how many tools on it is said that models choose badly among so many.
	manyTools = 25
)

// Owner has the tools (package tools of app).
type Owner interface {
	All() []tools.Tool
	OwnTools() []tools.Own
	Save(o tools.Own, was string) error
	Remove(name string) error
	Waiting(conversation chat.ID) []chat.ToolRequest
	Decide(reply chat.ID, call string, d tools.Decision) error
	SearchesEverywhere() bool
	SetSearchEverywhere(everywhere bool) error
}

// Models knows which tools a model takes (package catalog).
type Models interface {
	Models(connection chat.ID) []catalog.Model
	Model(connection chat.ID, id string) (m catalog.Model, ok bool)
	RefusedTools(connection chat.ID, model string) []string
	TryTools(connection chat.ID, model string)
}

// Chat is the chat whose tools they are.
type Chat struct {
	// Open returns it, with the connection and the model that the next message is sent to.
	Open          func() chat.Conversation
	SetParameters func(chat.Parameters)
	// Service returns its connection, ModelName what a model of it is called.
	Service   func() connections.Connection
	ModelName func(id string) string
	// Pick chooses another model.
	Pick func(model string)
}

// Control shows the tools. It is used on the window's thread.
type Control struct {
	frame  *shell.Frame
	owner  Owner
	models Models
	chat   Chat
	now    func() time.Time
	// pressed is when a key or a button was pressed last, and before the time before that. appeared when each card was laid out first, by reply and call.
	pressed, before time.Time
	appeared        map[[2]string]time.Time
}

// New makes a controller.
func New(f *shell.Frame, o Owner, m Models, c Chat, now func() time.Time) *Control {
	return &Control{frame: f, owner: o, models: m, chat: c, now: now, appeared: map[[2]string]time.Time{}}
}

// Pressed notes that a key or a button was pressed, also the one that answers a card: what is pressed next may be meant for the same place.
func (c *Control) Pressed() { c.before, c.pressed = c.pressed, c.now() }

// Waiting implements cards.Tools.
func (c *Control) Waiting(reply chat.ID, call string) (r chat.ToolRequest, own, ok bool) {
	for _, r := range c.owner.Waiting(c.chat.Open().ID) {
		if r.Reply != reply || r.Call.ID != call {
			continue
		}
		if key := keyOf(r); c.appeared[key].IsZero() {
			c.appeared[key] = c.now()
		}
		// One of the user's own may have been deleted since.
		builtIn := slices.ContainsFunc(c.owner.All(), func(t tools.Tool) bool { return !t.Own && t.Name == r.Call.Name })
		return r, !builtIn, true
	}
	return chat.ToolRequest{}, false, false
}

// WaitingToGoOn implements cards.Tools.
func (c *Control) WaitingToGoOn(reply chat.ID) (r chat.ToolRequest, ok bool) {
	r, _, ok = c.Waiting(reply, "")
	return r, ok
}

func keyOf(r chat.ToolRequest) [2]string { return [2]string{string(r.Reply), r.Call.ID} }

// SearchesEverywhere implements cards.Tools.
func (c *Control) SearchesEverywhere() bool { return c.owner.SearchesEverywhere() }

// Service implements cards.Tools.
func (c *Control) Service() string { return c.chat.Service().Name }

// CopyResult implements cards.Tools.
func (c *Control) CopyResult(text string) {
	text, hidden := markdown.Clean(text)
	c.frame.Copy(text)
	if hidden == 0 {
		c.frame.SayCopied()
		return
	}
	c.frame.Toasts.Say(lang.L("Copied without invisible characters: {{.N}}", map[string]any{"N": words.Count(hidden)}), "", nil)
}

// Answer implements cards.Tools.
func (c *Control) Answer(r chat.ToolRequest, answer cards.ToolAnswer) {
	now := c.now()
	shown := now.Sub(c.appeared[keyOf(r)])
	if shown < armAfter || shown < armAtMost && now.Sub(c.before) < armAfter {
		return
	}
	switch answer {
	case cards.ToolDeny:
		c.decide(r, tools.Decision{Verdict: tools.Deny})
	case cards.ToolAllowOnce:
		c.decide(r, tools.Decision{Verdict: tools.AllowOnce})
	case cards.ToolAllowForAnswer:
		c.decide(r, tools.Decision{Verdict: tools.AllowForAnswer})
	case cards.ToolTypeResult:
		c.askForResult(r)
	}
}

func (c *Control) decide(r chat.ToolRequest, d tools.Decision) {
	delete(c.appeared, keyOf(r))
	switch err := c.owner.Decide(r.Reply, r.Call.ID, d); {
	case err == nil:
	case errors.Is(err, tools.ErrDecided):
		c.frame.Toasts.Say(lang.L("This was answered before, or is no longer asked for."), "", nil)
	default:
		c.frame.CouldNotKeep(err)
	}
}

// askForResult asks for the result of a tool of the user's own.
func (c *Control) askForResult(r chat.ToolRequest) {
	box := widgets.NewTextArea(lang.L("Result"), lang.L("What the tool answers"), 6)
	var about strings.Builder
	for _, v := range words.ToolArguments(r.Call, words.WholeToolText) {
		about.WriteString(v.Name + ": " + v.Value + "\n")
	}
	column := container.New(&widgets.Column{Gap: 10}, widgets.NewMuted(strings.TrimSpace(about.String())).Flush(), box)
	title := lang.L("The result of {{.Tool}}", map[string]any{"Tool": r.Call.Name})
	o := widgets.Ask(c.frame.Canvas(), title, column, lang.L("Send the result"), lang.L("Cancel"), func() {
		c.decide(r, tools.Decision{Verdict: tools.AllowOnce, Result: box.Text})
	})
	o.SetSticky(true)
	c.frame.Canvas().Focus(box)
}

// Show opens the list of tools.
func (c *Control) Show() {
	list := view.NewList(lang.L("What {{.Model}} may use in this chat. It asks before anything of yours is read or sent.", map[string]any{"Model": c.modelName()}))
	everywhere := widgets.NewCheck(lang.L("Search the chats of all connections, too"))
	everywhere.Set(c.owner.SearchesEverywhere())
	everywhere.OnChanged = func(on bool) {
		if err := c.owner.SetSearchEverywhere(on); err != nil {
			c.frame.CouldNotKeep(err)
		}
	}
	var o *widgets.Overlay
	list.OnSwitch = func(name string, on bool) {
		c.switchTool(name, on)
		c.fill(list, everywhere)
		o.Relayout()
	}
	list.OnRetry = func() {
		open := c.chat.Open()
		c.models.TryTools(open.Connection, open.Model)
		c.fill(list, everywhere)
		o.Relayout()
	}
	c.fill(list, everywhere)
	list.OnAdd = func() { o.Hide(); c.edit(tools.Own{Parameters: exampleSchema}, "") }
	list.OnEdit = func(name string) {
		for _, own := range c.owner.OwnTools() {
			if own.Name == name {
				o.Hide()
				c.edit(own, name)
			}
		}
	}
	o = widgets.Page(c.frame.Canvas(), lang.L("Tools"), lang.L("Close"), list, 680, 0)
}

// fill shows the tools, what each costs, and what those that are sent cost together.
func (c *Control) fill(list *view.List, everywhere fyne.CanvasObject) {
	open := c.chat.Open()
	on, refused := open.Params.Tools, c.models.RefusedTools(open.Connection, open.Model)
	var all []view.Tool
	none := c.takesNone(open)
	tokens, sent := 0, 0
	for _, t := range c.owner.All() {
		row := view.Tool{Name: t.Name, Purpose: words.ToolPurpose(t.Name), Cost: words.Tokens(t.Tokens), Own: t.Own, On: slices.Contains(on, t.Name)}
		row.Title, row.Icon = words.Tool(t.Name)
		switch {
		case t.Own:
			row.Title = lang.L("My own: {{.Tool}}", map[string]any{"Tool": t.Name})
			row.Purpose, row.Permission = cmp.Or(words.Short(t.Description, 120), lang.L("You type the result yourself")), lang.L("you answer")
		case t.Asks:
			row.Permission = lang.L("asks")
		default:
			row.Permission = lang.L("never asks")
		}
		if slices.Contains(refused, t.Name) {
			row.Refusal = lang.L("The service does not accept this tool. Messages are sent without it.")
		}
		if t.Name == tools.SearchMyChats {
			row.Option = everywhere
		}
		if row.On && row.Refusal == "" && !none {
			tokens, sent = tokens+t.Tokens, sent+1
		}
		all = append(all, row)
	}
	total := ""
	switch {
	case sent > 0:
		total = lang.L("{{.Tokens}} with every message", map[string]any{"Tokens": words.Tokens(tokens)})
	case !slices.ContainsFunc(all, func(t view.Tool) bool { return t.On }):
		total = lang.L("None is on.")
	}
	if sent >= manyTools {
		total += ". " + lang.L("Models choose badly among so many tools.")
	}
	refusal := ""
	if none {
		refusal = lang.L("{{.Model}} takes no tools. Messages are sent without them.", map[string]any{"Model": c.modelName()})
	}
	list.Set(all, total, refusal)
}

func (c *Control) modelName() string { return c.chat.ModelName(c.chat.Open().Model) }

// takesNone reports whether the model of a chat is known to take no tools.
func (c *Control) takesNone(open chat.Conversation) bool {
	m, ok := c.models.Model(open.Connection, open.Model)
	return ok && m.Tools == catalog.No
}

// switchTool switches a tool on or off for this chat.
func (c *Control) switchTool(name string, on bool) {
	p := c.chat.Open().Params.Clone()
	p.Tools = slices.DeleteFunc(p.Tools, func(n string) bool { return n == name })
	if on {
		p.Tools = append(p.Tools, name)
	}
	if !on && p.ToolChoice == name {
		p.ToolChoice = ""
	}
	c.chat.SetParameters(p)
}

const exampleSchema = `{
  "type": "object",
  "properties": {
    "city": {"type": "string", "description": "A city"}
  },
  "required": ["city"]
}`

// edit shows the form of a tool of the user's own; was is its name before, "" for a new one.
func (c *Control) edit(own tools.Own, was string) {
	name := widgets.NewField(lang.L("Name"), "book_appointment")
	name.SetText(own.Name)
	description := widgets.NewField(lang.L("What it does"), lang.L("Tells the model when to use it"))
	description.SetText(own.Description)
	schema := widgets.NewTextArea(lang.L("Parameters, as JSON Schema"), "", 8)
	schema.SetText(own.Parameters)
	wrong := widgets.NewBody("").Flush()
	wrong.Hide()
	var o *widgets.Overlay
	save := func() {
		next := tools.Own{Name: strings.TrimSpace(name.Text), Description: strings.TrimSpace(description.Text), Parameters: schema.Text}
		if err := c.owner.Save(next, was); err != nil {
			wrong.SetText(words.ToolError(err))
			wrong.Show()
			o.Relayout()
			c.frame.Canvas().Focus(name)
			return
		}
		o.Hide()
		if was != "" && was != next.Name && slices.Contains(c.chat.Open().Params.Tools, was) {
			c.switchTool(was, false)
		}
		c.switchTool(next.Name, true)
		c.Show()
	}
	about := widgets.NewMuted(lang.L("When the model calls it, a card shows you what it wants, and you type the result.")).Flush()
	buttons := container.NewHBox(widgets.NewButton(lang.L("Save"), widgets.Primary, save))
	if was != "" {
		buttons.Add(widgets.NewButton(lang.L("Delete"), widgets.Secondary, func() {
			if err := c.owner.Remove(was); err != nil {
				wrong.SetText(words.ToolError(err))
				wrong.Show()
				o.Relayout()
				return
			}
			o.Hide()
			c.switchTool(was, false)
			c.Show()
		}))
	}
	labeled := func(label string, field fyne.CanvasObject) fyne.CanvasObject {
		return container.New(&widgets.Column{Gap: 4}, widgets.NewMuted(label).Flush(), field)
	}
	fields := container.New(&widgets.Column{Gap: 12}, about, labeled(lang.L("Name"), name), labeled(lang.L("What it does"), description),
		labeled(lang.L("Parameters, as JSON Schema"), schema))
	foot := container.New(layout.NewCustomPaddedLayout(12, 0, 0, 0), container.New(&widgets.Column{Gap: 12}, wrong, buttons))
	const width, margin = 560, 20
	scroll := container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, margin/2), fields))
	scroll.SetMinSize(fyne.NewSize(0, widgets.HeightAt(fields, width-2*margin))) // less where the window is too low
	// The bar that scrolls the fields lies in the margin.
	content := container.NewBorder(nil, foot, nil, nil, container.New(layout.NewCustomPaddedLayout(0, 0, 0, -margin/2), scroll))
	o = widgets.Page(c.frame.Canvas(), lang.L("My own tool"), lang.L("Close"), content, width, 560)
	o.SetSticky(true)
	c.frame.Canvas().Focus(name)
}
