package answers

import (
	"cmp"
	"strconv"

	"parlando/app/chat"
	"parlando/app/internal/identifier"
)

// rowKey is the key of the row number in the answer to CellsRequest. No column has this key.
const rowKey = "row"

// JSONKeys returns the JSON names of the columns: portable (ASCII letters, digits and underscores,
// at most 64), unique, and close to the user's names.
func JSONKeys(columns []chat.Column) []string {
	keys := make([]string, len(columns))
	taken := map[string]bool{rowKey: true}
	for i, c := range columns {
		key := cmp.Or(identifier.From(c.Name, "column"), "column_"+strconv.Itoa(i+1))
		keys[i] = identifier.Unique(key, func(key string) bool { return taken[key] })
		taken[keys[i]] = true
	}
	return keys
}
