package jsonfile

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
)

// Rebase applies the changes from base to now to stored, for a document that was changed in memory
// while its file could not be read. Objects are merged field by field, and lists by the "id" of
// their elements; any other changed value replaces the stored one. On error, which only a type that
// is not JSON causes, it returns stored unchanged.
func Rebase[T any](base, now, stored T) (T, error) {
	var values [3]any
	for i, v := range []T{base, now, stored} {
		data, err := json.Marshal(v)
		if err != nil {
			return stored, err
		}
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.UseNumber()
		if err := dec.Decode(&values[i]); err != nil {
			return stored, err
		}
	}
	data, err := json.Marshal(rebase(values[0], values[1], values[2]))
	if err != nil {
		return stored, err
	}
	var out T
	if err := json.Unmarshal(data, &out); err != nil {
		return stored, err
	}
	return out, nil
}

func rebase(base, now, stored any) any {
	if reflect.DeepEqual(base, now) {
		return stored
	}
	switch now := now.(type) {
	case map[string]any:
		if stored, ok := stored.(map[string]any); ok {
			base, _ := base.(map[string]any)
			return rebaseFields(base, now, stored)
		}
	case []any:
		if stored, ok := stored.([]any); ok && allHaveIDs(now) && allHaveIDs(stored) {
			base, _ := base.([]any)
			return rebaseList(base, now, stored)
		}
	}
	return now
}

func rebaseFields(base, now, stored map[string]any) map[string]any {
	out := maps.Clone(stored)
	for key := range base {
		if _, ok := now[key]; !ok {
			delete(out, key)
		}
	}
	for key, value := range now {
		if was, ok := base[key]; ok && reflect.DeepEqual(was, value) {
			continue
		}
		if old, ok := stored[key]; ok {
			value = rebase(base[key], value, old)
		}
		out[key] = value
	}
	return out
}

// rebaseList keeps the order of stored; new elements are appended.
func rebaseList(base, now, stored []any) []any {
	was, is, there := byID(base), byID(now), byID(stored)
	out := []any{}
	for _, item := range stored {
		id := idOf(item)
		if value, ok := is[id]; ok {
			out = append(out, rebase(was[id], value, item))
		} else if _, ok := was[id]; !ok {
			out = append(out, item)
		}
	}
	for _, item := range now {
		id := idOf(item)
		if _, ok := there[id]; !ok && !reflect.DeepEqual(was[id], item) {
			out = append(out, item)
		}
	}
	return out
}

func byID(list []any) map[string]any {
	all := map[string]any{}
	for _, item := range list {
		all[idOf(item)] = item
	}
	return all
}

func allHaveIDs(list []any) bool {
	for _, item := range list {
		if idOf(item) == "" {
			return false
		}
	}
	return true
}
