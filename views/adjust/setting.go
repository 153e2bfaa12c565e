package adjust

import (
	"cmp"
	"encoding/json"
	"slices"

	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// setting adds the controls of a setting, with the given gap between them, and below them the
// model's refusals. fields are the names on the wire that the setting sets.
func (p *Panel) setting(f *form.Form, gap float32, build func(), fields ...string) {
	f.Scope(fields[0], func() {
		f.Block(4, func() {
			f.Block(gap, build)
			said, loud := words.KnownRefusals(p.refused, fields, p.value)
			f.Refused(fields[0], said, loud, func() { p.OnRetry(fields) })
		})
	})
}

// value returns the current value of a wire field, without quotes; set is false if it has none.
func (p *Panel) value(field string) (value string, set bool) {
	if field == chat.FieldMaxCompletionTokens {
		field = chat.FieldMaxTokens
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

// say sets the note below a setting, "" for none. field is the setting's first wire field.
func (p *Panel) say(field, note string) {
	if p.notes[field] != note {
		p.notes[field] = note
		p.form.Update()
	}
}

// note adds the setting's note in muted text. It is for a typed number that was changed.
func (p *Panel) note(f *form.Form, field string) {
	if note := p.notes[field]; note != "" {
		f.Muted(note)
	}
}

// complaint adds the setting's note in the color of an error. It is for a typed value that was
// rejected.
func (p *Panel) complaint(f *form.Form, field string) {
	if note := p.notes[field]; note != "" {
		f.Wrong(note)
	}
}

// limitSentence explains that a typed number was clamped to its range; "" if the number is in its
// range.
func limitSentence(typed, least, most float64) string {
	switch {
	case typed < least:
		return i18n.Text("The lowest value is {{.N}}.", map[string]any{"N": format.Number(int(least))})
	case typed > most:
		return i18n.Text("The highest value is {{.N}}.", map[string]any{"N": format.Number(int(most))})
	}
	return ""
}

// settingLine describes a line: the name of a setting on the left, its value and a reset button on
// the right.
type settingLine struct {
	// technical is the name's tooltip: the parameter's name in the API.
	name, technical string
	// value is the current value as text, typing what the user edits, "" for value. For the value
	// "", the line shows the text none, or that the model decides if none is "" as well.
	value, typing, none string
	// boxed makes the value always look like a text field, for settings without a slider.
	boxed bool
	// reset is the label of the reset button, "" for "Let the model decide".
	reset string
	// typed receives a value entered by the user; clear is called by the reset button.
	typed func(string)
	clear func()
}

// line adds a settingLine.
func (p *Panel) line(f *form.Form, l settingLine) {
	name := form.Control(f, "name", func() *hintArea { return newHinted(widgets.NewBody(l.name).NoWrap().NoMargin(), l.technical) })
	n := form.Control(f, "number", func() *number { return newNumber(l.name, l.boxed, p.form.Update) })
	n.done = l.typed
	if l.value == "" {
		n.set(cmp.Or(l.none, i18n.Text("as the model decides")), "", false)
	} else {
		n.set(l.value, cmp.Or(l.typing, l.value), true)
	}
	reset := f.IconButton("rotate-ccw", cmp.Or(l.reset, i18n.Text("Let the model decide")), l.clear)
	reset.SetSide(resetSide)
	widgets.SetVisible(reset, n.chosen && !(n.boxed && n.typed()))
	f.Add(container.New(&lineLayout{name: name, number: n, reset: reset}, name, n, reset))
}
