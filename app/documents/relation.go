package documents

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"
)

// relationTarget is the kind and the target of a relation.
type relationTarget struct{ kind, name string }

// maxRelations is the maximum number of relations of a part.
const maxRelations = 20_000

// relations returns the relations of a part by ID; of is "" for the document itself. Targets
// outside the file are left out.
func relations(ctx context.Context, p *parts, of string) map[string]relationTarget {
	out := map[string]relationTarget{}
	dir, base := path.Split(of)
	_ = p.walk(ctx, dir+"_rels/"+base+".rels", elements{start: func(e element) {
		if e.name == "Relationship" && attribute(e, "TargetMode") != "External" &&
			len(out) < maxRelations {
			out[attribute(e, "Id")] = relationTarget{attribute(e, "Type"), beside(of, attribute(e, "Target"))}
		}
	}})
	return out
}

// targetOf returns the target of the first relation of that kind, ordered by ID; "" if there is
// none.
func targetOf(targets map[string]relationTarget, kind string) string {
	for _, id := range slices.Sorted(maps.Keys(targets)) {
		if strings.HasSuffix(targets[id].kind, kind) {
			return targets[id].name
		}
	}
	return ""
}

// relationID returns the relation ID of an element, ignoring an attribute that is just named id.
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
