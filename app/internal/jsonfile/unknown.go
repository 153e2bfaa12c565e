package jsonfile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"strings"
)

// keepUnknown returns v as a JSON value, with all fields of old that v's type lacks added: at the
// top level, in nested structs, in maps of structs by key, and in lists of structs by their "id".
// In this way an older Parlando preserves what a newer one wrote.
func keepUnknown(old, v any) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var fresh any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&fresh); err != nil {
		return nil, err
	}
	merge(old, fresh, reflect.TypeOf(v))
	return fresh, nil
}

// merge adds to fresh the fields that exist only in old. t is the Go type of fresh.
func merge(old, fresh any, t reflect.Type) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		mergeStruct(old, fresh, t)
	case reflect.Map:
		was, _ := old.(map[string]any)
		is, _ := fresh.(map[string]any)
		for key, value := range is {
			merge(was[key], value, t.Elem())
		}
	case reflect.Slice:
		mergeList(old, fresh, t.Elem())
	}
}

func mergeStruct(old, fresh any, t reflect.Type) {
	was, ok := old.(map[string]any)
	if !ok {
		return
	}
	is, ok := fresh.(map[string]any)
	if !ok {
		return // the type has its own JSON form, like time.Time
	}
	known := fields(t)
	for key, value := range was {
		if _, ok := known[key]; !ok {
			is[key] = value
		}
	}
	for key, field := range known {
		merge(was[key], is[key], field)
	}
}

func mergeList(old, fresh any, element reflect.Type) {
	was, _ := old.([]any)
	is, _ := fresh.([]any)
	byID := map[string]any{}
	for _, item := range was {
		if id := idOf(item); id != "" && byID[id] == nil {
			byID[id] = item
		}
	}
	for _, item := range is {
		if id := idOf(item); id != "" {
			merge(byID[id], item, element)
		}
	}
}

func idOf(item any) string {
	object, _ := item.(map[string]any)
	id, _ := object["id"].(string)
	return id
}

// fields maps the JSON name of each exported field of t to its type. Embedded structs are not used
// in our documents.
func fields(t reflect.Type) map[string]reflect.Type {
	names := map[string]reflect.Type{}
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || name == "-" {
			continue
		}
		name = cmp.Or(name, field.Name)
		names[name] = field.Type
	}
	return names
}
