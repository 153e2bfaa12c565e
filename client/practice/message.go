package practice

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// message is a validated message (docs/gateway.md 2.2).
type message struct {
	role  string
	text  string // text parts, joined by newlines
	media []medium
	calls []call // tool calls of the assistant
	// thought is the assistant's reasoning_content; thinks means that the field is present.
	thought string
	thinks  bool
	// answers is the ID of the tool call that a tool message has the result of.
	answers string
}

// medium is a picture or file of a message before decoding.
type medium struct {
	place   string // path in the request
	address string
	low     bool // low detail
	file    bool // sent as a file part
}

// messages reads and validates the conversation.
func (c *checker) messages() []message {
	list := c.list("messages", "messages")
	if list == nil {
		return nil
	}
	if len(list) == 0 {
		c.refuse("messages", "Invalid 'messages': empty array. Expected at least one message.")
	}
	all := make([]message, 0, len(list))
	for _, m := range list {
		all = append(all, m.message())
	}
	if c.fault == nil {
		c.answered(list, all)
	}
	return all
}

// message reads one message.
func (c *checker) message() message {
	var m message
	if !c.need("role") || !c.str("role", &m.role) {
		return m
	}
	if !slices.Contains([]string{"system", "user", "assistant", "tool"}, m.role) {
		c.refuse("role", fmt.Sprintf("Invalid value: '%.40s'. Supported values are: 'system', 'user', 'assistant', and 'tool'.", m.role))
		return m
	}
	if c.given("name") {
		var name string
		c.str("name", &name)
	}
	if m.role == "assistant" && c.given("reasoning_content") {
		m.thinks = c.str("reasoning_content", &m.thought)
	}
	if c.given("tool_calls") {
		m.calls = c.calls(m.role)
	}
	switch {
	case m.role == "tool" && !c.given("tool_call_id"):
		c.refuse("tool_call_id", "A message with the role 'tool' needs a tool_call_id.")
	case m.role == "tool":
		c.str("tool_call_id", &m.answers)
	case c.given("tool_call_id"):
		c.refuse("tool_call_id", fmt.Sprintf("Only a message with the role 'tool' has a tool_call_id, and this one has the role '%s'.", m.role))
	}
	if c.given("content") {
		c.content(&m)
	} else if len(m.calls) == 0 {
		c.refuse("content", "A message needs a content.")
	}
	return m
}

// calls reads the tool calls of an assistant message (docs/gateway.md 2.4).
func (c *checker) calls(role string) []call {
	if role != "assistant" {
		c.refuse("tool_calls", fmt.Sprintf("Only a message with the role 'assistant' has tool_calls, and this one has the role '%s'.", role))
		return nil
	}
	list := c.list("tool_calls", "tool calls")
	if list != nil && len(list) == 0 {
		c.refuse("tool_calls", fmt.Sprintf("Invalid '%s': empty array. Leave it out when nothing is called.", c.path("tool_calls")))
	}
	seen := map[string]bool{}
	calls := make([]call, 0, len(list))
	for _, one := range list {
		var made call
		if !one.need("id") || !one.str("id", &made.id) || !one.isFunction() || !one.need("function") {
			return nil
		}
		if made.id == "" || seen[made.id] {
			one.refuse("id", fmt.Sprintf("Invalid '%s': each call needs an id of its own, and '%.60s' is none.", one.path("id"), made.id))
		}
		seen[made.id] = true
		f, ok := one.object("function")
		if !ok || !f.need("name") || !f.str("name", &made.name) || !f.need("arguments") || !f.str("arguments", &made.arguments) {
			return nil
		}
		if made.arguments != "" && !json.Valid([]byte(made.arguments)) {
			f.refuse("arguments", fmt.Sprintf("Invalid '%s': expected JSON in a string, and the string is not valid JSON.", f.path("arguments")))
		}
		calls = append(calls, made)
	}
	return calls
}

