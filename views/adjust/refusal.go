package adjust

import (
	"encoding/json"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/views/widgets"
	"parlando/views/words"
)

// refusal shows below a control that the model refuses fields the control sets.
type refusal struct {
	*widgets.RefusalNote
	// fields are the names on the wire of the fields the control sets.
	fields []string
}

// withRefusal returns control with a note below it about refusals of the given fields.
func (p *Panel) withRefusal(control fyne.CanvasObject, fields ...string) fyne.CanvasObject {
	r := &refusal{widgets.NewRefusalNote(func() { p.OnRetry(fields) }), fields}
	p.refusals = append(p.refusals, r)
	p.showRefusal(r)
	return container.New(&widgets.Column{Gap: 4}, control, r.Object)
}

// SetRefusals sets the known refusals of the chat's model.
func (p *Panel) SetRefusals(known []catalog.Refusal) {
	p.refused = known
	p.showRefusals()
}

func (p *Panel) showRefusals() {
	for _, r := range p.refusals {
		p.showRefusal(r)
	}
}

func (p *Panel) showRefusal(r *refusal) {
	if r.Set(words.KnownRefusals(p.refused, r.fields, p.value)) {
		p.relayout(r.Object)
	}
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
