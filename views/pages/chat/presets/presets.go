// Package presets is the controller of the presets of a chat page: the menu, the list, and the
// effects of choosing one.
package presets

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/adjust"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/topbar"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Chat is the chat that presets are applied to.
type Chat struct {
	// Parameters returns the parameters of the open chat. SetParameters changes and stores them.
	Parameters    func() chat.Parameters
	SetParameters func(chat.Parameters)
	// Model returns the model for the next message. ChosenModel returns the model chosen for this
	// chat, "" for the default. ChooseModel chooses a model, "" for the default.
	Model, ChosenModel func() string
	ChooseModel        func(model string)
	ModelName          func(model string) string
	// Question returns the notice or question about a model. KeepModel answers by keeping the
	// model.
	Question  func(model string) words.ModelQuestion
	KeepModel func(model string)
	// Current returns a function that reports whether the chat that is open now is still open.
	Current func() (still func() bool)
}

// Controller shows and changes the presets. Use it only on the window's thread.
type Controller struct {
	frame    shell.Host
	settings *settings.Store
	chat     Chat
	panel    *adjust.Panel
	top      *topbar.Topbar
	// before belongs to a chat that took a preset; see beforePreset.
	before *beforePreset
	// said is the last sentence of say.
	said string
}

// beforePreset holds the parameters and the chosen model that a chat had without a preset, and the
// model that presets gave it since. still reports whether that chat is open.
type beforePreset struct {
	params       chat.Parameters
	model, given string
	still        func() bool
}

// New returns a controller and connects it to the panel.
func New(f shell.Host, s *settings.Store, c Chat, panel *adjust.Panel, top *topbar.Topbar) *Controller {
	p := &Controller{frame: f, settings: s, chat: c, panel: panel, top: top}
	panel.OnPresets = p.showMenu
	panel.OnExpanded = func(open bool) { s.Change(func(s *settings.Settings) { s.MoreOpen = open }) }
	panel.SetExpanded(s.Get().MoreOpen)
	p.Refresh()
	return p
}

// all returns the presets with their displayed names.
func (c *Controller) all() []settings.Preset { return words.LocalizedPresets(c.settings.Get().Presets) }

// inUse returns the preset that the chat follows, even if its parameters have changed since.
func (c *Controller) inUse() (settings.Preset, bool) {
	all := c.all()
	i := indexOf(all, c.chat.Parameters().Preset)
	if i < 0 {
		return settings.Preset{}, false
	}
	return all[i], true
}

// Refresh shows the presets again after they have changed elsewhere.
func (c *Controller) Refresh() { c.panel.SetPresets(c.all()) }

// ShowMenu opens the menu of presets: in the Adjust panel if it is open, else under the top bar.
func (c *Controller) ShowMenu() {
	if c.panel.Visible() {
		c.showMenu(c.panel.PresetAnchor())
	} else {
		c.showMenu(c.top.AdjustAnchor())
	}
}

// menuMost is the maximum number of presets in the menu; the list of presets shows all of them.
const menuMost = 12

// showMenu opens the menu of presets under anchor.
func (c *Controller) showMenu(anchor fyne.CanvasObject) {
	all := c.all()
	_, follows := c.inUse()
	items := []widgets.MenuItem{{Icon: "ban", Text: i18n.TextIn("preset", "None"), Chosen: !follows, Do: c.takeOff}}
	for _, p := range all[:min(len(all), menuMost)] {
		items = append(items, widgets.MenuItem{Icon: "bookmark", Text: p.Name, Chosen: p.ID == c.chat.Parameters().Preset, Do: func() { c.ApplyPreset(p.ID) }})
	}
	if p, ok := c.inUse(); ok && !p.Matches(c.chat.Parameters()) {
		items = append(items, widgets.MenuItem{Icon: "refresh-cw", Text: i18n.Text("Update “{{.Name}}”", map[string]any{"Name": p.Name}), Do: c.askToUpdate})
	}
	items = append(items,
		widgets.MenuItem{Icon: "plus", Text: i18n.Text("Save as preset…"), Do: c.askToSave},
		widgets.MenuItem{Icon: "list-checks", Text: i18n.Text("Manage presets…"), Do: c.arrange})
	widgets.ShowMenu(anchor, items)
}

// ApplyPreset applies a preset to the chat. The toast offers Undo.
func (c *Controller) ApplyPreset(id chat.ID) {
	all := c.all()
	i := indexOf(all, id)
	if i < 0 {
		return
	}
	p, params, model := all[i], c.chat.Parameters(), c.chat.ChosenModel()
	if from, ok := c.inUse(); ok {
		params = from.TakeOff(params, c.beforePreset().params)
	} else {
		c.before = &beforePreset{params: params, model: model, still: c.chat.Current()}
	}
	if p.Model != "" && p.Model != c.chat.Model() {
		model = p.Model
		c.beforePreset().given = model
	}
	c.change(i18n.Text("Preset “{{.Name}}” is on.", map[string]any{"Name": p.Name}), p.Apply(params), model)
}

