package conversation

import (
	"strings"

	"parley/app/chat"
)

// listed is the fields of a request one after the other, by their names and values on the wire (GATEWAY.md 2.1); "" for none.
func listed(fields []chat.Field) string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.Name + " " + string(f.Value)
	}
	return strings.Join(out, ", ")
}
