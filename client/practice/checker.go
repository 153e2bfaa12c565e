package practice

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// checker holds the fields of one JSON object to their rules. The first that breaks one is reported
// in fault, by its path from the root of the request; what is read after that is of no use.
type checker struct {
	fields map[string]json.RawMessage
	fault  *fault // the root's
	at     string // the path of the object, "" for the root
	root   *checker
}

// refuse reports a field that breaks its rule; "" is the object itself.
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

// path is the path of a field from the root of the request.
func (c *checker) path(name string) string {
	switch {
	case c.at == "" || name == "":
		return c.at + name
	case strings.HasPrefix(name, "["):
		return c.at + name
	}
	return c.at + "." + name
}

// given reports whether a field is there and not null.
func (c *checker) given(name string) bool {
	raw, ok := c.fields[name]
	return ok && string(raw) != "null"
}

// need is given, but reports a field that is not.
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

// object reads a field that is an object.
func (c *checker) object(name string) (*checker, bool) {
	return c.objectOf(name, c.fields[name])
}

// objectOf reads raw, which stands at name, as an object.
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

// list reads a field that is an array of objects, of what kind the message says.
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

// number reads a number in a range, ends included; false when it is not given or not right.
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

// integer reads a whole number in a range, ends included; 3.0 is one.
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

// str reads a string; false when it is not given or none.
func (c *checker) str(name string, place *string) bool {
	return c.given(name) && c.read(name, "a string", place)
}

// flag reads true or false.
func (c *checker) flag(name string, place *bool) bool {
	return c.given(name) && c.read(name, "true or false", place)
}

// sortOf names the JSON type of a value, for messages.
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
