package client

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"
)

const (
	// maxCalls is how many tool calls of one choice are gathered.
	maxCalls = 128
	// maxArguments is the greatest length of one call's arguments in bytes.
	maxArguments = 8 << 20
)

// callPiece is a part of a tool call as it arrives (GATEWAY.md 4.1.2).
type callPiece struct {
	index    int
	indexed  bool // the piece has an index of its own
	id, name string
	args     string
	extra    map[string]json.RawMessage
}

// readCall reads an element of tool_calls.
func readCall(raw json.RawMessage) (callPiece, bool) {
	o, ok := asObject(raw)
	if !ok {
		return callPiece{}, false
	}
	var c callPiece
	if n, ok := asInt(o["index"]); ok && n >= 0 {
		c.index, c.indexed = n, true
	}
	c.id = scalar(o["id"])
	if function, ok := asObject(o["function"]); ok {
		c.readFunction(function)
	} else {
		c.readFunction(o)
	}
	c.extra = others(o, "index", "id", "type", "function", "name", "arguments")
	if function, ok := asObject(o["function"]); ok {
		if kept := others(function, "name", "arguments"); kept != nil {
			if c.extra == nil {
				c.extra = map[string]json.RawMessage{}
			}
			c.extra["function"], _ = encode(kept)
		}
	}
	return c, true
}

// others are the members of an object that are not named, nil if there are none.
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

// readFunction takes name and arguments; arguments may be an object instead of JSON in a string.
func (c *callPiece) readFunction(o map[string]json.RawMessage) {
	c.name, _ = asString(o["name"])
	if s, ok := asString(o["arguments"]); ok {
		c.args = s
	} else if _, ok := asObject(o["arguments"]); ok {
		c.args = string(o["arguments"])
	}
}

// call is a tool call that is being put together.
type call struct {
	index    int
	indexed  bool
	id, name string
	args     []byte
	half     string // see mend
	extra    map[string]json.RawMessage
	broken   bool
}

// calls are the tool calls of one choice in the order of their arrival. Their index is never used as
// a place in memory: it comes from outside and may be any number.
type calls []*call

// add puts a piece where it belongs.
func (cs *calls) add(p callPiece) {
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
	switch {
	case c.name == "" || strings.HasPrefix(p.name, c.name):
		// First, repeated in every piece, or grown from piece to piece.
		if p.name != "" {
			c.name = p.name
		}
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

// find is the call a piece belongs to, nil for a new one.
func (cs calls) find(p callPiece) *call {
	if p.indexed {
		for _, c := range slices.Backward(cs) {
			if !c.indexed || c.index != p.index {
				continue
			}
			if p.id != "" && c.id != "" && p.id != c.id {
				break // several calls under one index, told apart by their ids
			}
			return c
		}
		return nil
	}
	if p.id != "" {
		for _, c := range cs {
			if c.id == p.id {
				return c
			}
		}
		return nil
	}
	if p.name != "" || len(cs) == 0 {
		return nil
	}
	return cs[len(cs)-1]
}

// addArguments appends a piece of the arguments. When both what is there and the piece are whole
// objects, the service has sent the call again, and the later one counts.
func (c *call) addArguments(piece string) {
	if piece == "" {
		return
	}
	piece, c.half = mend(c.half, piece)
	if len(c.args)+len(piece) > maxArguments {
		c.broken = true
		return
	}
	trimmed := strings.TrimSpace(piece)
	have := bytes.TrimSpace(c.args)
	if len(have) > 0 && have[0] == '{' && have[len(have)-1] == '}' && strings.HasPrefix(trimmed, "{") &&
		strings.HasSuffix(trimmed, "}") && json.Valid(have) && json.Valid([]byte(trimmed)) {
		c.args = append(c.args[:0], piece...)
		return
	}
	c.args = append(c.args, piece...)
}

// finish checks the calls once the end of the reply was seen; bad says what is wrong with one of them,
// and then none is handed over.
func (cs calls) finish() (whole []ToolCall, bad string) {
	seen := map[string]bool{}
	for _, c := range cs {
		if c.broken {
			return nil, "The arguments of the tool call " + c.name + " are too long."
		}
		if strings.TrimSpace(c.name) == "" {
			return nil, "A tool call has no name."
		}
		args := string(bytes.TrimSpace(c.args))
		if args == "" || args == "null" {
			args = "{}"
		}
		// Some services encode twice.
		if inner, ok := asString(json.RawMessage(args)); ok && strings.HasPrefix(strings.TrimSpace(inner), "{") {
			args = strings.TrimSpace(inner)
		}
		args = lastObject(args)
		if !strings.HasPrefix(args, "{") || !json.Valid([]byte(args)) {
			return nil, "The arguments of the tool call " + c.name + " are not whole."
		}
		id := c.id
		if id == "" || seen[id] {
			id = "call_" + strings.ToLower(rand.Text())
		}
		seen[id] = true
		whole = append(whole, ToolCall{ID: id, Name: strings.TrimSpace(c.name), Arguments: args, Extra: c.extra})
	}
	return whole, ""
}

// lastObject undoes two habits of services that open a call with "{}", or repeat the whole: of several
// objects in a row it takes the last, if those before it are empty or the same.
func lastObject(args string) string {
	if json.Valid([]byte(args)) {
		return args
	}
	var last string
	for decoder := json.NewDecoder(strings.NewReader(args)); decoder.More(); {
		var next json.RawMessage
		if decoder.Decode(&next) != nil {
			return args
		}
		if last != "" && last != string(next) && strings.Join(strings.Fields(last), "") != "{}" {
			return args
		}
		last = string(next)
	}
	return last
}
