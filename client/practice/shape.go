package practice

import (
	"math/big"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxVariants is how many ways to read a schema with choices are tried.
const maxVariants = 48

// variants are the ways in which a value can follow all the schemas at once: each is a list of schemas without references and
// without choices left, the choices of anyOf, oneOf and if having been made. The values still have to be validated.
func variants(all []*jsonschema.Schema) [][]*jsonschema.Schema {
	var found [][]*jsonschema.Schema
	var grow func(pending, chosen []*jsonschema.Schema)
	grow = func(pending, chosen []*jsonschema.Schema) {
		for len(pending) > 0 {
			s := pending[0]
			pending = pending[1:]
			if s == nil || slices.Contains(chosen, s) {
				continue
			}
			chosen = append(slices.Clip(chosen), s)
			pending = append(slices.Clip(pending), s.Ref, s.RecursiveRef)
			if s.DynamicRef != nil {
				pending = append(pending, s.DynamicRef.Ref)
			}
			pending = append(pending, s.AllOf...)
			choices := choicesOf(s)
			if len(choices) == 0 {
				continue
			}
			for _, choice := range choices {
				if len(found) >= maxVariants {
					return
				}
				grow(append(slices.Clone(pending), choice...), chosen)
			}
			return
		}
		if len(found) < maxVariants {
			found = append(found, chosen)
		}
	}
	grow(all, nil)
	return found
}

// choicesOf are the ways to take the choice that a schema offers: each a list of schemas to follow as well.
func choicesOf(s *jsonschema.Schema) [][]*jsonschema.Schema {
	ways := [][]*jsonschema.Schema{nil}
	both := func(options [][]*jsonschema.Schema) {
		var next [][]*jsonschema.Schema
		for _, w := range ways {
			for _, o := range options {
				if len(next) < maxVariants {
					next = append(next, append(slices.Clone(w), o...))
				}
			}
		}
		ways = next
	}
	for _, branches := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
		if len(branches) == 0 {
			continue
		}
		options := make([][]*jsonschema.Schema, len(branches))
		for i, b := range branches {
			options[i] = []*jsonschema.Schema{b}
		}
		both(options)
	}
	if s.If != nil {
		both([][]*jsonschema.Schema{{s.If, s.Then}, {s.Else}})
	}
	if len(ways) == 1 && len(ways[0]) == 0 {
		return nil
	}
	return ways
}

// shape is what a list of schemas asks for together.
type shape struct {
	never    bool // no value at all
	types    []string
	values   []any // of const and enum
	fixed    bool  // there is a const or enum
	defaults []any
	about    string // titles and descriptions

	names      []string // of the properties, in their order
	properties map[string][]*jsonschema.Schema
	required   []string
	all        []*jsonschema.Schema

	minItems, maxItems           int // -1 for no limit
	minLength, maxLength         int // -1 for no limit
	minProperties, maxProperties int // -1 for no limit
	formats                      []string
	patterns                     []string

	low, high         *big.Rat
	openLow, openHigh bool // the limit itself is not taken
	steps             []*big.Rat
}

// shapeOf joins schemas.
func (f *form) shapeOf(all []*jsonschema.Schema) shape {
	s := shape{
		all: all, properties: map[string][]*jsonschema.Schema{},
		maxItems: -1, maxLength: -1, maxProperties: -1,
	}
	var typed bool
	for _, one := range all {
		s.never = s.never || one.Bool != nil && !*one.Bool
		if one.Types != nil {
			s.types = intersect(s.types, one.Types.ToStrings(), typed)
			typed = true
		}
		if one.Enum != nil {
			s.values = append(s.values, one.Enum.Values...)
			s.fixed = true
		}
		if one.Const != nil {
			s.values = append([]any{*one.Const}, s.values...)
			s.fixed = true
		}
		if one.Default != nil {
			s.defaults = append(s.defaults, *one.Default)
		}
		s.defaults = append(s.defaults, one.Examples...)
		s.about += " " + one.Title + " " + one.Description
		s.joinObject(f, one)
		s.joinLimits(one)
		s.joinNumbers(one)
	}
	s.never = s.never || typed && len(s.types) == 0
	if !typed {
		s.types = s.guess()
	}
	return s
}

func intersect(have, more []string, typed bool) []string {
	if !typed {
		return more
	}
	// A whole number is a number.
	has := func(list []string, t string) bool {
		return slices.Contains(list, t) || t == "integer" && slices.Contains(list, "number")
	}
	var both []string
	for _, t := range append(slices.Clone(have), more...) {
		if has(have, t) && has(more, t) && !slices.Contains(both, t) {
			both = append(both, t)
		}
	}
	return both
}

