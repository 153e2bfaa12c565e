package practice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	// maxTries limits the values tried for one schema, at all depths together.
	maxTries = 4000
	// maxDepth is the maximum depth of a value. The depth limit starts at minDepth if optional
	// properties are included, else at 0, and increases until a value is found.
	maxDepth, minDepth = 16, 4
	// maxItemsMade and maxLettersMade limit the items and characters that a schema may require.
	maxItemsMade, maxLettersMade = 100, 20_000
)

// maker generates a small value that conforms to a schema by trying examples.
type maker struct {
	// optional includes optional properties where the depth allows it.
	optional bool
	limit    int // the current depth limit
	tries    int
	// place is the most deeply nested location without a value, depth its depth.
	place string
	depth int
}

// smallest returns a small value that conforms to the schema, with optional properties if optional
// is set; or problem, a sentence that names the location for which no value was found.
func (s *schema) smallest(optional bool) (_ json.RawMessage, problem string) {
	m := maker{optional: optional}
	if optional {
		m.limit = minDepth
	}
	for ; m.limit <= maxDepth; m.limit++ {
		if value, ok := m.value(s.compiled, "", 0); ok {
			raw, err := compact(value)
			if err != nil {
				return nil, err.Error() + "."
			}
			return raw, ""
		}
	}
	return nil, fmt.Sprintf("practice found no value that follows it: at %s, nothing that was tried is valid.", m.place)
}

// value returns a value that conforms to s. name is the property that the value is for, or "".
func (m *maker) value(s *jsonschema.Schema, name string, depth int) (made any, ok bool) {
	m.tries++
	if depth <= m.limit && m.tries < maxTries {
		ok = m.candidates(s, name, depth, func(value any) bool {
			m.tries++
			made = value
			return m.tries < maxTries && s.Validate(value) == nil
		})
	}
	if !ok && (m.place == "" || depth > m.depth) {
		m.depth, m.place = depth, "its root"
		if at := strings.TrimPrefix(strings.TrimPrefix(s.Location, schemaAddress), "#"); at != "" {
			m.place = "'" + at + "'"
		}
	}
	return made, ok
}

// candidates calls try with values until try accepts one: first the values that the schemas list,
// then those of their alternatives, then samples of each allowed type.
func (m *maker) candidates(s *jsonschema.Schema, name string, depth int, try func(any) bool) bool {
	all := together(nil, s)
	for _, one := range all {
		if one.Const != nil && try(*one.Const) || one.Default != nil && try(*one.Default) ||
			one.Enum != nil && slices.ContainsFunc(one.Enum.Values, try) || slices.ContainsFunc(one.Examples, try) {
			return true
		}
		for _, choice := range slices.Concat(one.AnyOf, one.OneOf) {
			if value, ok := m.value(choice, name, depth+1); ok && try(value) {
				return true
			}
		}
	}
	kinds := []string{"object", "array", "string", "integer", "number", "boolean", "null"}
	for _, one := range all {
		if one.Types != nil {
			kinds = slices.DeleteFunc(kinds, func(kind string) bool { return !slices.Contains(one.Types.ToStrings(), kind) })
		}
	}
	return slices.ContainsFunc(kinds, func(kind string) bool {
		switch kind {
		case "object":
			return m.object(all, depth, m.optional, try) || m.optional && m.object(all, depth, false, try)
		case "array":
			return m.array(all, name, depth, try)
		case "string":
			if slices.ContainsFunc(all, func(one *jsonschema.Schema) bool { return strings.Contains(one.Description, "YYYY-MM-DD") }) {
				name = "2026-05-01"
			} else if !m.optional && name != "" { // an argument, which a user sees beside its name
				name = "some " + name
			}
			return slices.ContainsFunc(textsFor(all, name), func(text string) bool { return try(text) })
		case "boolean":
			return try(true) || try(false)
		case "null":
			return try(nil)
		}
		return slices.ContainsFunc(numbersFor(all), func(n *big.Rat) bool { return try(jsonNumber(n)) })
	})
}

// together appends s and all schemas that it includes by $ref or allOf.
func together(all []*jsonschema.Schema, s *jsonschema.Schema) []*jsonschema.Schema {
	if s == nil || slices.Contains(all, s) {
		return all
	}
	all = together(append(all, s), s.Ref)
	for _, one := range s.AllOf {
		all = together(all, one)
	}
	return all
}

// object tries an object with the required properties, or with all described ones if optional is
// set.
func (m *maker) object(all []*jsonschema.Schema, depth int, optional bool, try func(any) bool) bool {
	described, required := map[string]*jsonschema.Schema{}, map[string]bool{}
	for _, one := range slices.Backward(all) {
		maps.Copy(described, one.Properties)
		for _, name := range one.Required {
			required[name] = true
		}
	}
	made := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(required)) {
		s := described[name]
		if s == nil {
			s = &jsonschema.Schema{Types: new(jsonschema.Types), Location: all[0].Location}
			s.Types.Add("string")
		}
		value, ok := m.value(s, name, depth+1)
		if !ok {
			return false
		}
		made[name] = value
	}
	for _, name := range slices.Sorted(maps.Keys(described)) {
		if optional && !required[name] {
			if value, ok := m.value(described[name], name, depth+1); ok {
				made[name] = value
			}
		}
	}
	return try(made)
}

