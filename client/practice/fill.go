package practice

import (
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

// key is a property's name without what services write differently.
func key(name string) string { return strings.Join(wordsOf(name), " ") }
