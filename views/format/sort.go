package format

import (
	"bytes"
	"slices"

	"golang.org/x/text/collate"

	"parlando/views/i18n"
)

// Sort sorts all by their names in the order of the window's language, without regard to capitals.
// What has the same name stays in its order.
func Sort[T any](all []T, name func(T) string) {
	type sortEntry struct {
		key []byte
		of  T
	}
	order, buffer := collate.New(i18n.Tag(), collate.IgnoreCase), &collate.Buffer{}
	keys := make([]sortEntry, len(all))
	for i, one := range all {
		keys[i] = sortEntry{order.KeyFromString(buffer, name(one)), one}
	}
	slices.SortStableFunc(keys, func(a, b sortEntry) int { return bytes.Compare(a.key, b.key) })
	for i, k := range keys {
		all[i] = k.of
	}
}