// isFunction checks that the type of a tool or call is "function".
func (c *checker) isFunction() bool {
	var kind string
	if !c.need("type") || !c.str("type", &kind) {
		return false
	}
	if kind != "function" {
		c.refuse("type", fmt.Sprintf("Invalid value: '%.40s'. The supported value of '%s' is 'function'.", kind, c.path("type")))
		return false
	}
	return true
}

// answered checks that each tool message answers one call of the preceding assistant message, no
// call is answered twice, and all calls are answered before the next message (docs/gateway.md
// 4.1.1).
func (c *checker) answered(list []*checker, all []message) {
	open := map[string]bool{} // calls by id: true until answered
	var asked int             // the index of the message with the calls
	missing := func() {
		for _, made := range all[asked].calls {
			if open[made.id] {
				list[asked].refuse("tool_calls", fmt.Sprintf(
					"An assistant message with tool_calls must be followed by a tool message for each of them. '%.60s' was not answered.", made.id))
			}
		}
	}
	for i, m := range all {
		if m.role != "tool" {
			missing()
			asked, open = i, map[string]bool{}
			for _, made := range m.calls {
				open[made.id] = true
			}
			continue
		}
		switch unanswered, known := open[m.answers]; {
		case len(all[asked].calls) == 0:
			list[i].refuse("role", "A message with the role 'tool' must follow an assistant message with tool_calls.")
		case !known:
			list[i].refuse("tool_call_id", fmt.Sprintf("Invalid '%s': '%.60s' is no call of the assistant message before it.", list[i].path("tool_call_id"), m.answers))
		case !unanswered:
			list[i].refuse("tool_call_id", fmt.Sprintf("Invalid '%s': the call '%.60s' was answered already.", list[i].path("tool_call_id"), m.answers))
		}
		open[m.answers] = false
	}
	if len(all) > 0 {
		missing()
	}
}

// content reads the content of a message: a string or an array of parts.
func (c *checker) content(m *message) {
	raw := c.fields["content"]
	switch sortOf(raw) {
	case "a string":
		c.str("content", &m.text)
		return
	case "an array":
	default:
		c.refuse("content", fmt.Sprintf("Invalid type for '%s': expected a string or an array of parts, but got %s.", c.path("content"), sortOf(raw)))
		return
	}
	parts := c.list("content", "parts")
	if parts != nil && len(parts) == 0 {
		c.refuse("content", fmt.Sprintf("Invalid '%s': empty array. Expected at least one part.", c.path("content")))
	}
	var texts []string
	for i, p := range parts {
		var kind string
		if !p.need("type") || !p.str("type", &kind) {
			return
		}
		switch kind {
		case "text":
			var text string
			if !p.need("text") || !p.str("text", &text) {
				return
			}
			texts = append(texts, text)
		case "image_url", "file":
			if m.role != "user" {
				p.refuse("", "Pictures and files are only taken in messages with the role 'user'.")
				return
			}
			if found := p.medium(kind); found.address != "" {
				m.media = append(m.media, found)
			}
		default:
			c.refuse("content["+strconv.Itoa(i)+"]", fmt.Sprintf(
				"Invalid part of the type '%.40s': a part is a 'text', an 'image_url', or for some models a 'file'.", kind))
			return
		}
	}
	m.text = strings.Join(texts, "\n")
}

// medium reads an image_url or file part.
func (c *checker) medium(kind string) medium {
	if !c.need(kind) {
		return medium{}
	}
	inner, ok := c.object(kind)
	if !ok {
		return medium{}
	}
	name := "url"
	found := medium{file: kind == "file"}
	if found.file {
		name = "file_data"
	}
	found.place = inner.path(name)
	if !inner.need(name) || !inner.str(name, &found.address) {
		return medium{}
	}
	if found.address == "" {
		inner.refuse(name, fmt.Sprintf("Invalid '%s': it is empty.", found.place))
	}
	var detail string
	if inner.str("detail", &detail) && !slices.Contains([]string{"auto", "low", "high"}, detail) {
		inner.refuse("detail", fmt.Sprintf("Invalid value: '%.40s'. Supported values are: 'auto', 'low', and 'high'.", detail))
	}
	found.low = detail == "low"
	return found
}