// beforePreset returns what the open chat had before its preset; nothing if that is not known.
func (c *Controller) beforePreset() *beforePreset {
	if c.before == nil || !c.before.still() {
		c.before = &beforePreset{still: c.chat.Current()}
	}
	return c.before
}

// takeOff takes the preset off the chat and gives back what the preset changed. The toast offers
// Undo.
func (c *Controller) takeOff() {
	p, ok := c.inUse()
	if !ok {
		return
	}
	model, before := c.chat.ChosenModel(), c.beforePreset()
	if model == before.given {
		model = before.model
	}
	c.change(i18n.Text("Preset “{{.Name}}” is off.", map[string]any{"Name": p.Name}), p.TakeOff(c.chat.Parameters(), before.params), model)
}

// change gives the chat other parameters and another model, says so, and offers Undo.
func (c *Controller) change(said string, params chat.Parameters, model string) {
	was, wasModel, still := c.chat.Parameters(), c.chat.ChosenModel(), c.chat.Current()
	c.chat.SetParameters(params)
	if model != wasModel {
		c.chat.ChooseModel(model)
	}
	back := func() {
		if !still() {
			return // another chat is open
		}
		c.frame.Toasts().ClearSaid(said)
		c.chat.SetParameters(was)
		if model != wasModel && c.chat.ChosenModel() != wasModel {
			c.chat.ChooseModel(wasModel)
		}
	}
	c.say(said, back)
	c.panel.OfferUndo(back) // for a panel that covers the toast
}

// say shows a sentence about the chat's preset, and offers Undo. It hides the sentence before,
// whose Undo would take back more.
func (c *Controller) say(said string, back func()) {
	c.frame.Toasts().ClearSaid(c.said)
	c.said = said
	c.frame.Toasts().Say(said, i18n.Text("Undo"), back)
}

// askToSave asks for a name and stores the parameters of the chat as a preset.
func (c *Controller) askToSave() {
	params, model := c.chat.Parameters(), c.chat.Model()
	name, wrong, withInstructions, withModel := "", "", true, false
	var f *form.Form
	var o *widgets.Overlay
	save := func() {
		p := settings.Preset{ID: chat.NewID(), Name: strings.TrimSpace(name), Parameters: params.ForPreset()}
		if p.Name == "" {
			wrong = i18n.Text("Enter a name for the preset.")
			f.Update()
			f.Focus(c.frame.Canvas(), i18n.Text("Name"))
			return
		}
		f.Draft.Used()
		o.Hide()
		if !withInstructions {
			p.Parameters.Instructions = ""
		}
		if withModel {
			p.Model = model
		}
		c.keep(p)
	}
	f = form.New(12, func(f *form.Form) {
		f.Heading(i18n.Text("Save as preset"))
		f.Block(10, func() {
			f.Add(f.Field(form.Field{
				Name: i18n.Text("Name"), Placeholder: i18n.Text("For example: Letters to the office"), Kept: "name", OnSubmit: save,
				OnChange: func(text string) { name = text }, Wrong: &wrong,
			}))
			if wrong != "" {
				f.Body(wrong)
			}
			if strings.TrimSpace(params.Instructions) != "" {
				f.Add(f.CheckOf(i18n.Text("Include your instructions"), &withInstructions))
			}
			if model != "" {
				f.Add(f.CheckOf(i18n.Text("Only with {{.Model}}", map[string]any{"Model": c.chat.ModelName(model)}), &withModel))
			}
		})
		f.AddEndRow(f.Button(i18n.Text("Cancel"), func() { o.Hide() }), f.Primary(i18n.Text("Save"), save))
	})
	f.Draft = form.Open(c.frame.Forms(), "preset")
	o = f.ShowOver(c.frame.Canvas(), 440)
}

// keep inserts a new preset at the top of the list, or asks before replacing one with the same
// name.
func (c *Controller) keep(p settings.Preset) {
	for _, other := range c.all() {
		if strings.EqualFold(other.Name, p.Name) {
			shell.Ask(c.frame, i18n.Text("Update “{{.Name}}”?", map[string]any{"Name": other.Name}), i18n.Text("You already have a preset with this name. Replace its settings with those of this chat?"),
				i18n.Text("Update"), func() { c.replace(other, p) })
			return
		}
	}
	c.settings.Change(func(s *settings.Settings) { s.Presets = slices.Insert(s.Presets, 0, p) })
	c.follow(p.ID)
	c.frame.Toasts().Say(i18n.Text("Saved preset “{{.Name}}”.", map[string]any{"Name": p.Name}), "", nil)
}

// follow records that the chat follows a preset.
func (c *Controller) follow(id chat.ID) {
	params := c.chat.Parameters()
	params.Preset = id
	c.Refresh()
	c.chat.SetParameters(params)
}

