package settings

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"

	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/widgets"
)

// option adds a choice of values for a setting. names are the labels of values, of returns the
// setting.
func option[T comparable](p *page, label, hint string, names []string, values []T, of func(*settings.Settings) *T) {
	p.Choice(label, hint, names, slices.Index(values, *of(&p.state.Settings)), func(i int) {
		p.choose(func(c *settings.Settings) { *of(c) = values[i] })
	})
}

// number is option for a number. If the number is not one of values, the nearest is selected.
func number(p *page, label, hint string, names []string, values []float64, of func(*settings.Settings) *float64) {
	p.Choice(label, hint, names, nearest(values, *of(&p.state.Settings)), func(i int) {
		p.choose(func(c *settings.Settings) { *of(c) = values[i] })
	})
}

// onOff adds a setting that is on or off.
func (p *page) onOff(label, hint string, of func(*settings.Settings) *bool) {
	p.OnOff(label, hint, *of(&p.state.Settings), func(on bool) {
		p.choose(func(c *settings.Settings) { *of(c) = on })
	})
}

// link returns a button that opens a target.
func (p *page) link(words string, to Target) *widgets.Button {
	return p.Button(words, func() { widgets.CallWith(p.OnOpen, to) })
}

// model adds the choice of a model: a menu, a field for the ID of any model, and a note if the
// chosen model ends. chosen is "" if the user has chosen none, so that defaultModel is used; now
// returns the current choice.
func (p *page) model(name, chosen, defaultModel string, now func() modelchoice.Choice) {
	menu := form.Control(p.Form, name+" menu", func() *widgets.Dropdown { return widgets.NewDropdown(i18n.Text("Model"), nil) })
	showMenu := func() { widgets.ShowMenu(menu, now().Items(nil)) }
	menu.SetOnTapped(showMenu)
	menu.Set(now().Name(now().Model))
	p.Add(menu, p.Field(form.Field{Name: name, Placeholder: defaultModel, Value: chosen, OnDone: func(typed string) {
		if typed == "" {
			now().Choose("")
			return
		}
		now().Enter(typed)
	}}))
	now().AddNote(p.Form, name+" menu", func(fyne.CanvasObject) { showMenu() })
}

// nearest returns the index of the nearest value.
func nearest(values []float64, value float64) int {
	best := 0
	for i, v := range values {
		if math.Abs(v-value) < math.Abs(values[best]-value) {
			best = i
		}
	}
	return best
}
