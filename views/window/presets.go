package window

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"

	"parley/app/chat"
	"parley/app/settings"
	"parley/views/adjust"
	"parley/views/widgets"
	"parley/views/words"
)

// buildPresets connects what Adjust says about presets with what is done.
func (v *Window) buildPresets() {
	v.adjust.OnPresets = v.showPresetMenu
	v.adjust.OnSavePreset = v.savePreset
	v.adjust.OnUpdatePreset = v.updatePreset
	v.adjust.OnMore = func(open bool) { v.core.Settings.Change(func(s *settings.Settings) { s.MoreOpen = open }) }
	v.adjust.SetMore(v.core.Settings.Get().MoreOpen)
	v.refreshPresets()
}

// presets are those there are, as a person sees them.
func (v *Window) presets() []settings.Preset { return words.Presets(v.core.Settings.Get().Presets) }

// presetInUse is the one the chat follows, whether or not its dials were changed since.
func (v *Window) presetInUse() (settings.Preset, bool) {
	all := v.presets()
	i := slices.IndexFunc(all, func(p settings.Preset) bool { return p.ID == v.open.Params.Preset })
	if i < 0 {
		return settings.Preset{}, false
	}
	return all[i], true
}

func (v *Window) refreshPresets() {
	v.adjust.SetPresets(v.presets())
	v.showPresetName()
}

// showPresetName says in the bar above the chat which preset it follows.
func (v *Window) showPresetName() {
	p, ok := v.presetInUse()
	v.top.SetPreset(p.Name, ok && !p.Matches(v.open.Params))
}

// pickPresetByKey opens the menu of presets: in Adjust where that is open, else under the bar.
func (v *Window) pickPresetByKey() {
	if v.shown != page(v.chat) {
		return
	}
	if v.core.Settings.Get().Comfort.Simple {
		v.showAdjust(true) // which says why not
		return
	}
	if v.adjust.Visible() {
		v.showPresetMenu(v.adjust.PresetAnchor())
	} else {
		v.showPresetMenu(v.top.AdjustAnchor())
	}
}

// menuMost is how many presets the menu has at most: the rest is in the list, which scrolls.
const menuMost = 12

// showPresetMenu opens the menu of presets under anchor.
func (v *Window) showPresetMenu(anchor fyne.CanvasObject) {
	all := v.presets()
	var items []widgets.MenuItem
	for _, p := range all[:min(len(all), menuMost)] {
		items = append(items, widgets.MenuItem{Icon: "bookmark", Words: p.Name, Chosen: p.ID == v.open.Params.Preset, Do: func() { v.pickPreset(p.ID) }})
	}
	if p, ok := v.presetInUse(); ok && !p.Matches(v.open.Params) {
		items = append(items, widgets.MenuItem{Icon: "refresh-cw", Words: lang.L("Update “{{.Name}}”", map[string]any{"Name": p.Name}), Do: v.updatePreset})
	}
	items = append(items,
		widgets.MenuItem{Icon: "plus", Words: lang.L("Save these dials as a preset…"), Do: v.savePreset},
		widgets.MenuItem{Icon: "list-checks", Words: lang.L("All presets: order, rename, delete…"), Do: v.arrangePresets})
	if menu := widgets.ShowMenu(anchor, items); menu != nil {
		v.popup(menu)
	}
}

// setParams gives the chat other dials at once.
func (v *Window) setParams(p chat.Parameters) {
	v.adjust.Set(p)
	v.adjust.OnChange(p)
	v.saveParams.now()
}

// pickPreset lets the chat follow a preset. What was before comes back with the toast's Undo.
func (v *Window) pickPreset(id chat.ID) {
	all := v.presets()
	i := slices.IndexFunc(all, func(p settings.Preset) bool { return p.ID == id })
	if i < 0 {
		return
	}
	p, was, model, opening := all[i], v.open.Params, v.open.Model, v.opening
	from, _ := v.presetInUse()
	v.setParams(p.Apply(was, from))
	if p.Model != "" && p.Model != v.model() {
		v.pickModel(p.Model)
	}
	back := func() {
		if opening != v.opening {
			return // another chat is open
		}
		v.toasts.Clear()
		v.setParams(was)
		if p.Model != "" && v.open.Model != model {
			v.open.Model = model
			v.pickModel(v.model())
		}
	}
	v.toasts.Say(lang.L("This chat follows “{{.Name}}” now.", map[string]any{"Name": p.Name}), lang.L("Undo"), back)
	v.adjust.OfferUndo(back) // where the panel lies over the toast
}

