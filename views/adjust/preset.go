package adjust

import (
	"slices"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// undoHeight is the space below the menu of presets at the default text size.
const undoHeight = 26

// preset adds the menu of presets, and below it a button that undoes a selection.
func (p *Panel) preset(f *form.Form) {
	if p.OnPresets == nil {
		return
	}
	shown := i18n.TextIn("preset", "None")
	if i := slices.IndexFunc(p.presets, func(s settings.Preset) bool { return s.ID == p.params.Preset }); i >= 0 && p.params.Preset != "" {
		if shown = p.presets[i].Name; !p.presets[i].Matches(p.params) {
			shown = i18n.Text("{{.Name}} (changed)", map[string]any{"Name": shown})
		}
	}
	name := i18n.Text("Preset")
	f.Block(0, func() {
		p.presetMenu = f.Dropdown(name, shown, func(anchor *widgets.Dropdown) { p.OnPresets(anchor) }).SetNamed()
		// Reserve the space of the button, partly in the gap to the next setting: otherwise moving
		// a slider would remove the button and move the slider away from the pointer.
		below := container.NewStack(widgets.Gap(undoHeight * theme.ScaledIconSize() / theme.IconSize))
		if p.undoPreset != nil {
			undo := f.ButtonCalled("undo preset", i18n.Text("Undo preset change"), widgets.Bare, p.undoPreset).SetIcon("undo-2").SetAccent()
			f.NextFocus(undo, name)
			below.Add(container.NewHBox(undo))
		}
		f.Add(p.presetMenu, container.New(layout.NewCustomPaddedLayout(0, -12, 0, 0), below))
	})
}
