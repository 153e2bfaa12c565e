package adjust

import (
	"slices"
	"strings"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// number adds one numeric parameter: its plain name and value, a slider, and at most one line about
// its effect. The technical name is the tooltip of the name and the slider. A click on the value
// edits it as text.
func (p *Panel) number(f *form.Form, name string) {
	i := slices.IndexFunc(chat.NumberParameters, func(n chat.NumberParameter) bool { return n.Name == name })
	n, w := chat.NumberParameters[i], words.SliderTexts()[name]
	set := func(v *float64, note string) {
		*n.Of(&p.params), p.notes[name] = v, note
		p.changed()
	}
	value, l := *n.Of(&p.params), settingLine{name: w.Name, technical: w.Technical}
	if value != nil {
		l.value = format.Field(*value)
	}
	l.typed, l.clear = func(text string) { set(parseNumber(n.Range, text)) }, func() { set(nil, "") }
	p.setting(f, 4, func() {
		slider := f.Slider(w.Name, n.Range.Min, n.Range.Max, n.Step, value, func(v float64) { set(&v, "") })
		p.sliderBox(f, l, w.About, slider.SetDefault(n.Default))
		p.note(f, name)
		p.ignored(f, w.Name, value)
	}, name)
}

// parseNumber parses a typed number and clamps it to a range; invalid text gives nil, so that the
// model decides. note explains either change to the user.
func parseNumber(r chat.Range, text string) (v *float64, note string) {
	if strings.TrimSpace(text) == "" {
		return nil, ""
	}
	typed, err := format.Parse(text)
	if err != nil {
		return nil, format.Question(err, i18n.Text("Enter a number from {{.Min}} to {{.Max}}.", map[string]any{"Min": format.Exact(r.Min), "Max": format.Exact(r.Max)}))
	}
	clamped := r.Clamp(typed)
	return &clamped, limitSentence(typed, r.Min, r.Max)
}

// sliderBox stacks a settingLine, a slider, and a sentence about it unless that is empty.
func (p *Panel) sliderBox(f *form.Form, l settingLine, about string, slider *widgets.Slider) {
	slider.SetHint(l.technical)
	f.Add(f.Group(&widgets.Column{}, func() {
		p.line(f, l)
		f.Add(slider)
		if about != "" {
			f.Muted(about)
		}
	}))
}