// savePreset asks for a name and keeps the dials of the chat under it.
func (v *Window) savePreset() {
	params, model := v.open.Params, v.model()
	field := widgets.NewField(lang.L("Name"), lang.L("For example: Letters to the office"))
	instructions := widgets.NewCheck(lang.L("With the instructions"))
	instructions.Set(true)
	withModel := widgets.NewCheck(lang.L("Only for {{.Model}}", map[string]any{"Model": v.modelName(model)}))
	trouble := widgets.NewBody("").Flush()
	trouble.Hide()
	column := container.New(&widgets.Column{Gap: 10}, field, trouble)
	if strings.TrimSpace(params.Instructions) != "" {
		column.Add(instructions)
	}
	if model != "" {
		column.Add(withModel)
	}
	var o *widgets.Overlay
	keep := func() {
		name := strings.TrimSpace(field.Text)
		if name == "" {
			trouble.SetText(lang.L("A preset needs a name."))
			trouble.Show()
			o.Relayout()
			v.window.Canvas().Focus(field)
			return
		}
		o.Hide()
		p := settings.Preset{ID: chat.NewID(), Name: name, Parameters: params.Clone()}
		if !instructions.On() {
			p.Parameters.Instructions = ""
		}
		if withModel.On() {
			p.Model = model
		}
		v.keepPreset(p)
	}
	field.OnSubmitted = func(string) { keep() }
	field.OnChanged = func(string) { trouble.Hide() }
	save := widgets.NewButton(lang.L("Save"), widgets.Primary, keep)
	cancel := widgets.NewButton(lang.L("Cancel"), widgets.Secondary, func() { o.Hide() })
	buttons := container.New(layout.NewCustomPaddedHBoxLayout(8), layout.NewSpacer(), cancel, save)
	card := container.New(&widgets.Column{Gap: 12}, widgets.NewHeading(lang.L("Save as a preset")).Flush(), column, buttons)
	o = widgets.ShowOverlay(v.window.Canvas(), card, true, widgets.Centered(440))
	o.SetSticky(true)
	v.popup(o)
	v.window.Canvas().Focus(field)
}

// modelName is what a model is called.
func (v *Window) modelName(id string) string {
	if m, _ := v.core.Catalog.Model(v.connection(), id); m.Name != "" {
		return m.Name
	}
	return id
}

// keepPreset puts a new preset at the top of the list, or asks before it takes the place of one of the same name.
func (v *Window) keepPreset(p settings.Preset) {
	for _, other := range v.presets() {
		if strings.EqualFold(other.Name, p.Name) {
			v.question(lang.L("Update “{{.Name}}”?", map[string]any{"Name": other.Name}), lang.L("There is a preset of this name. It takes the dials of this chat in place of its own."),
				lang.L("Update"), func() { v.replacePreset(other, p) })
			return
		}
	}
	v.core.Settings.Change(func(s *settings.Settings) { s.Presets = slices.Insert(s.Presets, 0, p) })
	v.follow(p.ID)
	v.toasts.Say(lang.L("“{{.Name}}” is kept as a preset.", map[string]any{"Name": p.Name}), "", nil)
}

// follow notes that the dials of the chat are those of a preset.
func (v *Window) follow(id chat.ID) {
	params := v.open.Params
	params.Preset = id
	v.refreshPresets()
	v.setParams(params)
}

// updatePreset asks before the preset in use takes the dials of this chat.
func (v *Window) updatePreset() {
	p, ok := v.presetInUse()
	if !ok {
		return
	}
	next := settings.Preset{ID: p.ID, Name: p.Name, Model: p.Model, Parameters: v.open.Params.Clone()}
	if p.Model != "" {
		next.Model = v.model()
	}
	v.question(lang.L("Update “{{.Name}}”?", map[string]any{"Name": p.Name}), lang.L("It takes the dials of this chat in place of its own. Other chats stay as they are."), lang.L("Update"),
		func() { v.replacePreset(p, next) })
}

