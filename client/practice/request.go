package practice

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

const (
	// maxRequest is the maximum body size in bytes: two pictures of 20 MB in base64.
	maxRequest = 56 << 20
	// maxChoices is the maximum n.
	maxChoices = 8
	// maxStops is the maximum number of stop sequences.
	maxStops = 4
)

// question is a validated chat request (docs/gateway.md 2.1).
type question struct {
	translator
	model       entry
	messages    []message
	temperature float64
	topP        float64
	hot         bool // the request sets a temperature
	maxTokens   int  // 0 means no limit
	stops       []string
	seed        *int64
	n           int
	stream      bool
	usage       bool // the stream ends with the token counts
	tools       []tool
	choice      toolChoice
	oneCall     bool // parallel calls are disabled
	format      format
	chance      uint64 // varies the replies
	effort      string // reasoning_effort, "" if not given
	modalities  []string
	searches    bool // web_search_options is given
}

// lastUser returns the last user message.
func (q question) lastUser() message {
	for _, m := range slices.Backward(q.messages) {
		if m.role == "user" {
			return m
		}
	}
	return message{}
}

// attachedFile matches a file with its text, as Parlando sends it before the user's words.
var attachedFile = regexp.MustCompile(`(?s)This is the file "[^"\n]*"\. It is quoted between <file> and </file>\.\s*<file name=.*?</file>\s*`)

// asked returns the text of the last user message without the files in it, or with them if they are
// all there is.
func (q question) asked() string {
	text := q.lastUser().text
	if words := strings.TrimSpace(attachedFile.ReplaceAllString(text, "")); words != "" {
		return words
	}
	return strings.TrimSpace(text)
}

// instructions returns the system messages, joined.
func (q question) instructions() string {
	var all []string
	for _, m := range q.messages {
		if m.role == "system" && strings.TrimSpace(m.text) != "" {
			all = append(all, strings.TrimSpace(m.text))
		}
	}
	return strings.Join(all, "\n")
}

// started returns the truncated reply that the request continues: an assistant message that is
// last, or that precedes a final user message asking to continue. It returns false for a complete
// reply.
func (q question) started() (string, bool) {
	last := len(q.messages) - 1
	if last > 0 && q.messages[last].role == "user" && len(q.messages[last].media) == 0 && asksToGoOn(q.messages[last].text) {
		last--
	}
	if last < 0 || q.messages[last].role != "assistant" || strings.HasSuffix(q.messages[last].text, q.closing()) {
		return "", false
	}
	return q.messages[last].text, true
}

// asksToGoOn reports whether a message asks only for the continuation of a reply.
func asksToGoOn(words string) bool {
	words = strings.ToLower(strings.TrimSpace(words))
	words = strings.TrimPrefix(words, "please ")
	if strings.HasPrefix(words, "continue exactly where ") {
		return true
	}
	return slices.Contains([]string{"continue", "go on"}, strings.TrimRight(words, ".!… "))
}

// readQuestion reads and validates a request body.
func readQuestion(w http.ResponseWriter, r *http.Request) (question, *fault) {
	fields, bad := readFields(r, maxRequest)
	if bad != nil {
		return question{}, bad
	}
	if bad := keepToInterface(r, literalChat, fields); bad != nil {
		return question{}, bad
	}
	c := checker{fields: fields}
	q := c.question(r)
	if c.fault != nil {
		return question{}, c.fault
	}
	return q, nil
}

// question reads the fields one by one (docs/gateway.md 2.1) and ignores unknown fields.
func (c *checker) question(r *http.Request) question {
	q := question{n: 1, temperature: 1, topP: 1}
	q.model = c.model(r, entry.chats)
	if c.fault != nil {
		return q
	}
	if q.model.id == StrictModel {
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
	q.effort = c.effort(q.model)
	if q.model.heeds("modalities") && c.given("modalities") {
		c.read("modalities", "an array of strings", &q.modalities)
	}
	q.searches = q.model.heeds("web_search_options") && c.given("web_search_options")
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

// model reads the model ID, which must name a model accepted by fits.
func (c *checker) model(r *http.Request, fits func(entry) bool) entry {
	var id string
	if !c.need("model") || !c.str("model", &id) {
		return entry{}
	}
	scene := sceneOf(r)
	model, ok := scene.find(id)
	switch {
	case !ok:
		c.refuseWith(scene.unknownModel(id))
	case !fits(model):
		c.refuseWith(wrongModel(model, r.URL.Path))
	}
	return model
}

// Limits of the strict model.
const (
	strictTemperature = 1
	strictTokens      = 500
)

// beStrict refuses what the strict model does not accept, with the error messages of real services:
// an unknown field, a value out of range, and a stream.
func (c *checker) beStrict() {
	for _, name := range slices.Sorted(maps.Keys(c.fields)) {
		switch known := name == "model" || name == "messages" || slices.Contains(strictFields, name); {
		case !c.given(name):
		case !known:
			c.refuseWith(unsupported(name))
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

// unsupported returns the fault for a field that the model refuses.
func unsupported(name string) fault {
	return fault{
		status: http.StatusBadRequest, param: name, code: "unsupported_parameter",
		message: fmt.Sprintf("Unsupported parameter: '%.100s' is not supported with this model.", name),
	}
}

// seed reads the seed, a 64-bit integer.
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

// stops reads stop: a string or an array of strings.
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

// effort reads reasoning_effort. A model that does not think ignores it.
func (c *checker) effort(model entry) (effort string) {
	if !model.heeds("reasoning_effort") || !c.str("reasoning_effort", &effort) {
		return ""
	}
	if accepted := []string{"none", "minimal", "low", "medium", "high"}; !slices.Contains(accepted, effort) {
		c.refuseWith(fault{
			status: http.StatusBadRequest, param: "reasoning_effort", code: "unsupported_value",
			message: fmt.Sprintf("Unsupported value: 'reasoning_effort' does not support '%.40s' with this model. Supported values are: 'none', 'minimal', 'low', 'medium', and 'high'.", effort),
		})
	}
	return effort
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
