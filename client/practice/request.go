package practice

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
)

const (
	// maxRequest is the largest body that is read, in bytes: two pictures of 20 MB in base64.
	maxRequest = 56 << 20
	// maxChoices is the greatest n.
	maxChoices = 8
	// maxStops is how many stop words are taken.
	maxStops = 4
)

// question is a checked chat request (docs/gateway.md 2.1).
type question struct {
	model       entry
	messages    []message
	temperature float64
	topP        float64
	hot         bool // a temperature was given
	maxTokens   int  // 0 is no limit
	stops       []string
	seed        *int64
	n           int
	stream      bool
	usage       bool // a stream ends with the token count
}

// message is one checked message (docs/gateway.md 2.2).
type message struct {
	role   string
	text   string
	images []string
}

// lastUser is the last thing the person said.
func (q question) lastUser() message {
	for _, m := range slices.Backward(q.messages) {
		if m.role == "user" {
			return m
		}
	}
	return message{}
}

// instructions are the system messages, joined.
func (q question) instructions() string {
	var all []string
	for _, m := range q.messages {
		if m.role == "system" && strings.TrimSpace(m.text) != "" {
			all = append(all, strings.TrimSpace(m.text))
		}
	}
	return strings.Join(all, "\n")
}

// started is the reply that is to be continued: the text of an assistant message that comes last, or before a last message
// of the user that asks to go on. A reply that came to its end is not continued.
func (q question) started() (string, bool) {
	last := len(q.messages) - 1
	if last > 0 && q.messages[last].role == "user" && len(q.messages[last].images) == 0 && asksToGoOn(q.messages[last].text) {
		last--
	}
	if last < 0 || q.messages[last].role != "assistant" || strings.HasSuffix(q.messages[last].text, closing) {
		return "", false
	}
	return q.messages[last].text, true
}

// asksToGoOn reports whether words ask for nothing but the rest of a reply.
func asksToGoOn(words string) bool {
	words = strings.ToLower(strings.TrimSpace(words))
	words = strings.TrimPrefix(words, "please ")
	if strings.HasPrefix(words, "continue exactly where ") {
		return true
	}
	return slices.Contains([]string{"continue", "go on"}, strings.TrimRight(words, ".!… "))
}

// readQuestion reads and checks a request body.
func readQuestion(w http.ResponseWriter, r *http.Request) (question, *fault) {
	fields, bad := readFields(w, r, maxRequest)
	if bad != nil {
		return question{}, bad
	}
	c := checker{fields: fields}
	q := c.question(r)
	if c.fault != nil {
		return question{}, c.fault
	}
	return q, nil
}

// checker holds the fields of a request to their rules; the first that breaks one is reported.
type checker struct {
	fields map[string]json.RawMessage
	fault  *fault
}

func (c *checker) question(r *http.Request) question {
	q := question{n: 1, temperature: 1, topP: 1}
	var id string
	if c.need("model") {
		c.read("model", "a string", &id)
	}
	if c.need("messages") {
		q.messages = c.messages()
	}
	if c.fault == nil {
		var ok bool
		if q.model, ok = find(id); !ok {
			f := unknownModel(id)
			c.fault = &f
		} else if !q.model.chats() {
			f := wrongModel(q.model, r.URL.Path)
			c.fault = &f
		}
	}
	_, q.hot = c.number("temperature", 0, 2, &q.temperature)
	c.number("top_p", 0, 1, &q.topP)
	var ignored float64
	c.number("frequency_penalty", -2, 2, &ignored)
	c.number("presence_penalty", -2, 2, &ignored)
	c.integer("max_tokens", 1, math.MaxInt32, &q.maxTokens)
	c.integer("max_completion_tokens", 1, math.MaxInt32, &q.maxTokens)
	c.integer("n", 1, maxChoices, &q.n)
	if c.given("seed") {
		var seed int64
		c.read("seed", "an integer", &seed)
		q.seed = &seed
	}
	if c.given("stream") {
		c.read("stream", "true or false", &q.stream)
	}
	if c.given("user") {
		var user string
		c.read("user", "a string", &user)
	}
	q.stops = c.stops()
	q.usage = c.streamOptions(q.stream)
	c.notYet()
	return q
}

// given reports whether a field is there and not null.
func (c *checker) given(name string) bool {
	raw, ok := c.fields[name]
	return ok && string(raw) != "null"
}

func (c *checker) need(name string) bool {
	if !c.given(name) {
		c.refuse(name, fmt.Sprintf("Missing required parameter: '%s'.", name))
		return false
	}
	return true
}

func (c *checker) refuse(param, message string) {
	if c.fault == nil {
		c.fault = wrong(param, message)
	}
}

// read decodes a field into place.
func (c *checker) read(name, kind string, place any) bool {
	if err := json.Unmarshal(c.fields[name], place); err != nil {
		c.refuse(name, fmt.Sprintf("Invalid type for '%s': expected %s.", name, kind))
		return false
	}
	return true
}

