package practice

import (
	"encoding/json"
	"fmt"
	"strings"
)

const (
	// maxTools is the maximum number of tools.
	maxTools = 128
	// namedRule describes valid names of tools and schemas in messages.
	namedRule = "1 to 64 letters, digits, underscores and hyphens"
)

// isName reports whether a name follows namedRule.
func isName(s string) bool {
	return s != "" && len(s) <= 64 && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// tool is a validated tool (docs/gateway.md 2.3).
type tool struct {
	name, about string
	parameters  *schema // nil for none
	raw         json.RawMessage
}

// call is a tool call (docs/gateway.md 2.4).
type call struct{ id, name, arguments string }

// toolChoice is a validated tool_choice: auto, none, required, or the name of one tool.
type toolChoice struct {
	mode string
	name string // for the mode "named"
}

// tools reads tools and tool_choice.
func (c *checker) tools(model entry) ([]tool, toolChoice) {
	choice := toolChoice{mode: "auto"}
	var tools []tool
	if c.given("tools") {
		list := c.list("tools", "tools")
		if len(list) > 0 && !model.heeds("tools") {
			c.refuse("tools", fmt.Sprintf("'tools' is not supported with this model. Try %s.", ToolModel))
		}
		if len(list) > maxTools {
			c.refuse("tools", fmt.Sprintf("Invalid 'tools': array too long. Expected at most %d tools, but got %d.", maxTools, len(list)))
		}
		seen := map[string]bool{}
		for _, one := range list[:min(len(list), maxTools)] {
			t := one.tool(seen)
			if c.fault != nil {
				return nil, choice
			}
			tools = append(tools, t)
		}
	}
	if c.given("tool_choice") {
		choice = c.toolChoice(tools)
		if choice.mode != "auto" && choice.mode != "none" && c.fault == nil && !model.heeds("tool_choice") {
			c.refuse("tool_choice", fmt.Sprintf("'tool_choice' is not supported with this model. Try %s.", ToolModel))
		}
	}
	return tools, choice
}

// tool reads one tool.
func (c *checker) tool(seen map[string]bool) tool {
	var t tool
	if !c.isFunction() || !c.need("function") {
		return t
	}
	f, ok := c.object("function")
	if !ok || !f.need("name") || !f.str("name", &t.name) {
		return t
	}
	switch {
	case !isName(t.name):
		f.refuse("name", fmt.Sprintf("Invalid '%s': '%.80s' does not match the rule, which is %s.", f.path("name"), t.name, namedRule))
	case seen[t.name]:
		f.refuse("name", fmt.Sprintf("Invalid '%s': there are two tools with the name '%s'.", f.path("name"), t.name))
	}
	seen[t.name] = true
	f.str("description", &t.about)
	var strict bool
	f.flag("strict", &strict)
	if f.given("parameters") {
		t.parameters = f.parameters()
	}
	t.raw, _ = json.Marshal(f.fields)
	return t
}

// parameters reads the JSON Schema of a tool, which must describe an object.
func (c *checker) parameters() *schema {
	inner, ok := c.object("parameters")
	if !ok {
		return nil
	}
	var kind string
	if inner.given("type") && (json.Unmarshal(inner.fields["type"], &kind) != nil || kind != "object") {
		inner.refuse("type", fmt.Sprintf("Invalid schema for '%s': the arguments of a function are an object, so 'type' must be 'object'.", c.path("parameters")))
		return nil
	}
	f, problem := newSchema(c.fields["parameters"])
	if problem != "" {
		c.refuse("parameters", fmt.Sprintf("Invalid schema for '%s': %s", c.path("parameters"), problem))
	}
	return f
}

// toolChoice reads tool_choice (docs/gateway.md 4.1.1).
func (c *checker) toolChoice(tools []tool) toolChoice {
	const rule = "expected 'auto', 'none', 'required', or {\"type\":\"function\",\"function\":{\"name\":…}}"
	var mode string
	if json.Unmarshal(c.fields["tool_choice"], &mode) == nil {
		switch mode {
		case "auto", "none":
		case "required":
			if len(tools) == 0 {
				c.refuse("tool_choice", "'tool_choice' is 'required', but there are no 'tools' to choose from.")
			}
		default:
			c.refuse("tool_choice", fmt.Sprintf("Invalid value for 'tool_choice': '%.40s'; %s.", mode, rule))
		}
		return toolChoice{mode: mode}
	}
	if sortOf(c.fields["tool_choice"]) != "an object" {
		c.refuse("tool_choice", fmt.Sprintf("Invalid type for 'tool_choice': got %s; %s.", sortOf(c.fields["tool_choice"]), rule))
		return toolChoice{}
	}
	choice := toolChoice{mode: "named"}
	inner, ok := c.object("tool_choice")
	if !ok || !inner.isFunction() || !inner.need("function") {
		return choice
	}
	f, ok := inner.object("function")
	if !ok || !f.need("name") || !f.str("name", &choice.name) {
		return choice
	}
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.name
		if t.name == choice.name {
			return choice
		}
	}
	f.refuse("name", fmt.Sprintf("Invalid '%s': the tool '%.64s' is not among the 'tools' (%s).", f.path("name"), choice.name, strings.Join(names, ", ")))
	return choice
}
