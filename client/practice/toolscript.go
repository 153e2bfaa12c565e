package practice

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

const (
	// roundsOfMessage takes the number of rounds from the message, up to maxRounds; defaultRounds
	// if the message has none.
	roundsOfMessage          = -1
	defaultRounds, maxRounds = 10, 999
	// endless: rounds stop only if tool_choice is none or the request has no tools.
	endless = maxRounds + 1
	// notOffered is the tool that tool-unknown calls, although the request does not offer it.
	notOffered = "open_the_garage"
)

// toolScript defines a model such as practice-trouble/tool-rounds, whose tool calls do not depend
// on the message. After its rounds it answers with text unless tool_choice forces a call.
type toolScript struct {
	// rounds is the number of rounds with calls. With 0, the model calls the tools that the message
	// asks for, like practice-hands.
	rounds int
	calls  int    // calls per round; 0 means 1
	finish string // finish_reason of a reply with calls; "" means tool_calls
	// alter modifies a call of the tool t.
	alter func(c *call, t tool)
	// thinks means that every reply has reasoning.
	thinks bool
	// same means that every round repeats the arguments of the first round.
	same bool
	// refusal returns the fault for a request with tools, or nil. A nil refusal accepts everything.
	refusal func(*Gateway, question) *fault
}

// toolScripts maps names after "practice-trouble/" (docs/gateway.md 10.4) to their scripts.
var toolScripts = sync.OnceValue(func() map[string]toolScript {
	return map[string]toolScript{
		"tool-rounds":    {rounds: roundsOfMessage},
		"tool-same":      {rounds: endless, same: true},
		"tool-two":       {rounds: 1, calls: 2},
		"tool-ids":       {rounds: 2, alter: func(c *call, _ tool) { c.id = "call_practice_again" }},
		"tool-stop":      {rounds: 1, finish: "stop"},
		"tool-unknown":   {rounds: 1, alter: func(c *call, _ tool) { c.name, c.arguments = notOffered, "{}" }},
		"tool-arguments": {rounds: 1, alter: func(c *call, t tool) { c.arguments = t.unfitting() }},
		"tool-cut": {rounds: 1, finish: "length", alter: func(c *call, _ tool) {
			c.arguments = c.arguments[:(len(c.arguments)+1)/2]
		}},
		"tool-refused": {refusal: func(_ *Gateway, q question) *fault {
			return &fault{status: http.StatusBadRequest, message: fmt.Sprintf("%s does not support tools", q.model.id)}
		}},
		"tool-schema":      {refusal: (*Gateway).refuseSchema},
		"tool-thinks":      {rounds: roundsOfMessage, thinks: true, refusal: (*Gateway).refuseForgotten},
		"tool-no-thinking": {rounds: roundsOfMessage, thinks: true, refusal: (*Gateway).refuseThoughts},
	}
})

// toolScript returns the script that the model ID names.
func (q question) toolScript() (toolScript, bool) {
	name, _ := strings.CutPrefix(q.model.id, faultPrefix)
	s, ok := toolScripts()[name]
	return s, ok
}

// refuseSchema refuses every request that offers the bad tool. The bad tool is the last one offered
// in the first request.
func (g *Gateway) refuseSchema(q question) *fault {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.badTool == "" {
		g.badTool = q.tools[len(q.tools)-1].name
	}
	at := slices.IndexFunc(q.tools, func(t tool) bool { return t.name == g.badTool })
	if at < 0 {
		return nil
	}
	return &fault{
		status: http.StatusBadRequest, code: "invalid_function_parameters", param: fmt.Sprintf("tools[%d].function.parameters", at),
		message: fmt.Sprintf("Invalid schema for function '%s': In context=(), a keyword of it is not permitted.", g.badTool),
	}
}