// number reads a number in a range, ends included.
func (c *checker) number(name string, low, high float64, place *float64) (float64, bool) {
	if !c.given(name) || !c.read(name, "a number", place) {
		return 0, false
	}
	if *place < low || *place > high {
		c.refuse(name, fmt.Sprintf("Invalid '%s': %v is not in the range %v to %v.", name, *place, low, high))
	}
	return *place, true
}

func (c *checker) integer(name string, low, high int, place *int) {
	if !c.given(name) || !c.read(name, "an integer", place) {
		return
	}
	if *place < low || *place > high {
		c.refuse(name, fmt.Sprintf("Invalid '%s': %d is not in the range %d to %d.", name, *place, low, high))
	}
}

// stops reads stop: a string or a list of them.
func (c *checker) stops() []string {
	if !c.given("stop") {
		return nil
	}
	var one string
	if json.Unmarshal(c.fields["stop"], &one) == nil {
		if one == "" {
			return nil
		}
		return []string{one}
	}
	var list []string
	if !c.read("stop", "a string or an array of strings", &list) {
		return nil
	}
	if len(list) > maxStops {
		c.refuse("stop", fmt.Sprintf("Invalid 'stop': at most %d stop words are taken.", maxStops))
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// streamOptions reads stream_options.include_usage.
func (c *checker) streamOptions(stream bool) bool {
	if !c.given("stream_options") {
		return false
	}
	var o struct {
		IncludeUsage bool `json:"include_usage"`
	}
	if c.read("stream_options", "an object", &o) && !stream {
		c.refuse("stream_options", "The 'stream_options' parameter is only allowed when 'stream' is enabled.")
	}
	return o.IncludeUsage
}

// notYet refuses, by name, what no practice model does.
func (c *checker) notYet() {
	for _, name := range []string{"tools", "tool_choice"} {
		if c.given(name) && string(c.fields[name]) != "[]" && string(c.fields[name]) != `"none"` {
			c.refuse(name, fmt.Sprintf("'%s' is not supported with this model.", name))
		}
	}
	if c.given("response_format") {
		var format struct{ Type string }
		if c.read("response_format", "an object", &format) && format.Type != "text" {
			c.refuse("response_format", "'response_format' is not supported with this model, except for the type text.")
		}
	}
}

// messages reads and checks the conversation.
func (c *checker) messages() []message {
	var raw []struct {
		Role       string
		Content    json.RawMessage
		ToolCallID string          `json:"tool_call_id"`
		ToolCalls  json.RawMessage `json:"tool_calls"`
	}
	if !c.read("messages", "an array of messages", &raw) {
		return nil
	}
	if len(raw) == 0 {
		c.refuse("messages", "Invalid 'messages': empty array. Expected at least one message.")
	}
	all := make([]message, 0, len(raw))
	for i, m := range raw {
		place := fmt.Sprintf("messages[%d]", i)
		if !slices.Contains([]string{"system", "user", "assistant", "tool"}, m.Role) {
			c.refuse(place+".role", fmt.Sprintf("Invalid value: '%.40s'. Supported values are: 'system', 'user', 'assistant', and 'tool'.", m.Role))
		}
		if m.Role == "tool" && m.ToolCallID == "" {
			c.refuse(place+".tool_call_id", "A message with the role 'tool' needs a tool_call_id.")
		}
		read := c.content(place, m.Content, m.Role, len(m.ToolCalls) > 0)
		read.role = m.Role
		all = append(all, read)
	}
	return all
}

// content reads the content of a message: a string or a list of parts.
func (c *checker) content(place string, raw json.RawMessage, role string, optional bool) message {
	var m message
	if len(raw) == 0 || string(raw) == "null" {
		if !optional {
			c.refuse(place+".content", "A message needs a content.")
		}
		return m
	}
	if json.Unmarshal(raw, &m.text) == nil {
		return m
	}
	var parts []struct {
		Type     string
		Text     *string
		ImageURL *struct{ URL string } `json:"image_url"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		c.refuse(place+".content", "Invalid content: expected a string or an array of parts.")
		return m
	}
	for i, p := range parts {
		here := fmt.Sprintf("%s.content[%d]", place, i)
		switch {
		case p.Type == "text" && p.Text != nil:
			if m.text != "" {
				m.text += "\n"
			}
			m.text += *p.Text
		case p.Type == "image_url" && p.ImageURL != nil && p.ImageURL.URL != "":
			if role != "user" {
				c.refuse(here, "Pictures are only taken in messages with the role 'user'.")
			}
			m.images = append(m.images, p.ImageURL.URL)
		default:
			c.refuse(here, fmt.Sprintf("Invalid part of the type '%.40s': a part is a text with 'text' or an image_url with 'image_url.url'.", p.Type))
		}
	}
	return m
}
