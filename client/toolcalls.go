package client

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"parlando/client/wire"
)

const (
	// maxCalls is the number of tool calls of one choice that are collected.
	maxCalls = 128
	// maxArguments bounds the arguments of a call in bytes, as received.
	maxArguments = 8 << 20
)

// callDelta is a delta of a tool call (GATEWAY.md 4.1.2).
type callDelta struct {
	index   int
	indexed bool // the delta has an explicit index
	// kind is "function" in most services.
	kind, id, name string
	args           string
	extra          map[string]json.RawMessage
}

// readCall parses an element of tool_calls.
func readCall(raw json.RawMessage) (callDelta, bool) {
	o, ok := wire.ParseObject(raw)
	if !ok {
		return callDelta{}, false
	}
	var c callDelta
	if n, ok := wire.ParseInt(o["index"]); ok && n >= 0 {
		c.index, c.indexed = n, true
	}
	c.id = wire.ScalarText(o["id"])
	c.kind, _ = wire.ParseString(o["type"])
	if function, ok := wire.ParseObject(o["function"]); ok {
		c.readFunction(function)
	} else if custom, ok := wire.ParseObject(o["custom"]); ok {
		c.readFunction(custom)
	} else {
		c.readFunction(o)
	}
	c.extra = others(o, slices.Concat([]string{"index", "id", "type", "function", "name"}, argumentNames)...)
	if function, ok := wire.ParseObject(o["function"]); ok {
		if kept := others(function, slices.Concat([]string{"name"}, argumentNames)...); kept != nil {
			if c.extra == nil {
				c.extra = map[string]json.RawMessage{}
			}
			c.extra["function"], _ = encode(kept)
		}
	}
	return c, true
}

// others returns the members of an object other than named, nil if there are none.
func others(o map[string]json.RawMessage, named ...string) map[string]json.RawMessage {
	var kept map[string]json.RawMessage
	for name, value := range o {
		if slices.Contains(named, name) {
			continue
		}
		if kept == nil {
			kept = map[string]json.RawMessage{}
		}
		kept[name] = value
	}
	return kept
}

// readFunction reads the name and the arguments of a call. The arguments are JSON in a string or an
// object, in one of the members argumentNames.
func (c *callDelta) readFunction(o map[string]json.RawMessage) {
	if c.name, _ = wire.ParseString(o["name"]); c.name == "null" || c.name == "None" {
		c.name = "" // JavaScript's or Python's word for no name
	}
	for _, name := range argumentNames {
		if s, ok := wire.ParseString(o[name]); ok {
			c.args = s
			return
		}
		if _, ok := wire.ParseObject(o[name]); ok {
			c.args = string(o[name])
			return
		}
	}
}

// argumentNames lists the members in which services send the arguments of a call.
var argumentNames = []string{"arguments", "parameters", "input"}

// call is a tool call being assembled.
type call struct {
	index    int
	indexed  bool
	id, name string
	args     []byte
	half     string // see wire.JoinUTF8
	// grown is the latest delta of the arguments if every delta so far started with the previous
	// one, else "". Some services repeat all arguments so far in each delta.
	grown  string
	extra  map[string]json.RawMessage
	broken bool
	// served means that the service runs the call itself.
	served bool
}

// calls are the tool calls of one choice, in order of arrival. They are not in a slice by index,
// because the service's index may be any number.
type calls []*call

// add merges a delta into the call that it belongs to, or begins a new call.
func (cs *calls) add(p callDelta) {
	c := cs.find(p)
	if c == nil {
		if len(*cs) >= maxCalls || p.id == "" && p.name == "" && p.args == "" {
			return
		}
		c = &call{index: p.index, indexed: p.indexed}
		*cs = append(*cs, c)
	}
	if c.id == "" {
		c.id = p.id
	}
	c.served = c.served || isServed(p.kind, p.id, p.name)
	switch {
	case c.name == "" || strings.HasPrefix(p.name, c.name):
		// The name is the first one, or repeats it, or repeats and extends it.
		if p.name != "" {
			c.name = p.name
		}
	case len(c.args) > 0:
		// Ignore this name: the name of a call is complete once its arguments have begun.
	case len(c.name)+len(p.name) <= 1024:
		c.name += p.name
	}
	c.addArguments(p.args)
	for name, value := range p.extra {
		if c.extra == nil {
			c.extra = map[string]json.RawMessage{}
		}
		c.extra[name] = value
	}
}

// size returns the bytes of all arguments; isBroken means that one call exceeds maxArguments.
func (cs calls) size() (n int, isBroken bool) {
	for _, c := range cs {
		if c.grown != "" { // repeated from the beginning with each delta
			n += len(c.grown)
		} else {
			n += len(c.args)
		}
		isBroken = isBroken || c.broken
	}
	return n, isBroken
}

// find returns the call that a delta belongs to, nil for a new one.
func (cs calls) find(p callDelta) *call {
	if p.indexed {
		for _, c := range slices.Backward(cs) {
			if c.indexed && c.index == p.index {
				if c.another(p) {
					return nil // several calls under one index
				}
				return c
			}
		}
		if len(cs) > 0 && p.name == "" && (p.id == "" || p.id == cs[len(cs)-1].id) {
			return cs[len(cs)-1] // the index counts deltas: only a name begins a call
		}
		return nil
	}
	if p.id != "" {
		for _, c := range cs {
			if c.id == p.id && !c.another(p) {
				return c
			}
		}
		if len(cs) > 0 && p.name == "" && cs[len(cs)-1].open() {
			return cs[len(cs)-1] // some services send a new id in every chunk
		}
		return nil
	}
	if len(cs) == 0 || p.name != "" && !(p.name == cs[len(cs)-1].name && cs[len(cs)-1].open()) {
		return nil
	}
	if last := cs[len(cs)-1]; !last.another(p) {
		return last
	}
	return nil
}

