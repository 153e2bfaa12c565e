package practice

import (
	"math/big"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxAlternatives bounds the ways to satisfy a schema with choices that are tried.
const maxAlternatives = 48

// choice lists groups of schemas; a value satisfies all schemas of one of the groups.
type choice [][]*jsonschema.Schema

// alternatives lists ways to satisfy all the schemas at once: each is a list of schemas in which
// the choices of anyOf, oneOf, if and dependent schemas are made. Values still have to be
// validated.
func alternatives(all []*jsonschema.Schema) [][]*jsonschema.Schema {
	var found [][]*jsonschema.Schema
	var grow func(pending []choice, chosen []*jsonschema.Schema)
	grow = func(pending []choice, chosen []*jsonschema.Schema) {
		if len(pending) == 0 {
			found = append(found, chosen)
			return
		}
		for _, group := range pending[0] {
			if len(found) == maxAlternatives {
				return
			}
			next, with := slices.Clone(pending[1:]), slices.Clip(chosen)
			for _, s := range group {
				if s != nil && !slices.Contains(with, s) {
					with = append(with, s)
					next = append(next, choicesOf(s)...)
				}
			}
			grow(next, with)
		}
	}
	grow([]choice{{all}}, nil)
	return found
}

// choicesOf lists the choices that a schema offers; one of a single group is what the schema always
// requires.
func choicesOf(s *jsonschema.Schema) []choice {
	always := append([]*jsonschema.Schema{s.Ref, s.RecursiveRef}, s.AllOf...)
	if s.DynamicRef != nil {
		always = append(always, s.DynamicRef.Ref)
	}
	all := []choice{{always}}
	for _, branches := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
		var one choice
		for _, branch := range branches {
			one = append(one, []*jsonschema.Schema{branch})
		}
		if one != nil {
			all = append(all, one)
		}
	}
	if s.If != nil {
		all = append(all, choice{{s.If, s.Then}, {s.Else}})
	}
	for _, dependent := range s.DependentSchemas {
		all = append(all, choice{{dependent}, {}})
	}
	for _, dependency := range s.Dependencies {
		if dependent, ok := dependency.(*jsonschema.Schema); ok {
			all = append(all, choice{{dependent}, {}})
		}
	}
	return all
}

// constraints are what a list of schemas without choices asks for together.
type constraints struct {
	all      []*jsonschema.Schema
	types    []string // none: no value is valid
	values   []any    // of const and enum
	fixed    bool     // there is a const or enum
	examples []any
	about    string // titles and descriptions
}

// constraintsOf joins schemas.
func constraintsOf(all []*jsonschema.Schema) constraints {
	c := constraints{all: all}
	typed := false
	for _, s := range all {
		if s.Bool != nil && !*s.Bool {
			return constraints{all: all}
		}
		if s.Types != nil {
			c.types = intersect(c.types, s.Types.ToStrings(), typed)
			typed = true
		}
		if s.Enum != nil {
			c.values, c.fixed = append(c.values, s.Enum.Values...), true
		}
		if s.Const != nil {
			c.values, c.fixed = append([]any{*s.Const}, c.values...), true
		}
		if s.Default != nil {
			c.examples = append(c.examples, *s.Default)
		}
		c.examples = append(c.examples, s.Examples...)
		c.about += " " + s.Title + " " + s.Description
	}
	if !typed {
		c.types = guessTypes(all)
	}
	return c
}

// intersect lists the types in both lists; before the first list everything is allowed.
func intersect(have, more []string, typed bool) []string {
	if !typed {
		return more
	}
	// A whole number is a number.
	has := func(list []string, t string) bool {
		return slices.Contains(list, t) || t == "integer" && slices.Contains(list, "number")
	}
	return slices.DeleteFunc(slices.Concat(have, more), func(t string) bool { return !has(have, t) || !has(more, t) })
}

// guessTypes tells from its keywords what a schema without a type is about.
func guessTypes(all []*jsonschema.Schema) []string {
	for _, s := range all {
		switch {
		case len(s.Properties) > 0 || len(s.Required) > 0 || s.MinProperties != nil || s.AdditionalProperties != nil || len(s.PatternProperties) > 0:
			return []string{"object"}
		case s.Items2020 != nil || s.Items != nil || len(s.PrefixItems) > 0 || s.MinItems != nil || s.Contains != nil || s.UniqueItems:
			return []string{"array"}
		case s.Pattern != nil || s.Format != nil || s.MinLength != nil || s.MaxLength != nil:
			return []string{"string"}
		case s.Minimum != nil || s.Maximum != nil || s.ExclusiveMinimum != nil || s.ExclusiveMaximum != nil || s.MultipleOf != nil:
			return []string{"number"}
		}
	}
	return []string{"object", "array", "string", "number", "boolean", "null"}
}

// weight orders constraints by how much lies below their values.
func (c constraints) weight() int {
	switch {
	case c.fixed:
		return 0
	case !slices.Contains(c.types, "object") && !slices.Contains(c.types, "array"):
		return 1
	case slices.Contains(c.types, "null"):
		return 2
	}
	return 3 + len(c.required())
}

