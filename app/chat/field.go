package chat

import (
	"encoding/json"
	"slices"
)

// Field is an optional field of a request (GATEWAY.md 2.1). Its words are stored.
type Field struct {
	// Name is its name on the wire: "temperature".
	Name string `json:"name"`
	// Value is its value in JSON, as it was sent.
	Value json.RawMessage `json:"value"`
}

// Fields returns p by the names and with the values of a request, without instructions, which are a
// message, and without what is never sent.
func (p Parameters) Fields() []Field {
	var all []Field
	add := func(name string, there bool, value any) {
		if !there {
			return
		}
		if data, err := json.Marshal(value); err == nil {
			all = append(all, Field{name, data})
		}
	}
	for _, n := range Numbers {
		add(n.Name, *n.Of(&p) != nil, *n.Of(&p))
	}
	add("max_tokens", p.MaxTokens != nil, p.MaxTokens)
	add("stop", len(p.Stop) > 0, p.Stop)
	add("seed", p.Seed != nil, p.Seed)
	add("n", p.Replies != nil, p.Replies)
	add("user", p.User != "", p.User)
	return all
}

// With returns p with one number changed by its name on the wire; nil lets the model decide. Fields
// that are no numbers can be emptied alone. Other names change nothing.
func (p Parameters) With(name string, v *float64) Parameters {
	var whole *int
	var seed *int64
	if v != nil {
		n, s := int(*v), int64(*v)
		whole, seed = &n, &s
	}
	if i := slices.IndexFunc(Numbers, func(n Number) bool { return n.Name == name }); i >= 0 {
		*Numbers[i].Of(&p) = copied(v)
	}
	switch name {
	case "max_tokens", "max_completion_tokens":
		p.MaxTokens = whole
	case "seed":
		p.Seed = seed
	case "n":
		p.Replies = whole
	case "stop":
		p.Stop = nil
	case "user":
		p.User = ""
	}
	return p
}