// another reports whether a delta with c's index, or without an index, begins another call: by
// another id while c's arguments are complete or not begun, or by complete arguments that differ
// from c's. Another id alone does not: some services send a new id in each delta.
func (c *call) another(p callDelta) bool {
	arguments := strings.TrimSpace(p.args)
	whole := isObject([]byte(arguments))
	if p.id != "" && c.id != "" && p.id != c.id {
		switch {
		case c.open():
			return p.name != "" && p.name != c.name
		case len(c.args) == 0:
			return p.name != "" && (whole || arguments == "" || p.name != c.name)
		}
		return p.name != "" || arguments != ""
	}
	if !whole || !isObject(c.args) || isEmptyObject(string(c.args)) {
		return false
	}
	if p.id != "" && p.id == c.id && grows(string(c.args), arguments) {
		return false
	}
	return !sameJSON(string(c.args), arguments)
}

// grows reports whether the JSON object after has all members of the object before.
func grows(before, after string) bool {
	var old, fresh map[string]any
	if json.Unmarshal([]byte(before), &old) != nil || json.Unmarshal([]byte(after), &fresh) != nil {
		return false
	}
	for name, value := range old {
		if !reflect.DeepEqual(fresh[name], value) {
			return false
		}
	}
	return true
}

// open reports whether the arguments of c have begun but are not complete.
func (c *call) open() bool {
	args := bytes.TrimSpace(c.args)
	return len(args) > 0 && !isObject(args)
}

// isObject reports whether a text is a complete JSON object. It runs for each delta, so it parses
// only a text that begins and ends with braces.
func isObject(text []byte) bool {
	text = bytes.TrimSpace(text)
	return bytes.HasPrefix(text, []byte("{")) && bytes.HasSuffix(text, []byte("}")) && json.Valid(text)
}

func isEmptyObject(text string) bool { return strings.Join(strings.Fields(text), "") == "{}" }

// sameJSON reports whether two JSON values are equivalent.
func sameJSON(a, b string) bool {
	var one, other any
	return json.Unmarshal([]byte(a), &one) == nil && json.Unmarshal([]byte(b), &other) == nil &&
		reflect.DeepEqual(one, other)
}

// addArguments appends a delta of the arguments. If both the existing arguments and the delta are
// complete objects, the service has repeated the call, and the delta replaces them.
func (c *call) addArguments(delta string) {
	if delta == "" {
		return
	}
	delta, c.half = wire.JoinUTF8(c.half, delta)
	if len(c.args)+len(delta) > maxArguments {
		c.broken = true
		return
	}
	if isObject([]byte(delta)) && isObject(c.args) {
		c.args, c.grown = append(c.args[:0], delta...), ""
		return
	}
	if len(c.args) == 0 || c.grown != "" && strings.HasPrefix(delta, c.grown) {
		c.grown = delta
	} else {
		c.grown = ""
	}
	c.args = append(c.args, delta...)
}

// finish validates the calls at the end of the reply. If a call is incomplete, it returns no calls,
// and bad is the reason.
func (cs calls) finish() (whole []ToolCall, bad string) {
	seen := map[string]bool{}
	for _, c := range cs {
		if c.served {
			continue
		}
		if c.broken {
			return nil, "The arguments of the tool call " + c.name + " are too long."
		}
		if strings.TrimSpace(c.name) == "" {
			return nil, "A tool call has no name."
		}
		objects := c.objects()
		if objects == nil {
			return nil, "The arguments of the tool call " + c.name + " are not whole."
		}
		for i, args := range objects {
			id := c.id
			if id == "" || seen[id] {
				id = "call_" + strings.ToLower(rand.Text())
			}
			seen[id] = true
			one := ToolCall{ID: id, Name: strings.TrimSpace(c.name), Arguments: args}
			if i == 0 {
				one.Extra = c.extra
			}
			whole = append(whole, one)
		}
	}
	return whole, ""
}

// unfence returns a text without surrounding white space, and without the Markdown fence that some
// models put around JSON.
func unfence(text string) string {
	text = strings.TrimSpace(text)
	inner, ok := strings.CutSuffix(text, "```")
	if _, body, lines := strings.Cut(inner, "\n"); ok && lines && strings.HasPrefix(text, "```") {
		return strings.TrimSpace(body)
	}
	return text
}

// objects returns the arguments of c as JSON objects, nil if they are incomplete. Several
// concatenated objects are the arguments of separate calls.
func (c *call) objects() []string {
	args := unfence(string(c.args))
	switch args {
	case "", "null", "None", "[]":
		return []string{"{}"}
	}
	// Some services encode the arguments twice.
	if inner, ok := wire.ParseString(json.RawMessage(args)); ok && strings.HasPrefix(strings.TrimSpace(inner), "{") {
		args = strings.TrimSpace(inner)
	}
	if repaired, ok := wire.RepairJSON([]byte(args)); ok && strings.HasPrefix(args, "{") {
		return []string{string(repaired)}
	}
	if isObject([]byte(c.grown)) {
		return []string{strings.TrimSpace(c.grown)}
	}
	// An "{}" before the arguments and repeated arguments are not separate calls.
	var all []string
	decoder := json.NewDecoder(strings.NewReader(args))
	for decoder.More() && len(all) < maxCalls {
		var next json.RawMessage
		if decoder.Decode(&next) != nil || wire.FirstByte(next) != '{' {
			return nil
		}
		switch last := len(all) - 1; {
		case last >= 0 && isEmptyObject(all[last]), last >= 0 && sameJSON(all[last], string(next)):
			all[last] = string(next)
		default:
			all = append(all, string(next))
		}
	}
	return all
}
