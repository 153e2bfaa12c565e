package practice

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// checker validates the fields of one JSON object. It records the first violation in fault, with
// the field's path from the root of the request; values read after that are meaningless.
type checker struct {
	fields map[string]json.RawMessage
	fault  *fault // shared with the root checker
	at     string // the path of the object, "" for the root
	root   *checker
}

// refuse records that a field breaks its rule; the name "" means the object itself.
func (c *checker) refuse(name, message string) { c.refuseWith(*wrong(c.path(name), message)) }

func (c *checker) refuseWith(f fault) {
	root := c
	if c.root != nil {
		root = c.root
	}
	if root.fault == nil {
		root.fault = &f
	}
}

// path returns a field's path from the root of the request.
func (c *checker) path(name string) string {
	switch {
	case c.at == "" || name == "":
		return c.at + name
	case strings.HasPrefix(name, "["):
		return c.at + name
	}
	return c.at + "." + name
}

// given reports whether a field is present and not null.
func (c *checker) given(name string) bool {
	raw, ok := c.fields[name]
	return ok && string(raw) != "null"
}

// need is like given, but records a missing field as a violation.
func (c *checker) need(name string) bool {
	if !c.given(name) {
		c.refuse(name, fmt.Sprintf("Missing required parameter: '%s'.", c.path(name)))
		return false
	}
	return true
}

// read decodes a field into place. kind names the expected type in the message of a refusal.
func (c *checker) read(name, kind string, place any) bool {
	if err := json.Unmarshal(c.fields[name], place); err != nil {
		c.refuse(name, fmt.Sprintf("Invalid type for '%s': expected %s, but got %s.", c.path(name), kind, sortOf(c.fields[name])))
		return false
	}
	return true
}

// object returns a checker for a field that must be an object.
func (c *checker) object(name string) (*checker, bool) {
	return c.objectOf(name, c.fields[name])
}

// objectOf returns a checker for raw, the value at name, which must be an object.
func (c *checker) objectOf(name string, raw json.RawMessage) (*checker, bool) {
	inner := &checker{at: c.path(name), root: c}
	if c.root != nil {
		inner.root = c.root
	}
	if err := json.Unmarshal(raw, &inner.fields); err != nil || inner.fields == nil {
		c.refuse(name, fmt.Sprintf("Invalid type for '%s': expected an object, but got %s.", c.path(name), sortOf(raw)))
		return nil, false
	}
	return inner, true
}

// list returns a checker for each object of an array field; kind names the elements in error
// messages.
func (c *checker) list(name, kind string) []*checker {
	var raw []json.RawMessage
	if !c.read(name, "an array of "+kind, &raw) {
		return nil
	}
	all := make([]*checker, 0, len(raw))
	for i, r := range raw {
		inner, ok := c.objectOf(name+"["+strconv.Itoa(i)+"]", r)
		if !ok {
			return nil
		}
		all = append(all, inner)
	}
	return all
}

// number reads a number between low and high, inclusive. It returns false if the field is missing
// or invalid.
func (c *checker) number(name string, low, high float64, place *float64) bool {
	if !c.given(name) || !c.read(name, "a number", place) {
		return false
	}
	if *place < low || *place > high {
		c.refuse(name, fmt.Sprintf("Invalid '%s': %v is not in the range %v to %v.", c.path(name), *place, low, high))
		return false
	}
	return true
}

// integer reads an integer between low and high, inclusive; it accepts 3.0.
func (c *checker) integer(name string, low, high int, place *int) bool {
	var given float64
	if !c.given(name) || !c.read(name, "an integer", &given) {
		return false
	}
	switch {
	case given != math.Trunc(given):
		c.refuse(name, fmt.Sprintf("Invalid type for '%s': expected an integer, but got %v.", c.path(name), given))
		return false
	case given < float64(low) || given > float64(high):
		limits := fmt.Sprintf("is not in the range %d to %d", low, high)
		if high == math.MaxInt32 {
			limits = fmt.Sprintf("is less than %d", low)
			if given > float64(low) {
				limits = "is too large"
			}
		}
		c.refuse(name, fmt.Sprintf("Invalid '%s': %.40s %s.", c.path(name), c.fields[name], limits))
		return false
	}
	*place = int(given)
	return true
}

// str reads a string. It returns false if the field is missing or not a string.
func (c *checker) str(name string, place *string) bool {
	return c.given(name) && c.read(name, "a string", place)
}

// flag reads a boolean.
func (c *checker) flag(name string, place *bool) bool {
	return c.given(name) && c.read(name, "true or false", place)
}

// sortOf returns the JSON type of a value for error messages.
func sortOf(raw json.RawMessage) string {
	switch s := strings.TrimSpace(string(raw)); {
	case s == "" || s == "null":
		return "null"
	case s == "true" || s == "false":
		return "a boolean"
	case s[0] == '"':
		return "a string"
	case s[0] == '[':
		return "an array"
	case s[0] == '{':
		return "an object"
	case strings.ContainsAny(s, ".eE"):
		return "a number"
	}
	return "an integer"
}