// refuseForgotten refuses a conversation with tool calls if an assistant message lacks its
// reasoning, with DeepSeek's message.
func (g *Gateway) refuseForgotten(q question) *fault {
	called := slices.ContainsFunc(q.messages, func(m message) bool { return len(m.calls) > 0 })
	if !called || !slices.ContainsFunc(q.messages, func(m message) bool { return m.role == "assistant" && m.thought == "" }) {
		return nil
	}
	return &fault{
		status: http.StatusBadRequest, code: "invalid_request_error",
		message: "The `reasoning_content` in the thinking mode must be passed back to the API.",
	}
}

// refuseThoughts refuses messages that contain reasoning, with Cerebras's message.
func (g *Gateway) refuseThoughts(q question) *fault {
	i := slices.IndexFunc(q.messages, func(m message) bool { return m.thinks })
	if i < 0 {
		return nil
	}
	return &fault{
		status: http.StatusBadRequest, code: "wrong_api_format", param: "validation_error",
		message: fmt.Sprintf("messages.%[1]d.assistant.reasoning_content: property 'messages.%[1]d.assistant.reasoning_content' is unsupported", i),
	}
}

// firstNumber finds the number of rounds in a message.
var firstNumber = regexp.MustCompile(`\d+`)

// plan returns the calls of the next round, or an empty plan after the last one.
func (s toolScript) plan(q question) plan {
	rounds := s.rounds
	if rounds == roundsOfMessage {
		rounds = defaultRounds
		if n, err := strconv.Atoi(firstNumber.FindString(q.lastUser().text)); err == nil {
			rounds = min(max(n, 1), maxRounds)
		}
	}
	round := 0
	for _, m := range slices.Backward(q.messages) {
		if m.role == "user" {
			break
		}
		if len(m.calls) > 0 {
			round++
		}
	}
	if q.choice.mode == "auto" && rounds != endless && round >= rounds {
		return plan{}
	}
	p := plan{finish: s.finish}
	if s.thinks {
		p.thought = thinkAloud(q.translator, q.lastUser().text)
	}
	if p.finish == "" {
		p.finish = "tool_calls"
	}
	tools := q.offered()
	for i := range max(1, s.calls) {
		number := round + i + 1
		if s.same {
			number = 1
		}
		t := tools[i%len(tools)]
		c := call{name: t.name, arguments: t.numbered(number)}
		if s.alter != nil {
			s.alter(&c, t)
		}
		p.calls = append(p.calls, c)
	}
	return p
}

// property holds the parts of a property's schema that numbered and unfitting need.
type property struct {
	Type any
	Enum []any
}

// properties returns the arguments of a tool by name.
func (t tool) properties() map[string]property {
	var read struct {
		Parameters struct{ Properties map[string]property }
	}
	// The tool is valid; decoding only fails for a schema that is true or false.
	_ = json.Unmarshal(t.raw, &read)
	return read.Parameters.Properties
}

// numbered returns valid arguments that contain number, if the schema has a string or number.
func (t tool) numbered(number int) string {
	raw, _ := t.smallest()
	arguments := map[string]any{}
	_ = json.Unmarshal(raw, &arguments) // without a valid example the arguments start empty
	all := t.properties()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		switch one := all[name]; {
		case len(one.Enum) > 0 || one.Type != "string" && one.Type != "integer" && one.Type != "number":
			continue
		case name == "expression":
			arguments[name] = fmt.Sprintf("%[1]d + %[1]d", number)
		case name == "date":
			arguments[name] = fmt.Sprintf("1%03d-01-01", number)
		case one.Type == "string":
			arguments[name] = fmt.Sprintf("Round %d", number)
		default:
			arguments[name] = number
		}
		break
	}
	return asJSON(arguments)
}

// unfitting returns invalid arguments: each is an array or, where an array is required, a number.
func (t tool) unfitting() string {
	arguments := map[string]any{}
	for name, one := range t.properties() {
		arguments[name] = []int{1}
		if one.Type == "array" {
			arguments[name] = 1
		}
	}
	if len(arguments) == 0 {
		arguments["unexpected"] = 1
	}
	return asJSON(arguments)
}
