package documents

import (
	"context"
	"strings"
)

// related is the kind and the target of a relation.
type related struct{ kind, name string }

// maxRelations bounds the relations of a part.
const maxRelations = 20_000

// relations returns the relations of a part by id. Targets outside the file are left out.
func relations(ctx context.Context, p *parts, of string) map[string]related {
	out := map[string]related{}
	dir, base := "", of
	if i := strings.LastIndexByte(of, '/'); i >= 0 {
		dir, base = of[:i+1], of[i+1:]
	}
	_ = p.walk(ctx, dir+"_rels/"+base+".rels", elements{start: func(e element) {
		if e.name == "Relationship" && attribute(e, "TargetMode") != "External" &&
			len(out) < maxRelations {
			out[attribute(e, "Id")] = related{attribute(e, "Type"), beside(of, attribute(e, "Target"))}
		}
	}})
	return out
}

// targetOf returns the target of a relation of that kind; "" if there is none.
func targetOf(targets map[string]related, kind string) string {
	for _, r := range targets {
		if strings.HasSuffix(r.kind, kind) {
			return r.name
		}
	}
	return ""
}

// relation returns the target of the first relation of a type; "" if there is none.
func relation(ctx context.Context, p *parts, name, kind string) string {
	target := ""
	_ = p.walk(ctx, name, elements{start: func(e element) {
		if target == "" && strings.HasSuffix(attribute(e, "Type"), kind) {
			target = attribute(e, "Target")
		}
	}})
	return target
}

// relationID returns the id of the relation that an element names, which has an id of its own
// beside it.
func relationID(e element) (id string) {
	eachAttribute(e.attributes, func(name, value []byte) bool {
		if strings.HasSuffix(string(name), ":id") {
			id = string(value)
			return false
		}
		return true
	})
	return id
}
