package tools

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parlando/app/chat"
	"parlando/app/internal/identifier"
	"parlando/app/internal/schema"
)

// FieldKind is the kind of value that a model passes in a Field.
type FieldKind string

// The kinds of fields.
const (
	FieldText   FieldKind = ""
	FieldNumber FieldKind = "number"
	FieldWhole  FieldKind = "whole"
	FieldYesNo  FieldKind = "yes_no"
	FieldDate   FieldKind = "date"
	FieldChoice FieldKind = "choice"
)

// Field is one value that a model passes to an own tool.
type Field struct {
	// Name is the displayed name, Meaning explains the value to the model.
	Name    string
	Kind    FieldKind
	Meaning string
	// Options are the values of a FieldChoice.
	Options []string
	// Optional reports that the model may leave the value out.
	Optional bool
	// Key is the name in the schema, "" if it is made from Name.
	Key string
}

// maxFields bounds the fields of a schema that Fields represents.
const maxFields = 100

// property is the schema of one field, with all members that a Field can represent.
type property struct {
	Type        string   `json:"type"`
	Title       string   `json:"title,omitempty"`
	Description string   `json:"description,omitempty"`
	Format      string   `json:"format,omitempty"`
	Enum        []string `json:"enum,omitempty"`
}

// dateNote ends the description of a FieldDate. The format "date" of JSON Schema, which says the
// same and which earlier versions wrote, makes Gemini refuse all tools of the request.
const dateNote = "(a date, YYYY-MM-DD)"

// propertyTypes are the JSON types of the kinds.
var propertyTypes = map[FieldKind]string{
	FieldText: "string", FieldNumber: "number", FieldWhole: "integer", FieldYesNo: "boolean", FieldDate: "string", FieldChoice: "string",
}

// fieldKeys returns the names of the fields in the schema, each unique.
func fieldKeys(fields []Field) []string {
	keys := make([]string, len(fields))
	for i, f := range fields {
		key := cmp.Or(f.Key, identifier.From(f.Name, "field"), "field_"+strconv.Itoa(i+1))
		keys[i] = identifier.Unique(key, func(key string) bool { return slices.Contains(keys[:i], key) })
	}
	return keys
}

// FieldSchema returns the JSON Schema of an object with the fields. It skips fields without a name.
func FieldSchema(fields []Field) string {
	fields = slices.DeleteFunc(slices.Clone(fields), func(f Field) bool { return strings.TrimSpace(f.Name) == "" })
	var properties, required []string
	for i, key := range fieldKeys(fields) {
		f := fields[i]
		p := property{Type: propertyTypes[f.Kind], Description: strings.TrimSpace(f.Meaning)}
		if name := strings.TrimSpace(f.Name); name != key {
			p.Title = name
		}
		switch f.Kind {
		case FieldDate:
			p.Description = strings.TrimLeft(p.Description+" "+dateNote, " ")
		case FieldChoice:
			p.Enum = f.Options
		}
		properties = append(properties, inJSON(key)+":"+inJSON(p))
		if !f.Optional {
			required = append(required, key)
		}
	}
	text := `{"type":"object","properties":{` + strings.Join(properties, ",") + "}"
	if len(required) > 0 {
		text += `,"required":` + inJSON(required)
	}
	var b bytes.Buffer
	_ = json.Indent(&b, []byte(text+"}"), "", "  ") // fails for invalid JSON only
	return b.String()
}

// inJSON returns a value as JSON without escaping < > &.
func inJSON(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // texts and a property can always be encoded
	return strings.TrimSpace(b.String())
}

// Fields returns the fields of a schema. ok is false if the schema is invalid, or has anything that
// FieldSchema would not write, except the format "date"; then the fields must not replace it.
func Fields(text string) (fields []Field, ok bool) {
	if _, err := schema.Compile(text); err != nil {
		return nil, false
	}
	var root struct {
		Type       string          `json:"type"`
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required"`
	}
	if !decodeExactly([]byte(text), &root) {
		return nil, false
	}
	var keys []string
	d := json.NewDecoder(bytes.NewReader(root.Properties))
	_, _ = d.Token() // the brace, if there are properties
	for d.More() && len(fields) < maxFields {
		key, _ := d.Token()
		name, isName := key.(string)
		var p property
		var raw json.RawMessage
		if !isName || d.Decode(&raw) != nil || !decodeExactly(raw, &p) {
			return nil, false
		}
		f, fits := p.field(name)
		if !fits {
			return nil, false
		}
		f.Optional = !slices.Contains(root.Required, name)
		keys, fields = append(keys, name), append(fields, f)
	}
	if d.More() || slices.ContainsFunc(root.Required, func(key string) bool { return !slices.Contains(keys, key) }) {
		return nil, false
	}
	dropMadeKeys(fields)
	return fields, slices.Equal(fieldKeys(fields), keys)
}

// dropMadeKeys removes the keys that are made from the names anyway.
func dropMadeKeys(fields []Field) {
	for i := range fields {
		key := fields[i].Key
		fields[i].Key = ""
		if fieldKeys(fields)[i] != key {
			fields[i].Key = key
		}
	}
}

// field returns the field of a property; ok is false if a Field cannot represent the property.
func (p property) field(key string) (f Field, ok bool) {
	f = Field{Name: cmp.Or(p.Title, key), Key: key, Meaning: p.Description, Options: p.Enum}
	switch {
	case p.Type == "number":
		f.Kind = FieldNumber
	case p.Type == "integer":
		f.Kind = FieldWhole
	case p.Type == "boolean":
		f.Kind = FieldYesNo
	case p.Type != "string":
		return f, false
	case p.Format == "date" || strings.HasSuffix(p.Description, dateNote):
		f.Kind = FieldDate
		f.Meaning = strings.TrimRight(strings.TrimSuffix(p.Description, dateNote), " ")
	case p.Enum != nil:
		f.Kind = FieldChoice
	}
	plain := func(text string) bool {
		return text == strings.TrimSpace(text) && !strings.ContainsFunc(text, unicode.IsControl)
	}
	ok = plain(key) && key != "" && plain(f.Name) && plain(f.Meaning) &&
		(p.Format == "" || f.Kind == FieldDate && p.Enum == nil) && (p.Enum == nil || f.Kind == FieldChoice) &&
		(p.Enum == nil || len(p.Enum) > 0) &&
		!slices.ContainsFunc(p.Enum, func(o string) bool { return o == "" || !plain(o) || strings.Contains(o, ",") })
	return f, ok
}

// decodeExactly decodes JSON into a struct; it returns false if the struct lacks a member of the
// JSON or has another type.
func decodeExactly(text []byte, into any) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into) == nil
}

// labels returns the titles of a schema's properties, by their keys; nil if there are none.
func labels(text string) map[string]string {
	var root struct {
		Properties map[string]struct {
			Title string `json:"title"`
		} `json:"properties"`
	}
	if json.Unmarshal([]byte(text), &root) != nil {
		return nil
	}
	var all map[string]string
	for key, p := range root.Properties {
		if p.Title != "" {
			if all == nil {
				all = map[string]string{}
			}
			all[key] = p.Title
		}
	}
	return all
}

// SampleCall returns a call of an own tool with these fields, whose values are made up by value.
func SampleCall(o OwnTool, fields []Field, value func(Field) any) chat.ToolCall {
	values := map[string]any{}
	for i, key := range fieldKeys(fields) {
		if strings.TrimSpace(fields[i].Name) != "" {
			values[key] = value(fields[i])
		}
	}
	return chat.ToolCall{Name: o.Name, Title: o.Title, Labels: labels(o.Parameters), Arguments: inJSON(values)}
}