// array tries an array with one item or, if more are required, with that many; then an empty one.
func (m *maker) array(all []*jsonschema.Schema, name string, depth int, try func(any) bool) bool {
	count := 1
	var first []*jsonschema.Schema
	var others *jsonschema.Schema
	for _, one := range all {
		first = append(first, one.PrefixItems...)
		if one.MinItems != nil {
			count = max(count, *one.MinItems)
		}
		if each, ok := one.Items.(*jsonschema.Schema); ok {
			others = each
		}
		if one.Items2020 != nil {
			others = one.Items2020
		}
	}
	list := []any{}
	for i := range max(count, len(first)) {
		item := others
		if i < len(first) {
			item = first[i]
		}
		if item == nil || i >= maxItemsMade {
			break
		}
		of := name
		if i > 0 {
			of = strings.TrimSpace(fmt.Sprintf("%s %d", name, i+1)) // in case items must differ
		}
		value, ok := m.value(item, of, depth+1)
		if !ok {
			break
		}
		list = append(list, value)
	}
	return try(list) || try([]any{})
}

// exampleTexts are tried in order where a string must match a pattern or format.
var exampleTexts = []string{
	"practice", "ab", "AB", "1", "12345", "2026-05-01", "2026-05-01T09:00:00Z", "09:00:00Z", "PT1H", "anna@example.org",
	"https://example.org/", "example.org", "192.0.2.1", "2001:db8::1", "00000000-0000-4000-8000-000000000000", "/practice", "#1a2b3c",
	"+1 202 555 0100", "1.0.0", "",
}

// textsFor returns strings to try: the property name, then the examples, each adjusted to the
// allowed length.
func textsFor(all []*jsonschema.Schema, name string) (texts []string) {
	least, most := 0, maxLettersMade
	for _, one := range all {
		if one.MinLength != nil {
			least = max(least, *one.MinLength)
		}
		if one.MaxLength != nil {
			most = min(most, *one.MaxLength)
		}
	}
	if least > maxLettersMade {
		return nil
	}
	texts = append(texts, exampleTexts...)
	if name != "" {
		texts = slices.Insert(texts, 0, strings.ReplaceAll(name, "_", " "))
	}
	for i, text := range texts {
		texts[i] = sized(text, least, most)
	}
	return texts
}

// sized pads or truncates text to between least and most characters.
func sized(text string, least, most int) string {
	if n := utf8.RuneCountInString(text); n < least {
		text, most = text+strings.Repeat(" practice", (least-n)/9+1), least
	}
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}

// numbersFor returns numbers to try: simple ones, the limits, and values next to and between them.
func numbersFor(all []*jsonschema.Schema) []*big.Rat {
	one, half := big.NewRat(1, 1), big.NewRat(1, 2)
	found := []*big.Rat{one, new(big.Rat)}
	var limits []*big.Rat
	for _, s := range all {
		for _, limit := range []*big.Rat{s.Minimum, s.ExclusiveMinimum, s.Maximum, s.ExclusiveMaximum} {
			if limit != nil {
				limits = append(limits, limit)
				found = append(found, limit, new(big.Rat).Add(limit, one), new(big.Rat).Sub(limit, one))
			}
		}
		if step := s.MultipleOf; step != nil {
			found = append(found, step, new(big.Rat).Add(step, step))
		}
	}
	if len(limits) > 1 {
		middle := new(big.Rat).Add(limits[0], limits[1])
		found = append(found, middle.Mul(middle, half))
	}
	return found
}

// jsonNumber formats a number as JSON with at most 12 decimals.
func jsonNumber(r *big.Rat) json.Number {
	if r.IsInt() {
		return json.Number(r.Num().String())
	}
	return json.Number(strings.TrimRight(r.FloatString(12), "0"))
}

// compact encodes a value as JSON without spaces and without HTML escapes.
func compact(value any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// asJSON returns a value as a JSON string.
func asJSON(value any) string {
	raw, err := compact(value)
	if err != nil {
		panic("practice: a value that JSON cannot hold: " + err.Error())
	}
	return string(raw)
}

// member is a name and value of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// membersOf returns the members of a JSON object in order, none if raw is not an object.
func membersOf(raw json.RawMessage) (all []member) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if first, err := dec.Token(); err != nil || first != json.Delim('{') {
		return nil
	}
	for dec.More() {
		name, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			return nil
		}
		all = append(all, member{name.(string), value})
	}
	return all
}
