package adjust

import (
	"cmp"
	"encoding/json"
	"slices"

	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// setting adds the controls of a setting with a space of gap between them, and what the model
// refused of the fields on the wire that the setting sets.
func (p *Panel) setting(f *form.Form, gap float32, build func(), fields ...string) {
	f.Scope(fields[0], func() {
		f.Block(4, func() {
			f.Block(gap, build)
			said, loud := words.KnownRefusals(p.refused, fields, p.value)
			f.Refused(fields[0], said, loud, func() { p.OnRetry(fields) })
		})
	})
}

// value returns the current value of a field, without quotes.
func (p *Panel) value(field string) (value string, set bool) {
	if field == "max_completion_tokens" {
		field = "max_tokens"
	}
	all := p.params.Fields()
	i := slices.IndexFunc(all, func(f chat.RequestField) bool { return f.Name == field })
	if i < 0 {
		return "", false
	}
	if json.Unmarshal(all[i].Value, &value) != nil {
		value = string(all[i].Value)
	}
	return value, true
}

// say stores the note below a setting, "" for none. field is the first one of the setting.
func (p *Panel) say(field, note string) {
	if p.notes[field] != note {
		p.notes[field] = note
		p.form.Update()
	}
}

// note adds the note of a setting in muted words, for a typed number that was changed.
func (p *Panel) note(f *form.Form, field string) {
	if note := p.notes[field]; note != "" {
		f.Muted(note)
	}
}

// complaint adds the note of a setting in the color of an error, for a typed value that was
// rejected.
func (p *Panel) complaint(f *form.Form, field string) {
	if note := p.notes[field]; note != "" {
		f.Wrong(note)
	}
}

// limitSentence reports that a typed number was changed to the nearest one of its range, "" for one
// within it.
func limitSentence(typed, least, most float64) string {
	switch {
	case typed < least:
		return i18n.Text("The lowest value is {{.N}}.", map[string]any{"N": i18n.Number(int(least))})
	case typed > most:
		return i18n.Text("The highest value is {{.N}}.", map[string]any{"N": i18n.Number(int(most))})
	}
	return ""
}

// settingLine describes a line with the name of a setting on the left, its value and a reset button
// on the right.
type settingLine struct {
	// technical is the tooltip of the name.
	name, technical string
	// value is the text of the value; without one, "", none is shown, or that the model decides.
	value, none string
	// boxed makes the value always look like a text field, for settings without a slider.
	boxed bool
	// reset is the name of the reset button if that does not let the model decide.
	reset string
	// typed receives a value entered by the user; clear is called by the reset button.
	typed func(string)
	clear func()
}

// line adds a line.
func (p *Panel) line(f *form.Form, l settingLine) {
	name := form.Control(f, "name", func() *hintArea { return newHinted(widgets.NewBody(l.name).NoWrap().NoMargin(), l.technical) })
	n := form.Control(f, "number", func() *number { return newNumber(l.name, l.boxed, p.form.Update) })
	n.done = l.typed
	if l.value == "" {
		n.set(cmp.Or(l.none, i18n.Text("default")), false)
	} else {
		n.set(l.value, true)
	}
	reset := f.IconButton("rotate-ccw", cmp.Or(l.reset, i18n.Text("Reset to default")), l.clear)
	reset.SetSide(resetSide)
	widgets.SetVisible(reset, n.chosen && !(n.boxed && n.typed()))
	f.Add(container.New(lineLayout{name, n, reset}, name, n, reset))
}
