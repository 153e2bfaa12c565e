package client

import (
	"encoding/json"

	"parlando/client/wire"
)

// Tool is a function that the model may call (GATEWAY.md 2.3).
type Tool struct {
	Name        string
	Description string
	// Parameters is a JSON Schema of an object; nil means that the function has no parameters.
	Parameters json.RawMessage
}

// MarshalJSON returns the tool as it is sent.
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
	ToolsNone     = "none"     // the model must not call any
	ToolsRequired = "required" // the model must call at least one
)

// ToolChoice restricts the model's use of tools. The zero value is omitted and does not restrict
// it.
type ToolChoice struct {
	// Mode is ToolsAuto, ToolsNone or ToolsRequired.
	Mode string
	// Name is the one tool that must be called; Mode is ignored then.
	Name string
}

// MarshalJSON returns the mode, or the object that names the tool.
func (c ToolChoice) MarshalJSON() ([]byte, error) {
	if c.Name == "" {
		return encode(c.Mode)
	}
	return encode(map[string]any{"type": "function", "function": map[string]string{"name": c.Name}})
}

// ToolCall is a complete tool call (GATEWAY.md 2.4).
type ToolCall struct {
	ID, Name string
	// Arguments is a JSON object.
	Arguments string
	// Extra has the members of the call that are not in GATEWAY.md; some services require that they
	// are sent back. The members of the nested function object are under "function".
	Extra map[string]json.RawMessage
}

// MarshalJSON returns the call as it is sent back, including Extra.
func (c ToolCall) MarshalJSON() ([]byte, error) {
	call, function := map[string]any{}, map[string]any{}
	for name, value := range c.Extra {
		call[name] = value
	}
	kept, _ := wire.ParseObject(c.Extra["function"])
	for name, value := range kept {
		function[name] = value
	}
	function["name"], function["arguments"] = c.Name, c.Arguments
	call["id"], call["type"], call["function"] = c.ID, "function", function
	return encode(call)
}
