package practice

import (
	"encoding/json"
	"fmt"
	"maps"
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
	// maxStops is the number of stop words that are accepted.
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
	tools       []tool
	choice      toolChoice
	oneCall     bool // no calls in parallel
	format      format
	chance      uint64 // what the replies are varied by
}

// lastUser is the last thing the user said.
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

// started is the reply that is to be continued: the text of an assistant message that comes last,
// or before a last message of the user that asks to go on. A reply that came to its end is not
// continued.
func (q question) started() (string, bool) {
	last := len(q.messages) - 1
	if last > 0 && q.messages[last].role == "user" && len(q.messages[last].media) == 0 && asksToGoOn(q.messages[last].text) {
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
	fields, bad := readFields(r, maxRequest)
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

// question reads the fields one by one (docs/gateway.md 2.1); fields it does not know are passed
// over.
func (c *checker) question(r *http.Request) question {
	q := question{n: 1, temperature: 1, topP: 1}
	q.model = c.model(r, entry.chats)
	if c.fault != nil {
		return q
	}
	if q.model.id == Strict {
		c.beStrict()
	}
	if c.need("messages") {
		q.messages = c.messages()
	}
	q.hot = c.number("temperature", 0, 2, &q.temperature)
	c.number("top_p", 0, 1, &q.topP)
	var penalty float64
	c.number("frequency_penalty", -2, 2, &penalty)
	c.number("presence_penalty", -2, 2, &penalty)
	c.integer("max_tokens", 1, math.MaxInt32, &q.maxTokens)
	c.integer("max_completion_tokens", 1, math.MaxInt32, &q.maxTokens)
	c.integer("n", 1, maxChoices, &q.n)
	if q.model.id == ignoresN {
		q.n = 1
	}
	q.seed = c.seed()
	c.flag("stream", &q.stream)
	var user string
	c.str("user", &user)
	q.stops = c.stops()
	q.usage = c.streamOptions(q.stream)
	if c.fault != nil {
		return q
	}
	q.tools, q.choice = c.tools(q.model)
	parallel := true
	c.flag("parallel_tool_calls", &parallel)
	q.oneCall = !parallel
	q.format = c.responseFormat(q.model, q.messages)
	return q
}

// model reads the model, which has to be one that does what the path is for.
func (c *checker) model(r *http.Request, fits func(entry) bool) entry {
	var id string
	if !c.need("model") || !c.str("model", &id) {
		return entry{}
	}
	model, ok := find(id)
	switch {
	case !ok:
		c.refuseWith(unknownModel(id))
	case !fits(model):
		c.refuseWith(wrongModel(model, r.URL.Path))
	}
	return model
}

// What the strict model takes.
const (
	strictTemperature = 1
	strictTokens      = 500
)

// beStrict refuses what the strict model does not accept, in the words of real services: a field it
// does not know, a value beyond its range, and a stream.
func (c *checker) beStrict() {
	for _, name := range slices.Sorted(maps.Keys(c.fields)) {
		switch known := name == "model" || name == "messages" || slices.Contains(strictFields, name); {
		case !c.given(name):
		case !known:
			c.refuseWith(fault{
				status: http.StatusBadRequest, param: name, code: "unsupported_parameter",
				message: fmt.Sprintf("Unsupported parameter: '%.100s' is not supported with this model.", name),
			})
		case name == "stream" && string(c.fields[name]) == "true":
			c.refuseWith(fault{
				status: http.StatusBadRequest, param: name, code: "unsupported_value",
				message: "Unsupported value: 'stream' does not support true with this model. " +
					"Only the default (false) value is supported.",
			})
		}
	}
	var temperature float64
	c.number("temperature", 0, strictTemperature, &temperature)
	var tokens int
	c.integer("max_tokens", 1, strictTokens, &tokens)
}

// seed reads the seed, a whole number of 64 bits.
func (c *checker) seed() *int64 {
	if !c.given("seed") {
		return nil
	}
	var seed int64
	if json.Unmarshal(c.fields["seed"], &seed) == nil {
		return &seed
	}
	var given float64
	if c.read("seed", "an integer", &given) {
		if given != math.Trunc(given) {
			c.refuse("seed", fmt.Sprintf("Invalid type for 'seed': expected an integer, but got %v.", given))
		} else if seed = int64(given); math.Abs(given) >= 1<<63 {
			c.refuse("seed", "Invalid 'seed': expected an integer of at most 64 bits.")
		}
	}
	return &seed
}

// stops reads stop: a string or a list of them.
func (c *checker) stops() []string {
	if !c.given("stop") {
		return nil
	}
	var given []*string
	if one := ""; json.Unmarshal(c.fields["stop"], &one) == nil {
		given = []*string{&one}
	} else if !c.read("stop", "a string or an array of strings", &given) {
		return nil
	}
	var list []string
	for i, s := range given {
		if s == nil {
			c.refuse("stop", fmt.Sprintf("Invalid type for 'stop[%d]': expected a string, but got null.", i))
			return nil
		}
		list = append(list, *s)
	}
	if len(list) > maxStops {
		c.refuse("stop", fmt.Sprintf("Invalid 'stop': at most %d stop words are taken, but got %d.", maxStops, len(list)))
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// streamOptions reads stream_options.include_usage.
func (c *checker) streamOptions(stream bool) (usage bool) {
	if !c.given("stream_options") {
		return false
	}
	if inner, ok := c.object("stream_options"); ok {
		inner.flag("include_usage", &usage)
	}
	if !stream {
		c.refuse("stream_options", "The 'stream_options' parameter is only allowed when 'stream' is enabled.")
	}
	return usage
}
