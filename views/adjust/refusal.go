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

// refusal says under a control what the model refuses of the fields it sets.
type refusal struct {
	*widgets.Refusal
	// fields are set by the control, by their names on the wire.
	fields []string
}

// withRefusal puts what the model refuses of some fields under their control.
func (p *Panel) withRefusal(control fyne.CanvasObject, fields ...string) fyne.CanvasObject {
	r := &refusal{widgets.NewRefusal(func() { p.OnRetry(fields) }), fields}
	p.refusals = append(p.refusals, r)
	p.showRefusal(r)
	return container.New(&widgets.Column{Gap: 4}, control, r.Object)
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

func (p *Panel) showRefusal(r *refusal) {
	if r.Set(words.KnownRefusals(p.refused, r.fields, p.value)) {
		p.relayout(r.Object)
	}
}

// value is the value of a field, without quotes.
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