// guess is what a schema without a type is about.
func (s *shape) guess() []string {
	for _, one := range s.all {
		switch {
		case len(one.Properties) > 0 || len(one.Required) > 0 || one.MinProperties != nil || one.AdditionalProperties != nil || len(one.PatternProperties) > 0:
			return []string{"object"}
		case one.Items2020 != nil || one.Items != nil || len(one.PrefixItems) > 0 || one.MinItems != nil || one.Contains != nil || one.UniqueItems:
			return []string{"array"}
		case one.Pattern != nil || one.Format != nil || one.MinLength != nil || one.MaxLength != nil:
			return []string{"string"}
		case one.Minimum != nil || one.Maximum != nil || one.ExclusiveMinimum != nil || one.ExclusiveMaximum != nil || one.MultipleOf != nil:
			return []string{"number"}
		}
	}
	return []string{"string", "object", "number", "array", "boolean", "null"}
}

func (s *shape) joinObject(f *form, one *jsonschema.Schema) {
	names := slices.Clone(f.order[one.Location])
	for name := range one.Properties {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names[min(len(f.order[one.Location]), len(names)):])
	for _, name := range names {
		if one.Properties[name] == nil {
			continue
		}
		if s.properties[name] == nil {
			s.names = append(s.names, name)
		}
		s.properties[name] = append(s.properties[name], one.Properties[name])
	}
	for _, name := range one.Required {
		if !slices.Contains(s.required, name) {
			s.required = append(s.required, name)
		}
	}
}

func (s *shape) joinLimits(one *jsonschema.Schema) {
	least := func(have *int, limit *int) {
		if limit != nil {
			*have = max(*have, *limit)
		}
	}
	most := func(have *int, limit *int) {
		if limit != nil && (*have < 0 || *limit < *have) {
			*have = *limit
		}
	}
	least(&s.minItems, one.MinItems)
	most(&s.maxItems, one.MaxItems)
	least(&s.minLength, one.MinLength)
	most(&s.maxLength, one.MaxLength)
	least(&s.minProperties, one.MinProperties)
	most(&s.maxProperties, one.MaxProperties)
	if one.Format != nil {
		s.formats = append(s.formats, one.Format.Name)
	}
	if one.Pattern != nil {
		s.patterns = append(s.patterns, one.Pattern.String())
	}
}

func (s *shape) joinNumbers(one *jsonschema.Schema) {
	low := func(limit *big.Rat, open bool) {
		if limit != nil && (s.low == nil || limit.Cmp(s.low) > 0 || limit.Cmp(s.low) == 0 && open) {
			s.low, s.openLow = limit, open
		}
	}
	high := func(limit *big.Rat, open bool) {
		if limit != nil && (s.high == nil || limit.Cmp(s.high) < 0 || limit.Cmp(s.high) == 0 && open) {
			s.high, s.openHigh = limit, open
		}
	}
	low(one.Minimum, false)
	low(one.ExclusiveMinimum, true)
	high(one.Maximum, false)
	high(one.ExclusiveMaximum, true)
	if one.MultipleOf != nil {
		s.steps = append(s.steps, one.MultipleOf)
	}
}

// property are the schemas that a property has to follow, named or not.
func (s *shape) property(name string) []*jsonschema.Schema {
	found := slices.Clone(s.properties[name])
	for _, one := range s.all {
		matched := one.Properties[name] != nil
		for re, inner := range one.PatternProperties {
			if re.MatchString(name) {
				found = append(found, inner)
				matched = true
			}
		}
		if inner, ok := one.AdditionalProperties.(*jsonschema.Schema); ok && !matched {
			found = append(found, inner)
		}
		if one.PropertyNames != nil && one.PropertyNames.Validate(name) != nil {
			return nil
		}
	}
	return found
}

// item are the schemas that the item at i has to follow.
func (s *shape) item(i int) []*jsonschema.Schema {
	var found []*jsonschema.Schema
	for _, one := range s.all {
		switch tuple, ok := one.Items.([]*jsonschema.Schema); {
		case i < len(one.PrefixItems):
			found = append(found, one.PrefixItems[i])
		case one.Items2020 != nil:
			found = append(found, one.Items2020)
		case ok && i < len(tuple):
			found = append(found, tuple[i])
		case ok:
			if more, ok := one.AdditionalItems.(*jsonschema.Schema); ok {
				found = append(found, more)
			}
		default:
			if each, ok := one.Items.(*jsonschema.Schema); ok {
				found = append(found, each)
			}
		}
		least := 1
		if one.MinContains != nil {
			least = *one.MinContains
		}
		if one.Contains != nil && i < least {
			found = append(found, one.Contains)
		}
	}
	return found
}

// items is how many items to begin with.
func (s *shape) items(wish int) int {
	least := s.minItems
	for _, one := range s.all {
		least = max(least, len(one.PrefixItems))
		if tuple, ok := one.Items.([]*jsonschema.Schema); ok {
			least = max(least, len(tuple))
		}
		if one.Contains != nil {
			contained := 1
			if one.MinContains != nil {
				contained = *one.MinContains
			}
			least = max(least, contained)
		}
	}
	wish = max(wish, least)
	if s.maxItems >= 0 {
		wish = min(wish, s.maxItems)
	}
	return wish
}
