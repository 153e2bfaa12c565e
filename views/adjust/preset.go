package adjust

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// preset shows the preset of the chat, and offers to save changed parameters.
type preset struct {
	object *fyne.Container
	panel  *Panel
	list   []settings.Preset
	choice *widgets.Dropdown
	update *widgets.Button
	save   *widgets.Button
	undo   *widgets.Button
	// before undoes the last selection; nil after any later change.
	before func()
	// named is the preset whose name is shown.
	named chat.ID
}

func newPreset(p *Panel) *preset {
	s := &preset{panel: p}
	s.choice = widgets.NewDropdown(i18n.Text("Preset"), func() { p.OnPresets(s.choice) })
	s.update = widgets.NewButton("", widgets.Bare, func() { p.OnUpdatePreset() })
	s.save = widgets.NewButton(i18n.Text("Save as preset"), widgets.Bare, func() { p.OnSavePreset() })
	s.undo = widgets.NewButton(i18n.Text("Undo"), widgets.Bare, func() { s.before() })
	s.object = container.New(&widgets.Column{Gap: 6}, widgets.NewBody(i18n.Text("Preset")).NoMargin(), s.choice,
		// One row has its room from the start, so that no slider moves away from the mouse that
		// moves it.
		container.NewStack(widgets.Gap(s.save.MinSize().Height), container.New(&widgets.Flow{Gap: 12}, s.undo, s.update, s.save)))
	for _, o := range []fyne.CanvasObject{s.object, s.update, s.save, s.undo} {
		o.Hide()
	}
	return s
}

// show displays the preset of the current parameters.
func (s *preset) show() {
	params := s.panel.params
	i := slices.IndexFunc(s.list, func(p settings.Preset) bool { return p.ID == params.Preset })
	known, changed := i >= 0 && params.Preset != "", !params.IsZero()
	switch {
	case !known:
		s.choice.Set(i18n.Text("none"))
	case s.list[i].Matches(params):
		s.choice.Set(s.list[i].Name)
		changed = false
	default:
		s.choice.Set(i18n.Text("{{.Name}} (changed)", map[string]any{"Name": s.list[i].Name}))
		s.update.SetText(i18n.Text("Update “{{.Name}}”", map[string]any{"Name": words.ShortName(s.list[i].Name, words.MaxNameOnButton)}))
		changed = true
	}
	moved := s.named != params.Preset // whose name may be longer
	s.named = params.Preset
	show := func(o fyne.CanvasObject, yes bool) {
		moved = moved || o.Visible() != yes
		widgets.SetVisible(o, yes)
	}
	show(s.object, s.panel.OnPresets != nil)
	show(s.update, known && changed)
	show(s.save, changed)
	show(s.undo, s.before != nil)
	if moved { // else each step of a slider would lay the whole panel out again
		s.panel.relayout(s.object)
	}
}
