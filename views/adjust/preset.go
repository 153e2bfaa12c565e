package adjust

import (
	"slices"

	"fyne.io/fyne/v2/container"

	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// preset adds the menu of presets, and buttons that save changed parameters or undo a selection.
func (p *Panel) preset(f *form.Form) {
	if p.OnPresets == nil {
		return
	}
	params, shown, update := p.params, i18n.Text("none"), ""
	changed := !params.IsZero()
	if i := slices.IndexFunc(p.presets, func(s settings.Preset) bool { return s.ID == params.Preset }); i >= 0 && params.Preset != "" {
		name := p.presets[i].Name
		if shown, changed = name, !p.presets[i].Matches(params); changed {
			shown = i18n.Text("{{.Name}} (changed)", map[string]any{"Name": name})
			update = i18n.Text("Update “{{.Name}}”", map[string]any{"Name": words.ShortName(name, words.MaxNameOnButton)})
		}
	}
	name := i18n.Text("Preset")
	f.Block(6, func() {
		f.Body(name)
		p.presetMenu = f.Dropdown(name, shown, func(anchor *widgets.Dropdown) { p.OnPresets(anchor) })
		save := f.ButtonCalled("save", i18n.Text("Save as preset"), widgets.Bare, p.OnSavePreset)
		widgets.SetVisible(save, changed)
		buttons := f.Group(&widgets.Flow{Gap: 12}, func() {
			if p.undoPreset != nil {
				undo := f.ButtonCalled("undo preset", i18n.Text("Undo"), widgets.Bare, p.undoPreset)
				f.NextFocus(undo, name)
				f.Add(undo)
			}
			if update != "" {
				f.Add(f.ButtonCalled("update", update, widgets.Bare, p.OnUpdatePreset))
			}
			f.Add(save)
		})
		// Reserve the space of one row of buttons: otherwise moving a slider would show the buttons
		// and push the slider away from the pointer.
		f.Add(p.presetMenu, container.NewStack(widgets.Gap(save.MinSize().Height), buttons))
	})
}
