package practice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	// maxSteps is how many values are tried for one form, all levels together.
	maxSteps = 6000
	// maxLevels is how deep a form is filled, and fullLevels how deep with what is not required.
	maxLevels, fullLevels = 24, 3
	// maxItemsMade is how many items, properties or characters a form may ask for.
	maxItemsMade, maxLettersMade = 500, 20_000
)

// filler fills a form with what a message says.
type filler struct {
	form  *form
	facts *facts
	today time.Time
	// eager fills what is not required too, as answers do; arguments have only what the message says.
	eager bool
	steps int
	ways  map[*jsonschema.Schema][]shape
	// invented counts the required values that the message did not say.
	invented int
	gap      gap
}

// gap is the place that could not be filled.
type gap struct {
	place string
	depth int
	why   string
}

// object is a JSON object that keeps the order of its members.
type object struct {
	names  []string
	values map[string]any
}

// MarshalJSON writes the members in their order.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range o.names {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		value, err := compact(o.values[name])
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
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

// bare is a value as the validator takes it.
func bare(value any) any {
	switch v := value.(type) {
	case *object:
		m := make(map[string]any, len(v.names))
		for name, inner := range v.values {
			m[name] = bare(inner)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, inner := range v {
			list[i] = bare(inner)
		}
		return list
	}
	return value
}

// fill makes a value that the form takes, as JSON; or problem says, in a sentence, what could not be filled.
func (f *filler) fill() (_ json.RawMessage, problem string) {
	value, ok := f.value([]*jsonschema.Schema{f.form.schema}, field{}, 0)
	if !ok {
		if f.steps > maxSteps {
			return nil, fmt.Sprintf("it has too many choices to find a value within %d tries.", maxSteps)
		}
		return nil, fmt.Sprintf("no value could be made that follows it: at %s, %s.", f.gap.place, f.gap.why)
	}
	if problem := f.form.validate(bare(value)); problem != "" {
		return nil, problem
	}
	raw, err := compact(value)
	if err != nil {
		return nil, "no value could be made that follows it: " + err.Error() + "."
	}
	return raw, ""
}

// field is what is being filled: the name of the property, whether it must be there, and which of several items it is.
type field struct {
	name     string
	required bool
	item     int
}

// value makes a value that follows all the schemas.
func (f *filler) value(all []*jsonschema.Schema, at field, depth int) (any, bool) {
	if f.steps++; f.steps > maxSteps || depth > maxLevels {
		f.missed(all, depth, "the schema goes on without an end")
		return nil, false
	}
	ways := f.waysOf(all)
	if depth > fullLevels {
		// What refers to itself comes to an end by its simplest way.
		ways = slices.Clone(ways)
		slices.SortStableFunc(ways, func(a, b shape) int { return a.weight() - b.weight() })
	}
	used, invented := f.facts.used(), f.invented
	for i := range ways {
		if ways[i].never {
			continue
		}
		for candidate := range f.candidates(&ways[i], at, depth) {
			if f.steps++; f.steps > maxSteps {
				return nil, false
			}
			if follows(all, candidate) {
				return candidate, true
			}
			f.facts.free(used)
			f.invented = invented
		}
	}
	f.missed(all, depth, "nothing that was tried is valid")
	return nil, false
}

// waysOf are the shapes of a value that follows all the schemas. Those of one schema are kept: it may be met at many places.
func (f *filler) waysOf(all []*jsonschema.Schema) []shape {
	if len(all) == 1 {
		if ways, known := f.ways[all[0]]; known {
			return ways
		}
	}
	var ways []shape
	for _, way := range variants(all) {
		ways = append(ways, f.form.shapeOf(way))
	}
	f.steps += len(ways) / 4 // they take their time
	if len(all) == 1 {
		if f.ways == nil {
			f.ways = map[*jsonschema.Schema][]shape{}
		}
		f.ways[all[0]] = ways
	}
	return ways
}

func follows(all []*jsonschema.Schema, candidate any) bool {
	plain := bare(candidate)
	return !slices.ContainsFunc(all, func(s *jsonschema.Schema) bool { return s.Validate(plain) != nil })
}

// missed notes the deepest place that was not filled.
func (f *filler) missed(all []*jsonschema.Schema, depth int, why string) {
	if f.gap.place != "" && depth <= f.gap.depth {
		return
	}
	place := strings.TrimPrefix(strings.TrimPrefix(all[len(all)-1].Location, formAddress), "#")
	if place == "" {
		place = "its root"
	} else {
		place = "'" + place + "'"
	}
	f.gap = gap{place, depth, why}
}

// weight orders shapes by how much lies below them.
func (s *shape) weight() int {
	switch {
	case s.fixed:
		return 0
	case len(s.types) > 0 && !slices.Contains(s.types, "object") && !slices.Contains(s.types, "array"):
		return 1
	case slices.Contains(s.types, "null"):
		return 2
	}
	return 3 + len(s.required)
}

// candidates are the values to try for a shape, the best first.
func (f *filler) candidates(s *shape, at field, depth int) iter.Seq[any] {
	return func(yield func(any) bool) {
		if s.fixed {
			f.chosen(s, at, yield)
			return
		}
		if told, ok := f.facts.told[key(at.name)]; ok && !yield(told) {
			return
		}
		types := s.types
		if depth > fullLevels && slices.Contains(types, "null") {
			types = append([]string{"null"}, types...)
		}
		done := false
		each := func(v any) bool {
			done = done || !yield(v)
			return !done
		}
		for _, kind := range []string{"object", "array", "string", "integer", "number", "boolean", "null"} {
			if done || !slices.Contains(types, kind) {
				continue
			}
			if kind != "null" && depth > fullLevels && types[0] == "null" && !each(nil) {
				return
			}
			switch kind {
			case "object":
				f.objects(s, depth, each)
			case "array":
				f.arrays(s, at, depth, each)
			case "string":
				f.strings(s, at, each)
			case "integer", "number":
				f.numbers(s, at, kind == "integer", each)
			case "boolean":
				f.flags(s, at, each)
			case "null":
				each(nil)
			}
		}
	}
}

// chosen are the values of an enum: those that the message mentions, then the default, then all. The items of an array begin
// with one after the other.
func (f *filler) chosen(s *shape, at field, yield func(any) bool) {
	said := f.choices(s, at)
	order := slices.Concat(said, s.defaults, s.values)
	if skip := min(at.item, len(order)-1); at.item > 0 && skip >= 0 {
		order = slices.Concat(order[skip:], order[:skip])
	}
	for i, v := range order {
		if !yield(v) {
			if at.required && i >= len(said) && len(s.values) > 1 && len(s.defaults) == 0 {
				f.invented++
			}
			return
		}
	}
}

// choices are the values of an enum that the message mentions, in its order, those of more words first.
func (f *filler) choices(s *shape, at field) []any {
	if told, ok := f.facts.told[key(at.name)]; ok {
		return []any{told}
	}
	type mention struct {
		value     any
		words, at int
	}
	var found []mention
	for _, v := range s.values {
		words := wordsOf(fmt.Sprint(v))
		if len(words) == 0 || common(words, f.facts.words) < len(words) {
			continue
		}
		place := slices.IndexFunc(f.facts.words, func(w string) bool { return alike(w, words[0]) })
		found = append(found, mention{v, len(words), place})
	}
	slices.SortStableFunc(found, func(a, b mention) int {
		if a.words != b.words {
			return b.words - a.words
		}
		return a.at - b.at
	})
	values := make([]any, len(found))
	for i, m := range found {
		values[i] = m.value
	}
	return values
}

// objects are the ways to fill an object: with all that can be said, then with the least.
func (f *filler) objects(s *shape, depth int, yield func(any) bool) {
	names := slices.Clone(s.names)
	for _, name := range s.required {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if s.minProperties > maxItemsMade {
		f.missed(s.all, depth, fmt.Sprintf("it asks for more than %d properties", maxItemsMade))
		return
	}
	made := &object{values: map[string]any{}}
	for _, name := range names {
		required := slices.Contains(s.required, name)
		if !required && !f.wanted(s, name, len(made.names), depth) {
			continue
		}
		value, ok := f.propertyValue(s, name, required, depth)
		switch {
		case ok:
			made.names = append(made.names, name)
			made.values[name] = value
		case required:
			return
		}
	}
	for i := 1; len(made.names) < s.minProperties; i++ {
		if i > 2*maxItemsMade {
			return
		}
		name := fmt.Sprintf("entry_%d", i)
		if value, ok := f.value(s.orAnything(s.property(name)), field{name: name, required: true}, depth+1); ok {
			made.names = append(made.names, name)
			made.values[name] = value
		}
	}
	f.dependents(s, made, depth)
	if more := s.dependentSchemas(made.names); len(more) > len(s.all) {
		wider := f.form.shapeOf(more)
		f.objects(&wider, depth, yield)
		return
	}
	if !yield(made) {
		return
	}
	least := &object{values: map[string]any{}}
	for _, name := range made.names {
		if slices.Contains(s.required, name) {
			least.names = append(least.names, name)
			least.values[name] = made.values[name]
		}
	}
	if len(least.names) < len(made.names) {
		yield(least)
	}
}

// wanted reports whether a property that is not required is filled too.
func (f *filler) wanted(s *shape, name string, have, depth int) bool {
	switch {
	case s.maxProperties >= 0 && have+len(s.required) >= s.maxProperties:
		return false
	case f.eager:
		return depth < fullLevels
	}
	return depth < fullLevels && f.said(f.form.shapeOf(flat(s.property(name))), name)
}

// flat is the first way to read schemas.
func flat(all []*jsonschema.Schema) []*jsonschema.Schema {
	if ways := variants(all); len(ways) > 0 {
		return ways[0]
	}
	return all
}

// propertyValue fills one property.
func (f *filler) propertyValue(s *shape, name string, required bool, depth int) (any, bool) {
	return f.value(s.orAnything(s.property(name)), field{name: name, required: required}, depth+1)
}

// orAnything is a schema that takes anything, when there is none.
func (s *shape) orAnything(all []*jsonschema.Schema) []*jsonschema.Schema {
	if len(all) == 0 {
		return []*jsonschema.Schema{{Location: s.all[len(s.all)-1].Location}}
	}
	return all
}

// dependents adds what the properties that are there make necessary.
func (f *filler) dependents(s *shape, made *object, depth int) {
	for i := 0; i < len(made.names); i++ {
		var needed []string
		for _, one := range s.all {
			needed = append(needed, one.DependentRequired[made.names[i]]...)
			if list, ok := one.Dependencies[made.names[i]].([]string); ok {
				needed = append(needed, list...)
			}
		}
		for _, name := range needed {
			if slices.Contains(made.names, name) {
				continue
			}
			if value, ok := f.propertyValue(s, name, true, depth); ok {
				made.names = append(made.names, name)
				made.values[name] = value
			}
		}
	}
}

// dependentSchemas are the schemas of the shape and those that its properties bring with them.
func (s *shape) dependentSchemas(names []string) []*jsonschema.Schema {
	all := slices.Clone(s.all)
	for _, one := range s.all {
		for _, name := range names {
			more := one.DependentSchemas[name]
			if old, ok := one.Dependencies[name].(*jsonschema.Schema); ok {
				more = old
			}
			if more != nil {
				for _, inner := range flat([]*jsonschema.Schema{more}) {
					if !slices.Contains(all, inner) {
						all = append(all, inner)
					}
				}
			}
		}
	}
	return all
}

// arrays are the ways to fill an array.
func (f *filler) arrays(s *shape, at field, depth int, yield func(any) bool) {
	if s.minItems > maxItemsMade {
		f.missed(s.all, depth, fmt.Sprintf("it asks for more than %d items", maxItemsMade))
		return
	}
	wish := 1
	if f.eager {
		wish = 2
	}
	if n := f.mentioned(s, at); n > 0 {
		wish = min(n, 10)
	}
	if depth > fullLevels {
		wish = 0
	}
	for _, count := range []int{s.items(wish), s.items(1), s.items(0)} {
		list := make([]any, 0, count)
		for i := range count {
			all := s.item(i)
			if len(all) == 0 {
				all = s.orAnything(nil)
			}
			value, ok := f.value(all, field{name: at.name, required: at.required, item: i}, depth+1)
			if !ok {
				break
			}
			list = append(list, value)
		}
		if len(list) >= s.minItems && !yield(list) {
			return
		}
	}
}

// flags are the truth values, the one that the message means first.
func (f *filler) flags(s *shape, at field, yield func(any) bool) {
	said := f.names(at.name)
	meant := said && !f.denied(at.name)
	order := []any{meant, !meant}
	if !said {
		order = slices.Concat(s.defaults, order)
	}
	for _, v := range order {
		if !yield(v) {
			return
		}
	}
}

// key is a property's name without what services write differently.
func key(name string) string { return strings.Join(wordsOf(name), " ") }
