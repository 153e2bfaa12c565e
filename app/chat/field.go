package chat

import (
	"encoding/json"
	"slices"

	"parlando/client/fieldname"
)

// RequestField is an optional field of a request (GATEWAY.md 2.1). It is stored.
type RequestField struct {
	// Name is the JSON name of the field, such as "temperature".
	Name string `json:"name"`
	// Value is the JSON value as sent.
	Value json.RawMessage `json:"value"`
}

// Fields returns the parameters that are sent as request fields. The instructions are not among
// them, as they are sent as a message.
func (p Parameters) Fields() []RequestField {
	var all []RequestField
	add := func(name string, there bool, value any) {
		if !there {
			return
		}
		if data, err := json.Marshal(value); err == nil {
			all = append(all, RequestField{name, data})
		}
	}
	for _, n := range NumberParameters {
		add(n.Name, *n.Of(&p) != nil, *n.Of(&p))
	}
	add(fieldname.MaxTokens, p.MaxTokens != nil, p.MaxTokens)
	add(fieldname.Stop, len(p.Stop) > 0, p.Stop)
	add(fieldname.Seed, p.Seed != nil, p.Seed)
	add(fieldname.N, p.Replies != nil, p.Replies)
	add(fieldname.User, p.User != "", p.User)
	add(fieldname.ReasoningEffort, p.ReasoningEffort != "", p.ReasoningEffort)
	return all
}

// With returns p with the field of that JSON name set to v; nil clears the field. Fields that are
// not numbers can only be cleared. Unknown names change nothing.
func (p Parameters) With(name string, v *float64) Parameters {
	var whole *int
	var seed *int64
	if v != nil {
		n, s := int(*v), int64(*v)
		whole, seed = &n, &s
	}
	if i := slices.IndexFunc(NumberParameters, func(n NumberParameter) bool { return n.Name == name }); i >= 0 {
		*NumberParameters[i].Of(&p) = copied(v)
	}
	switch name {
	case fieldname.MaxTokens, fieldname.MaxCompletionTokens:
		p.MaxTokens = whole
	case fieldname.Seed:
		p.Seed = seed
	case fieldname.N:
		p.Replies = whole
	case fieldname.Stop:
		p.Stop = nil
	case fieldname.User:
		p.User = ""
	case fieldname.ReasoningEffort:
		p.ReasoningEffort = ""
	case fieldname.WebSearchOptions, fieldname.SearchTool, fieldname.Plugins:
		p.SearchWeb = false
	}
	return p
}
