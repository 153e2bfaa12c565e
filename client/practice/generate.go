package practice

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	// maxSteps bounds the values that are tried for one schema, all levels together.
	maxSteps = 6000
	// maxDepth is the deepest level of a value, and maxFullDepth the deepest with what is not
	// required.
	maxDepth, maxFullDepth = 24, 3
	// maxItemsMade and maxLettersMade bound the items, properties and characters that a schema may
	// ask for.
	maxItemsMade, maxLettersMade = 500, 20_000
)

// generator makes a small value that follows a schema, of what a message says where it says
// something.
type generator struct {
	schema *schema
	hints  *hints
	// optional fills optional properties too, as answers do; arguments have only those that the
	// message names.
	optional bool
	steps    int
	known    map[*jsonschema.Schema][]constraints
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

// generate makes a value as JSON, or tells in a sentence what could not be filled.
func (g *generator) generate() (_ json.RawMessage, problem string) {
	value, ok := g.value([]*jsonschema.Schema{g.schema.compiled}, field{}, 0)
	if !ok {
		if g.steps > maxSteps {
			return nil, fmt.Sprintf("it has too many choices to find a value within %d tries.", maxSteps)
		}
		return nil, fmt.Sprintf("no value could be made that follows it: at %s, %s.", g.gap.place, g.gap.why)
	}
	if problem := g.schema.validate(bare(value)); problem != "" {
		return nil, problem
	}
	raw, err := compact(value)
	if err != nil {
		return nil, "no value could be made that follows it: " + err.Error() + "."
	}
	return raw, ""
}

// field is the place of a value: the name of the property, whether it must be there, and which of
// several items it is in.
type field struct {
	name     string
	required bool
	row      int
}

// value makes a value that follows all the schemas.
func (g *generator) value(all []*jsonschema.Schema, at field, depth int) (made any, ok bool) {
	if g.steps++; g.steps > maxSteps || depth > maxDepth {
		g.missed(all, depth, "the schema goes on without an end")
		return nil, false
	}
	used, invented := slices.Clone(g.hints.used), g.invented
	try := func(candidate any) bool {
		if g.steps++; g.steps > maxSteps {
			return true
		}
		plain := bare(candidate)
		if ok = !slices.ContainsFunc(all, func(s *jsonschema.Schema) bool { return s.Validate(plain) != nil }); ok {
			made = candidate
			return true
		}
		copy(g.hints.used, used)
		g.invented = invented
		return false
	}
	for _, c := range g.alternatives(all, depth) {
		if g.candidates(c, at, depth, try) {
			return made, ok
		}
	}
	g.missed(all, depth, "nothing that was tried is valid")
	return nil, false
}

// alternatives lists the constraints to try, those of one schema from memory: it may be met at many
// places.
func (g *generator) alternatives(all []*jsonschema.Schema, depth int) []constraints {
	list, known := g.known[all[0]]
	if !known || len(all) > 1 {
		list = nil
		for _, one := range alternatives(all) {
			list = append(list, constraintsOf(one))
		}
		g.steps += len(list) / 4 // they take their time
		if len(all) == 1 {
			if g.known == nil {
				g.known = map[*jsonschema.Schema][]constraints{}
			}
			g.known[all[0]] = list
		}
	}
	if depth > maxFullDepth {
		// A schema that refers to itself ends by its simplest alternative.
		list = slices.SortedStableFunc(slices.Values(list), func(a, b constraints) int { return a.weight() - b.weight() })
	}
	return list
}

// missed notes the deepest place that was not filled.
func (g *generator) missed(all []*jsonschema.Schema, depth int, why string) {
	if g.gap.place != "" && depth <= g.gap.depth {
		return
	}
	place := strings.TrimPrefix(strings.TrimPrefix(all[len(all)-1].Location, schemaAddress), "#")
	if place == "" {
		place = "its root"
	} else {
		place = "'" + place + "'"
	}
	g.gap = gap{place, depth, why}
}

// candidates offers values to try, the best first, until one is taken.
func (g *generator) candidates(c constraints, at field, depth int, try func(any) bool) (taken bool) {
	if c.fixed {
		return len(c.types) > 0 && g.enum(c, at, try)
	}
	if result, ok := g.hints.results[key(at.name)]; ok && try(result) {
		return true
	}
	if depth > maxFullDepth && slices.Contains(c.types, "null") && try(nil) {
		return true
	}
	for _, kind := range []string{"object", "array", "string", "integer", "number", "boolean", "null"} {
		if !slices.Contains(c.types, kind) {
			continue
		}
		switch kind {
		case "object":
			taken = g.object(c, at, depth, try)
		case "array":
			taken = g.array(c, at, depth, try)
		case "string":
			taken = g.text(c, at, try)
		case "integer", "number":
			taken = g.number(c, at, kind == "integer", try)
		case "boolean":
			taken = g.boolean(c, at, try)
		default:
			taken = try(nil)
		}
		if taken {
			return true
		}
	}
	return false
}

// enum offers the values that the message mentions, then the default, then all, each row beginning
// with the next.
func (g *generator) enum(c constraints, at field, try func(any) bool) bool {
	said := g.hints.mentioned(c.values)
	order := slices.Concat(said, c.examples, c.values)
	for i := range order {
		if try(order[(i+at.row)%len(order)]) {
			if at.required && len(said) == 0 && len(c.values) > 1 && len(c.examples) == 0 {
				g.invented++
			}
			return true
		}
	}
	return false
}

// boolean offers the truth value that the message means first.
func (g *generator) boolean(c constraints, at field, try func(any) bool) bool {
	meant := g.hints.names(at.name) && !g.hints.denies(at.name)
	order := []any{meant, !meant}
	if !g.hints.names(at.name) {
		order = slices.Concat(c.examples, order)
	}
	return slices.ContainsFunc(order, try)
}

// number offers numbers: of the message, the default, an example, then some within the limits.
func (g *generator) number(c constraints, at field, whole bool, try func(any) bool) bool {
	if g.hinted(at, []hintKind{hintNumber}, at.required || g.optional, func(text string) bool {
		r, ok := new(big.Rat).SetString(text)
		return ok && try(jsonNumber(r))
	}) {
		return true
	}
	if slices.ContainsFunc(c.examples, try) {
		return true
	}
	within := c.numbers(whole)
	if r, ok := new(big.Rat).SetString(usualFor(at.name, "").example(at.row, g.hints.today)); ok {
		within = append([]*big.Rat{r}, within...)
	} else {
		within = within[min(at.row, len(within)-1):]
	}
	for _, r := range within {
		if try(jsonNumber(r)) {
			if at.required {
				g.invented++
			}
			return true
		}
	}
	return false
}

// jsonNumber writes a number as JSON does, with 12 decimals at most.
func jsonNumber(r *big.Rat) json.Number {
	if r.IsInt() {
		return json.Number(r.Num().String())
	}
	return json.Number(strings.TrimRight(r.FloatString(12), "0"))
}

// hinted tries the unused hints of some kinds, the nearest to the field's name first; without
// others only that one.
func (g *generator) hinted(at field, kinds []hintKind, others bool, try func(string) bool) bool {
	for _, i := range g.hints.find(at.name, kinds, others) {
		if try(g.hints.all[i].text) {
			g.hints.used[i] = true
			return true
		}
	}
	return false
}

// object offers an object with everything that is wanted, then one with what is required.
func (g *generator) object(c constraints, at field, depth int, try func(any) bool) bool {
	least, most := c.bounds(func(s *jsonschema.Schema) (*int, *int) { return s.MinProperties, s.MaxProperties })
	if least > maxItemsMade {
		g.missed(c.all, depth, fmt.Sprintf("it asks for more than %d properties", maxItemsMade))
		return false
	}
	required := c.required()
	wanted := map[string]bool{}
	for _, name := range required {
		wanted[name] = true
	}
	for _, s := range c.all {
		for name := range s.Properties {
			wanted[name] = wanted[name] || g.wants(c, name, depth)
		}
	}
	names := slices.SortedFunc(maps.Keys(wanted), g.schema.compare)
	made := &object{values: map[string]any{}}
	for i := 0; i < len(names); i++ {
		name := names[i]
		must := slices.Contains(required, name)
		_, done := made.values[name]
		if done || !must && (!wanted[name] || most >= 0 && len(made.names)+len(required) >= most) {
			continue
		}
		value, ok := g.value(c.property(name), field{name, must, at.row}, depth+1)
		if !ok {
			if must {
				return false
			}
			continue
		}
		made.set(name, value)
		for _, s := range c.all {
			more, _ := s.Dependencies[name].([]string)
			more = slices.Concat(more, s.DependentRequired[name])
			required, names = append(required, more...), append(names, more...)
		}
	}
	for i := 1; len(made.names) < least && i <= 2*maxItemsMade; i++ {
		name := fmt.Sprintf("entry_%d", i)
		if value, ok := g.value(c.property(name), field{name, true, at.row}, depth+1); ok {
			made.set(name, value)
		}
	}
	if try(made) {
		return true
	}
	required = c.required()
	small := &object{values: map[string]any{}}
	for _, name := range made.names {
		if slices.Contains(required, name) {
			small.set(name, made.values[name])
		}
	}
	return len(small.names) < len(made.names) && try(small)
}

// compare orders the names of properties as the schema does.
func (s *schema) compare(a, b string) int {
	place := func(name string) int {
		if i, ok := s.order[name]; ok {
			return i
		}
		return len(s.order)
	}
	if c := place(a) - place(b); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

// wants reports whether an optional property is filled.
func (g *generator) wants(c constraints, name string, depth int) bool {
	if depth >= maxFullDepth || g.optional {
		return depth < maxFullDepth
	}
	inner := constraintsOf(alternatives(c.property(name))[0])
	if inner.fixed {
		return len(g.hints.mentioned(inner.values)) > 0
	}
	if _, known := g.hints.results[key(name)]; known || g.hints.names(name) {
		return true
	}
	if !slices.Contains(inner.types, "string") {
		return false
	}
	u := inner.usual(name)
	return g.hints.label(name) != "" || u.specific() && len(g.hints.find(name, u.kinds, true)) > 0
}

// array offers arrays: of as many items as the message names, then fewer.
func (g *generator) array(c constraints, at field, depth int, try func(any) bool) bool {
	least, most := c.bounds(func(s *jsonschema.Schema) (*int, *int) { return s.MinItems, s.MaxItems })
	if least > maxItemsMade {
		g.missed(c.all, depth, fmt.Sprintf("it asks for more than %d items", maxItemsMade))
		return false
	}
	wish := 1
	if g.optional {
		wish = 2
	}
	if n := g.namedItems(c, at); n > 0 {
		wish = min(n, 10)
	}
	if depth > maxFullDepth {
		wish = 0
	}
	for attempt, count := range []int{wish, 1, 0} {
		count = max(count, least, c.minItems())
		if most >= 0 {
			count = min(count, most)
		}
		list := make([]any, 0, count)
		for i := range count {
			value, ok := g.value(c.item(i), field{at.name, at.required, i + attempt*count}, depth+1)
			if !ok {
				break
			}
			list = append(list, value)
		}
		if len(list) >= least && try(list) {
			return true
		}
	}
	return false
}

// namedItems counts the items of an array that the message names.
func (g *generator) namedItems(c constraints, at field) int {
	inner := constraintsOf(alternatives(c.item(0))[0])
	switch {
	case inner.fixed:
		return len(g.hints.mentioned(inner.values))
	case slices.Contains(inner.types, "object"):
		return 0
	case slices.Contains(inner.types, "string"):
		return len(g.hints.find("", inner.usual(at.name).kinds, true))
	case slices.Contains(inner.types, "integer"), slices.Contains(inner.types, "number"):
		return len(g.hints.find("", []hintKind{hintNumber}, true))
	}
	return 0
}

// key is a property's name without what services write differently.
func key(name string) string { return strings.Join(wordsOf(name), " ") }