// bounds joins the limits that get reads from each schema; most is -1 without an upper one.
func (c constraints) bounds(get func(*jsonschema.Schema) (low, high *int)) (least, most int) {
	most = -1
	for _, s := range c.all {
		low, high := get(s)
		if low != nil {
			least = max(least, *low)
		}
		if high != nil && (most < 0 || *high < most) {
			most = *high
		}
	}
	return least, most
}

// required lists the names of properties that must be there.
func (c constraints) required() (names []string) {
	for _, s := range c.all {
		names = append(names, s.Required...)
	}
	return names
}

// property lists the schemas of a property, named or not.
func (c constraints) property(name string) (found []*jsonschema.Schema) {
	for _, s := range c.all {
		matched := s.Properties[name] != nil
		if matched {
			found = append(found, s.Properties[name])
		}
		for re, inner := range s.PatternProperties {
			if re.MatchString(name) {
				found = append(found, inner)
				matched = true
			}
		}
		if inner, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && !matched {
			found = append(found, inner)
		}
	}
	return c.orAnything(found)
}

// item lists the schemas of the item at i.
func (c constraints) item(i int) (found []*jsonschema.Schema) {
	for _, s := range c.all {
		tuple, isTuple := s.Items.([]*jsonschema.Schema)
		each, isEach := s.Items.(*jsonschema.Schema)
		more, isMore := s.AdditionalItems.(*jsonschema.Schema)
		tuple = append(slices.Clip(s.PrefixItems), tuple...)
		switch {
		case i < len(tuple):
			found = append(found, tuple[i])
		case s.Items2020 != nil:
			found = append(found, s.Items2020)
		case isTuple && isMore:
			found = append(found, more)
		case isEach:
			found = append(found, each)
		}
		if s.Contains != nil && i < minContains(s) {
			found = append(found, s.Contains)
		}
	}
	return c.orAnything(found)
}

// minItems is the smallest number of items that can be valid, those of tuples included.
func (c constraints) minItems() (least int) {
	for _, s := range c.all {
		tuple, _ := s.Items.([]*jsonschema.Schema)
		least = max(least, len(s.PrefixItems), len(tuple))
		if s.Contains != nil {
			least = max(least, minContains(s))
		}
	}
	return least
}

func minContains(s *jsonschema.Schema) int {
	if s.MinContains != nil {
		return *s.MinContains
	}
	return 1
}

// orAnything is a schema that takes anything when there is none.
func (c constraints) orAnything(found []*jsonschema.Schema) []*jsonschema.Schema {
	if len(found) == 0 {
		return []*jsonschema.Schema{{Location: c.all[len(c.all)-1].Location}}
	}
	return found
}

// numbers lists numbers inside the limits, the plainest first.
func (c constraints) numbers(whole bool) (all []*big.Rat) {
	var low, high, step *big.Rat
	for _, s := range c.all {
		for _, limit := range []*big.Rat{s.Minimum, s.ExclusiveMinimum} {
			if limit != nil && (low == nil || limit.Cmp(low) > 0) {
				low = limit
			}
		}
		for _, limit := range []*big.Rat{s.Maximum, s.ExclusiveMaximum} {
			if limit != nil && (high == nil || limit.Cmp(high) < 0) {
				high = limit
			}
		}
		if s.MultipleOf != nil {
			step = commonMultiple(step, s.MultipleOf)
		}
	}
	fractions := !whole && step == nil
	if whole || step == nil {
		step = commonMultiple(step, big.NewRat(1, 1))
	}
	next, down := step, false
	switch {
	case low != nil:
		next = floor(low, step)
	case high != nil:
		next, down = floor(high, step), true
	}
	for range 22 {
		all = append(all, next)
		if down {
			next = new(big.Rat).Sub(next, step)
		} else {
			next = new(big.Rat).Add(next, step)
		}
	}
	if low != nil && high != nil && fractions {
		middle := new(big.Rat).Add(low, high)
		middle.Quo(middle, big.NewRat(2, 1))
		for _, part := range []int64{10, 1000, 1_000_000} {
			all = append(all, floor(middle, big.NewRat(1, part)))
		}
		all = append(all, middle)
	}
	return append(all, new(big.Rat))
}

// floor is the largest multiple of step that is not above r.
func floor(r, step *big.Rat) *big.Rat {
	q := new(big.Rat).Quo(r, step)
	n := new(big.Int).Div(q.Num(), q.Denom())
	return q.Mul(new(big.Rat).SetInt(n), step)
}

// commonMultiple is the smallest number that is a multiple of both; a may be nil.
func commonMultiple(a, b *big.Rat) *big.Rat {
	if a == nil {
		return b
	}
	// lcm(p/q, r/s) = lcm(p·s, r·q) / (q·s)
	p, r := new(big.Int).Mul(a.Num(), b.Denom()), new(big.Int).Mul(b.Num(), a.Denom())
	lcm := new(big.Int).Div(new(big.Int).Mul(p, r), new(big.Int).GCD(nil, nil, p, r))
	return new(big.Rat).SetFrac(lcm, new(big.Int).Mul(a.Denom(), b.Denom()))
}
