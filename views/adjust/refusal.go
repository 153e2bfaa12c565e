package adjust

import (
	"encoding/json"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/catalog"
	"parley/app/chat"
	"parley/views/theme"
	"parley/views/widgets"
	"parley/views/words"
)

// refusal says under a control what the model refuses of it, and offers to try again; hidden while it refuses nothing.
type refusal struct {
	object *fyne.Container
	words  *widgets.Words
	again  *widgets.Button
	// fields are what the control sets, by their names on the wire.
	fields []string
}

// withRefusal puts what the model refuses of some fields under their control.
func (p *Panel) withRefusal(control fyne.CanvasObject, fields ...string) fyne.CanvasObject {
	r := &refusal{fields: fields, words: widgets.NewWords("", theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Flush()}
	r.again = widgets.NewButton(lang.L("Try again"), widgets.Bare, func() { p.OnRetry(fields) }).SetSmall()
	r.object = container.New(&widgets.Column{Gap: 2}, r.words, container.New(&widgets.Flow{}, r.again))
	r.object.Hide()
	p.refusals = append(p.refusals, r)
	p.showRefusal(r)
	return container.New(&widgets.Column{Gap: 4}, control, r.object)
}

// SetRefusals gives what the model of the chat is known to refuse.
func (p *Panel) SetRefusals(known []catalog.Refusal) {
	p.refused = known
	p.showRefusals()
}

func (p *Panel) showRefusals() {
	for _, r := range p.refusals {
		p.showRefusal(r)
	}
}

// showRefusal paints what is refused of one control: loudly where it is about the value that is set.
func (p *Panel) showRefusal(r *refusal) {
	said, color := "", theme.ColorMuted
	for _, known := range p.refused {
		if !slices.Contains(r.fields, known.Field) {
			continue
		}
		if said != "" {
			said += "\n"
		}
		said += words.KnownRefusal(known)
		if value, set := p.value(known.Field); set && known.Covers(value) {
			color = theme.ColorCaution
		}
	}
	visible := said != ""
	if r.words.Text() == said && r.object.Visible() == visible {
		r.words.SetColor(color)
		return
	}
	r.words.SetText(said)
	r.words.SetColor(color)
	widgets.Show(r.object, visible)
	p.relayout(r.object)
}

// value is what is set for a field, without quotes.
func (p *Panel) value(field string) (value string, set bool) {
	if field == "max_completion_tokens" {
		field = "max_tokens"
	}
	all := p.params.Fields()
	i := slices.IndexFunc(all, func(f chat.Field) bool { return f.Name == field })
	if i < 0 {
		return "", false
	}
	if json.Unmarshal(all[i].Value, &value) != nil {
		value = string(all[i].Value)
	}
	return value, true
}
