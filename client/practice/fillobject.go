package practice

import (
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

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
	return depth < fullLevels && f.said(f.form.shapeOf(flat(s.property(name))), name, map[property]bool{})
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
