package practice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// members lists the known members of a JSON object with their own members. A nil value accepts any
// JSON. Values that are neither an object nor a list of objects are always accepted.
type members map[string]members

// The members that docs/gateway.md 2.1 to 2.4 and 2.7 name, and the form fields of 2.8.
var (
	literalCall = members{"id": nil, "type": nil, "function": {"name": nil, "arguments": nil}}
	literalChat = members{
		"model": nil, "temperature": nil, "max_tokens": nil, "stream": nil, "top_p": nil, "stop": nil, "frequency_penalty": nil,
		"presence_penalty": nil, "seed": nil, "n": nil, "user": nil, "tool_choice": nil,
		"messages": {
			"role": nil, "tool_calls": literalCall, "tool_call_id": nil,
			"content": {"type": nil, "text": nil, "image_url": {"url": nil}},
		},
		"response_format": {"type": nil, "json_schema": nil},
		"tools":           {"type": nil, "function": {"name": nil, "description": nil, "parameters": nil}},
	}
	literalSpeech = members{"model": nil, "input": nil, "voice": nil, "response_format": nil, "speed": nil}
	literalForm   = []string{"model", "file", "language", "response_format", "temperature"}
)

// unknownMember returns the path of the first member of value that m does not list, or "".
func (m members) unknownMember(value json.RawMessage, path string) string {
	if m == nil {
		return ""
	}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) == nil {
		for i, item := range list {
			if bad := m.unknownMember(item, fmt.Sprintf("%s[%d]", path, i)); bad != "" {
				return bad
			}
		}
		return ""
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(value, &object) != nil {
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		at := name
		if path != "" {
			at = path + "." + name
		}
		inner, known := m[name]
		if !known {
			return at
		}
		if bad := inner.unknownMember(object[name], at); bad != "" {
			return bad
		}
	}
	return ""
}

// keepToInterface refuses fields that docs/gateway.md 2.1 or 2.7 does not name, but only in the
// literal scene.
func keepToInterface(r *http.Request, known members, fields map[string]json.RawMessage) *fault {
	if !sceneOf(r).literal {
		return nil
	}
	body, err := json.Marshal(fields)
	if err != nil {
		return &fault{status: http.StatusBadRequest, message: "Invalid request"}
	}
	if bad := known.unknownMember(body, ""); bad != "" {
		return wrong(bad, "Unknown field: "+bad)
	}
	if bad := literalMessages(fields["messages"]); bad != nil {
		return bad
	}
	return literalSchema(fields["response_format"])
}

// literalMessages refuses content that is neither a string nor a list of parts (docs/gateway.md
// 2.2). Messages with tool calls need no content.
func literalMessages(raw json.RawMessage) *fault {
	var all []map[string]json.RawMessage
	_ = json.Unmarshal(raw, &all) // anything but a list is refused elsewhere
	for i, m := range all {
		content, given := m["content"]
		if _, calls := m["tool_calls"]; !given && calls {
			continue
		}
		if first := bytes.TrimSpace(content); len(first) == 0 || first[0] != '"' && first[0] != '[' {
			at := fmt.Sprintf("messages[%d].content", i)
			return wrong(at, at+" must be a string or an array of content parts")
		}
	}
	return nil
}

// literalSchema refuses a json_schema that is not the schema itself (docs/gateway.md 4.1.5).
func literalSchema(raw json.RawMessage) *fault {
	var format struct {
		Schema map[string]json.RawMessage `json:"json_schema"`
	}
	if json.Unmarshal(raw, &format) != nil || format.Schema == nil {
		return nil
	}
	if _, typed := format.Schema["type"]; !typed {
		return wrong("response_format.json_schema", "response_format.json_schema must be a JSON Schema object")
	}
	return nil
}

// literalFields refuses form fields that docs/gateway.md 2.8 does not name.
func (u *upload) literalFields() *fault {
	for _, name := range slices.Sorted(maps.Keys(u.form.Value)) {
		if !slices.Contains(literalForm, name) {
			return wrong(name, "Unknown field: "+name)
		}
	}
	return nil
}
