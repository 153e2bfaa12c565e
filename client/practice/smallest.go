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
	// maxTries bounds the values that are tried for one schema, all levels together.
	maxTries = 4000
	// maxDepth is the deepest level of a value. A value that has more than its required properties
	// may be minDepth deep; others are as flat as their schema allows.
	maxDepth, minDepth = 16, 4
	// maxItemsMade and maxLettersMade bound the items and characters that a schema may ask for.
	maxItemsMade, maxLettersMade = 100, 20_000
)

// maker makes a small value that follows a schema, by trying examples until one is valid.
type maker struct {
	// optional makes the properties too that are not required, where they are not deep.
	optional bool
	limit    int // the deepest level for now
	tries    int
	// place is the deepest place that could not be filled.
	place string
	depth int
}

// smallest makes a small value that follows the schema, or says in a sentence where none could be
// made. optional makes the properties too that are not required.
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

// value makes a value that follows s. name is that of its property, "" for none.
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

// candidates offers values until one is taken: those that the schema names, those of its choices,
// then some of each of its types.
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
			return slices.ContainsFunc(textsFor(all, name), func(text string) bool { return try(text) })
		case "boolean":
			return try(true) || try(false)
		case "null":
			return try(nil)
		}
		return slices.ContainsFunc(numbersFor(all), func(n *big.Rat) bool { return try(jsonNumber(n)) })
	})
}

// together adds s and the schemas that every value of it follows too.
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

// object offers an object with the properties that are required, or with all that are described.
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

// array offers one item, or as many as are asked for, then none.
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
			of = strings.TrimSpace(fmt.Sprintf("%s %d", name, i+1)) // items may have to differ
		}
		value, ok := m.value(item, of, depth+1)
		if !ok {
			break
		}
		list = append(list, value)
	}
	return try(list) || try([]any{})
}

// exampleTexts are tried one after the other where a text has to be of some form.
var exampleTexts = []string{
	"practice", "ab", "AB", "1", "12345", "2026-05-01", "2026-05-01T09:00:00Z", "09:00:00Z", "PT1H", "anna@example.org",
	"https://example.org/", "example.org", "192.0.2.1", "2001:db8::1", "00000000-0000-4000-8000-000000000000", "/practice", "#1a2b3c",
	"+1 202 555 0100", "1.0.0", "",
}

// textsFor lists texts to try: the name of the property, then the examples, each as long as is
// asked for.
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

// sized makes a text at least and at most so many characters long.
func sized(text string, least, most int) string {
	if n := utf8.RuneCountInString(text); n < least {
		text, most = text+strings.Repeat(" practice", (least-n)/9+1), least
	}
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}

// numbersFor lists numbers to try: plain ones, the limits and what lies beside and between them.
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

// jsonNumber writes a number as JSON does, with 12 decimals at most.
func jsonNumber(r *big.Rat) json.Number {
	if r.IsInt() {
		return json.Number(r.Num().String())
	}
	return json.Number(strings.TrimRight(r.FloatString(12), "0"))
}

// compact is JSON without spaces, and with < and & as they are.
func compact(value any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// asJSON is a value as JSON in a string.
func asJSON(value any) string {
	raw, err := compact(value)
	if err != nil {
		panic("practice: a value that JSON cannot hold: " + err.Error())
	}
	return string(raw)
}

// member is a member of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// membersOf are the members of a JSON object in their order; none when it is no object.
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
