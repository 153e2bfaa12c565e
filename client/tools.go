package client

import (
	"encoding/json"

	"parlando/client/wire"
)

// Tool is a function that the model may call (GATEWAY.md 2.3).
type Tool struct {
	Name        string
	Description string
	// Parameters is a JSON Schema of an object; nil means that the function takes none.
	Parameters json.RawMessage
}

// MarshalJSON writes the tool as it is sent.
func (t Tool) MarshalJSON() ([]byte, error) {
	parameters := t.Parameters
	if len(parameters) == 0 {
		parameters = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	function := map[string]any{"name": t.Name, "parameters": parameters}
	if t.Description != "" {
		function["description"] = t.Description
	}
	return encode(map[string]any{"type": "function", "function": function})
}

// The modes of a ToolChoice (GATEWAY.md 4.1.1).
const (
	ToolsAuto     = "auto"     // the model decides
	ToolsNone     = "none"     // it must not call any
	ToolsRequired = "required" // it must call at least one
)

// ToolChoice restricts the model's use of tools. The zero value is not sent and leaves it to the
// model.
type ToolChoice struct {
	// Mode is ToolsAuto, ToolsNone or ToolsRequired.
	Mode string
	// Name is the one tool that must be called; Mode does not count then.
	Name string
}

// MarshalJSON writes the word, or the object that names the tool.
func (c ToolChoice) MarshalJSON() ([]byte, error) {
	if c.Name == "" {
		return encode(c.Mode)
	}
	return encode(map[string]any{"type": "function", "function": map[string]string{"name": c.Name}})
}

// ToolCall is a whole tool call (GATEWAY.md 2.4).
type ToolCall struct {
	ID, Name string
	// Arguments is JSON of an object.
	Arguments string
	// Extra keeps the members that are not in GATEWAY.md, which some services need back. Those of
	// the function inside the call are under "function".
	Extra map[string]json.RawMessage
}

// MarshalJSON writes the call as it is sent back, with what was kept of it.
func (c ToolCall) MarshalJSON() ([]byte, error) {
	call, function := map[string]any{}, map[string]any{}
	for name, value := range c.Extra {
		call[name] = value
	}
	kept, _ := wire.Object(c.Extra["function"])
	for name, value := range kept {
		function[name] = value
	}
	function["name"], function["arguments"] = c.Name, c.Arguments
	call["id"], call["type"], call["function"] = c.ID, "function", function
	return encode(call)
}