// replacePreset puts next in the place of was. One that was there at first becomes the person's own, so that it can be brought back.
func (v *Window) replacePreset(was, next settings.Preset) {
	var before settings.Preset
	next.ID, next.Name = was.ID, was.Name
	if was.BuiltIn {
		next.ID = chat.NewID()
	}
	v.core.Settings.Change(func(s *settings.Settings) {
		if i := slices.IndexFunc(s.Presets, func(p settings.Preset) bool { return p.ID == was.ID }); i >= 0 {
			before, s.Presets[i] = s.Presets[i], next
		}
	})
	if before.ID == "" {
		return
	}
	v.follow(next.ID)
	v.toasts.Say(lang.L("“{{.Name}}” is updated.", map[string]any{"Name": next.Name}), lang.L("Undo"), func() {
		v.core.Settings.Change(func(s *settings.Settings) {
			if i := slices.IndexFunc(s.Presets, func(p settings.Preset) bool { return p.ID == next.ID }); i >= 0 {
				s.Presets[i] = before
			}
		})
		if v.open.Params.Preset == next.ID {
			v.follow(before.ID)
		} else {
			v.refreshPresets()
		}
	})
}

// arrangePresets lays the list of presets over the window.
func (v *Window) arrangePresets() {
	list := adjust.NewPresets()
	show := func() {
		list.Set(v.presets(), len(v.core.Settings.Get().MissingPresets()) > 0)
		v.refreshPresets()
	}
	change := func(do func(s *settings.Settings)) {
		v.core.Settings.Change(do)
		show()
	}
	find := func(s *settings.Settings, id chat.ID) int {
		return slices.IndexFunc(s.Presets, func(p settings.Preset) bool { return p.ID == id })
	}
	var o *widgets.Overlay
	list.OnPick = func(id chat.ID) {
		o.Hide()
		v.pickPreset(id)
	}
	list.OnMove = func(id chat.ID, to int) {
		change(func(s *settings.Settings) {
			if i := find(s, id); i >= 0 && to >= 0 && to < len(s.Presets) {
				p := s.Presets[i]
				s.Presets = slices.Insert(slices.Delete(s.Presets, i, i+1), to, p)
			}
		})
	}
	list.OnRename = func(id chat.ID, name string) {
		change(func(s *settings.Settings) {
			if i := find(s, id); i >= 0 {
				s.Presets[i].Name = name
			}
		})
	}
	list.OnDelete = func(id chat.ID) {
		shown := v.presets()
		i := slices.IndexFunc(shown, func(p settings.Preset) bool { return p.ID == id })
		if i < 0 {
			return
		}
		gone := v.core.Settings.Get().Presets[i]
		change(func(s *settings.Settings) {
			s.Presets = slices.DeleteFunc(s.Presets, func(p settings.Preset) bool { return p.ID == id })
		})
		said := lang.L("“{{.Name}}” was deleted.", map[string]any{"Name": shown[i].Name})
		back := func() {
			list.Say("", nil)
			change(func(s *settings.Settings) {
				if find(s, id) < 0 {
					s.Presets = slices.Insert(s.Presets, min(i, len(s.Presets)), gone)
				}
			})
		}
		list.Say(said, back)
		v.toasts.Say(said, lang.L("Undo"), back) // for who closes the list
	}
	list.OnBringBack = func() {
		change(func(s *settings.Settings) { s.Presets = append(s.Presets, s.MissingPresets()...) })
	}
	show()
	o = widgets.Page(v.window.Canvas(), lang.L("Presets"), lang.L("Close"), list, 480, 520)
	v.popup(o)
}

// keepParams stores the dials of a chat a moment after the last change.
func (v *Window) keepParams(p chat.Parameters) {
	v.open.Params = p
	v.showPresetName()
	id := v.open.ID
	if id == "" || v.middle.unread() {
		return // it is kept with the conversation, once there is one, or once it was read
	}
	v.saveParams.set(func() {
		v.change(func(ctx context.Context) error { return v.core.History.SetParameters(ctx, id, p) })
	})
}
