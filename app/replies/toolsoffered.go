package replies

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/client/failure"
	"parlando/client/fieldname"
)

// offerTools sets the tools offered throughout a turn, and the names of the tools left out because
// the model or its service is known to refuse them.
func (p *turnPlan) offerTools(tools Tools, known Catalog) {
	p.tools, p.refusedTools = nil, nil
	if tools == nil || len(p.params.Tools) == 0 {
		return
	}
	p.tools = tools.Definitions(p.params.Tools)
	if known == nil {
		return
	}
	model, _ := known.Model(p.connection, p.model)
	refused := known.RefusedTools(p.connection, p.model)
	p.tools, p.refusedTools = splitRefused(p.tools, func(name string) bool {
		return model.Tools == catalog.No || slices.Contains(refused, name)
	})
}

// splitRefused divides tools into those to offer and the names of the refused ones.
func splitRefused(tools []chat.ToolDefinition, refused func(name string) bool) (offered []chat.ToolDefinition, leftOut []string) {
	for _, d := range tools {
		if refused(d.Name) {
			leftOut = append(leftOut, d.Name)
		} else {
			offered = append(offered, d)
		}
	}
	return offered, leftOut
}

// refusesAllTools reports whether the model refuses all tools, which is recorded as a capability
// and not as a refused field.
func refusesAllTools(r failure.Refusal) bool { return r.Field == fieldname.Tools && r.AnyValue }

// maxNames limits the size in bytes of tool names stored with a request.
const maxNames = 3000

// requestFields returns fields in the form in which they are stored with a request. Tools are
// reduced to their names and a hash, since every request has the same schemas.
func requestFields(fields []failure.Field, toolNames []string) []chat.RequestField {
	var all []chat.RequestField
	for _, f := range fields {
		switch f.Name {
		case fieldname.ResponseFormat: // ladder.fields describes it in a shorter form
			continue
		case fieldname.Tools:
			f.Value = digest(toolNames, f.Value)
		}
		all = append(all, chat.RequestField(f))
	}
	return all
}

// digest returns the names of tools and a hash of the definitions as sent.
func digest(names []string, sent json.RawMessage) json.RawMessage {
	var d struct {
		Names []string `json:"names"`
		// More is the number of tools whose names are left out.
		More   int    `json:"more,omitempty"`
		SHA256 string `json:"sha256"`
	}
	size := 0
	for _, name := range names {
		if size += len(name) + len(`"",`); size > maxNames {
			d.More++
			continue
		}
		d.Names = append(d.Names, name)
	}
	sum := sha256.Sum256(sent)
	d.SHA256 = hex.EncodeToString(sum[:8])
	return encoded(d)
}

// encoded returns v as JSON.
func encoded(v any) json.RawMessage {
	data, _ := json.Marshal(v) // cannot fail for strings and numbers
	return data
}
