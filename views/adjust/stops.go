package adjust

import (
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// stopField is the wire field of the stop sequences.
const stopField = chat.FieldStop

// stops adds the setting for stop sequences: words at which a reply ends.
func (p *Panel) stops(f *form.Form) {
	name := i18n.Text("Stop at these words")
	p.setting(f, 6, func() {
		field := f.Field(form.Field{Name: name, Placeholder: i18n.Text("Add a word (Enter)"), Value: p.stopText, OnChange: func(text string) {
			p.stopText = text
			p.say(stopField, "")
		}})
		remove := func(word string) {
			p.setStops(slices.DeleteFunc(slices.Clone(p.params.Stop), func(s string) bool { return s == word }))
			widgets.Focus(field)
		}
		field.OnSubmitted, field.OnFocusLost = func(string) { p.takeStop() }, p.takeStop
		field.OnKey = func(e *fyne.KeyEvent) bool {
			last := len(p.params.Stop) - 1
			if e.Name != fyne.KeyBackspace || field.Text != "" || last < 0 {
				return false
			}
			remove(p.params.Stop[last])
			return true
		}
		widgets.SetVisible(field, len(p.params.Stop) < chat.MaxStops)
		f.Body(name)
		if len(p.params.Stop) > 0 {
			f.Add(f.Group(&widgets.Flow{Gap: 6}, func() {
				for _, word := range p.params.Stop {
					f.Add(form.Control(f, "word "+word, func() *tag { return newTag(writeEscapes(word), func() { remove(word) }) }))
				}
			}))
		}
		f.Add(field)
		p.complaint(f, stopField)
		f.Muted(i18n.Text("Up to four words. Type \\n for a new line."))
	}, stopField)
}

// takeStop adds the typed word to the stop sequences, unless it is too long or already in the list.
func (p *Panel) takeStop() {
	word := readEscapes(p.stopText)
	now := p.params.Stop
	switch {
	case word == "" || len(now) == chat.MaxStops:
	case utf8.RuneCountInString(word) > chat.MaxStopLength:
		p.say(stopField, i18n.Text("Too long: use up to 200 characters."))
	case slices.Contains(now, word):
		p.say(stopField, i18n.Text("This word is already in the list."))
	default:
		p.stopText = ""
		p.setStops(append(slices.Clone(now), word))
		p.form.Reload()
	}
}

// setStops sets the stop sequences.
func (p *Panel) setStops(list []string) {
	if len(list) == 0 {
		list = nil
	}
	p.params.Stop, p.notes[stopField] = list, ""
	p.changed()
}

// writeEscapes writes the invisible characters of a word as escape sequences.
func writeEscapes(word string) string {
	return strings.NewReplacer("\\", "\\\\", "\n", "\\n", "\r", "\\r", "\t", "\\t").Replace(word)
}

// readEscapes decodes a typed word: \n is a newline, \t a tab, \\ a backslash. Other backslashes
// are literal.
func readEscapes(typed string) string {
	return strings.NewReplacer("\\\\", "\\", "\\n", "\n", "\\r", "\r", "\\t", "\t").Replace(typed)
}