// askToUpdate asks before replacing the parameters of the preset in use with the chat's parameters.
func (c *Controller) askToUpdate() {
	p, ok := c.inUse()
	if !ok {
		return
	}
	next := settings.Preset{ID: p.ID, Name: p.Name, Model: p.Model, Parameters: c.chat.Parameters().ForPreset()}
	if p.Model != "" {
		next.Model = c.chat.Model()
	}
	shell.Ask(c.frame, i18n.Text("Update “{{.Name}}”?", map[string]any{"Name": p.Name}), i18n.Text("It will use this chat's settings. Other chats don't change."), i18n.Text("Update"),
		func() { c.replace(p, next) })
}

// replace replaces the preset was with next. If was is built in, next gets a new id, so that the
// built-in preset can be restored.
func (c *Controller) replace(was, next settings.Preset) {
	var before settings.Preset
	next.ID, next.Name = was.ID, was.Name
	if was.BuiltIn {
		next.ID = chat.NewID()
	}
	c.edit(was.ID, func(p *settings.Preset) { before, *p = *p, next })
	if before.ID == "" {
		return
	}
	c.follow(next.ID)
	c.say(i18n.Text("Updated “{{.Name}}”.", map[string]any{"Name": next.Name}), func() {
		c.edit(next.ID, func(p *settings.Preset) { *p = before })
		if c.chat.Parameters().Preset == next.ID {
			c.follow(before.ID)
		} else {
			c.Refresh()
		}
	})
}

// edit changes a stored preset if it exists.
func (c *Controller) edit(id chat.ID, change func(*settings.Preset)) {
	c.settings.Change(func(s *settings.Settings) {
		if i := indexOf(s.Presets, id); i >= 0 {
			change(&s.Presets[i])
		}
	})
}

// arrange opens the list of presets over the window.
func (c *Controller) arrange() {
	list := adjust.NewPresets()
	show := func() {
		list.Set(c.all(), len(c.settings.Get().MissingPresets()) > 0)
		c.Refresh()
	}
	change := func(do func(s *settings.Settings)) {
		c.settings.Change(do)
		show()
	}
	var o *widgets.Overlay
	list.OnPick = func(id chat.ID) {
		o.Hide()
		c.ApplyPreset(id)
	}
	list.OnMove = func(id chat.ID, to int) {
		change(func(s *settings.Settings) { s.Presets = movePreset(s.Presets, id, to) })
	}
	list.OnRename = func(id chat.ID, name string) {
		c.edit(id, func(p *settings.Preset) { p.Name = name })
		show()
	}
	list.OnDelete = func(id chat.ID) {
		shown := c.all()
		i := indexOf(shown, id)
		if i < 0 {
			return
		}
		gone := c.settings.Get().Presets[i]
		change(func(s *settings.Settings) {
			s.Presets = slices.DeleteFunc(s.Presets, func(p settings.Preset) bool { return p.ID == id })
		})
		said := i18n.Text("“{{.Name}}” was deleted.", map[string]any{"Name": shown[i].Name})
		back := func() {
			list.Say("", nil)
			c.frame.Toasts().ClearSaid(said)
			change(func(s *settings.Settings) {
				if indexOf(s.Presets, id) < 0 {
					s.Presets = slices.Insert(s.Presets, min(i, len(s.Presets)), gone)
				}
			})
		}
		list.Say(said, back)
		c.frame.Toasts().Say(said, i18n.Text("Undo"), back) // for a user who closes the list
	}
	list.Question = c.chat.Question
	list.OnAnswer = func(id chat.ID, use bool) {
		c.answer(id, use)
		show()
	}
	list.OnRestoreBuiltIn = func() {
		change(func(s *settings.Settings) { s.Presets = append(s.Presets, s.MissingPresets()...) })
	}
	show()
	o = widgets.ShowPage(c.frame.Canvas(), i18n.Text("Presets"), list, 480, 520)
}

// answer answers the question about a preset's model: switch to the suggested one (use) or keep it.
func (c *Controller) answer(id chat.ID, use bool) {
	p, _ := c.settings.Get().Preset(id)
	if !use {
		c.chat.KeepModel(p.Model)
		return
	}
	model := c.chat.Question(p.Model).Instead
	c.edit(id, func(p *settings.Preset) { p.Model = model })
}

// movePreset returns the presets with one moved to another index. An invalid index changes nothing.
func movePreset(presets []settings.Preset, id chat.ID, to int) []settings.Preset {
	i := indexOf(presets, id)
	if i < 0 || to < 0 || to >= len(presets) {
		return presets
	}
	p := presets[i]
	return slices.Insert(slices.Delete(presets, i, i+1), to, p)
}

// indexOf returns the index of a preset, -1 if it is not in the list.
func indexOf(presets []settings.Preset, id chat.ID) int {
	return slices.IndexFunc(presets, func(p settings.Preset) bool { return p.ID == id })
}
