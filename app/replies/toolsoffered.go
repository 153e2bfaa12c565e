package replies

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"

	"parley/app/catalog"
	"parley/app/chat"
	"parley/client"
)

// definitions returns the tools that a turn offers from its start to its end, and the names of those that it does not, since the model or its
// service is known not to accept them.
func (r *Replies) definitions(t *turn) (offered []chat.ToolDefinition, leftOut []string) {
	if r.o.Tools == nil || len(t.params.Tools) == 0 {
		return nil, nil
	}
	all := r.o.Tools.Definitions(t.params.Tools)
	if r.o.Catalog == nil {
		return all, nil
	}
	model, _ := r.o.Catalog.Model(t.connection, t.model)
	refused := r.o.Catalog.RefusedTools(t.connection, t.model)
	for _, d := range all {
		if model.Tools == catalog.No || slices.Contains(refused, d.Name) {
			leftOut = append(leftOut, d.Name)
		} else {
			offered = append(offered, d)
		}
	}
	return offered, leftOut
}

// leaveOut takes out the tools that a request was refused for, and reports whether it can be made again without them.
func (t *turn) leaveOut(err error) bool {
	var e *client.Error
	if !errors.As(err, &e) || e.Refusal == nil || e.Refusal.Field != "tools" {
		return false
	}
	before := len(t.tools)
	t.tools = slices.DeleteFunc(slices.Clone(t.tools), func(d chat.ToolDefinition) bool {
		refused := e.Refusal.AnyValue || d.Name == e.Refusal.Value
		if refused {
			t.leftOut = append(t.leftOut, d.Name)
		}
		return refused
	})
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.replies {
		p.offersTools = len(t.tools) > 0
	}
	return len(t.tools) < before
}

// refusesAllTools reports whether the model takes no tools. That is remembered as what the model can, not as a refused field.
func refusesAllTools(r client.Refusal) bool { return r.Field == "tools" && r.AnyValue }

// maxNames is how many bytes of the names of tools are kept with a request.
const maxNames = 3000

// noted returns fields as they are kept with a request: of tools their names and a hash, since every request has the same schemas.
func noted(fields []client.Field) []chat.Field {
	var all []chat.Field
	for _, f := range fields {
		if f.Name == "tools" {
			f.Value = digest(f.Value)
		}
		all = append(all, chat.Field(f))
	}
	return all
}

// digest returns the names of tools and a hash of all that was sent of them.
func digest(tools json.RawMessage) json.RawMessage {
	var list []struct{ Function struct{ Name string } }
	_ = json.Unmarshal(tools, &list) // client has just made it
	var d struct {
		Names []string `json:"names"`
		// More is the number of tools whose names are not kept.
		More   int    `json:"more,omitempty"`
		SHA256 string `json:"sha256"`
	}
	size := 0
	for _, t := range list {
		if size += len(t.Function.Name) + len(`"",`); size > maxNames {
			d.More++
			continue
		}
		d.Names = append(d.Names, t.Function.Name)
	}
	sum := sha256.Sum256(tools)
	d.SHA256 = hex.EncodeToString(sum[:8])
	return encoded(d)
}

// toolNames returns tools by their names, as a field that was left out.
func toolNames(names []string) chat.Field { return chat.Field{Name: "tools", Value: encoded(names)} }

func encoded(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic("replies: names that JSON cannot hold: " + err.Error())
	}
	return data
}
