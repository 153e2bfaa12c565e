package practice_test

import (
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/client"
	"parlando/client/practice"
)

// toolbox are tools as programs describe them.
const toolbox = `[
{"type":"function","function":{"name":"get_weather","description":"Get the current weather in a given location","parameters":{"type":"object","properties":{
	"city":{"type":"string","description":"The city and state, e.g. San Francisco, CA"},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]}}},
{"type":"function","function":{"name":"get_time","description":"Tells the time in a city","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}},
{"type":"function","function":{"name":"calculator","description":"Evaluates arithmetic","parameters":{"type":"object","properties":{"expression":{"type":"string"}},"required":["expression"]}}},
{"type":"function","function":{"name":"send_email","description":"Sends an email","parameters":{"type":"object","properties":{
	"to":{"type":"string","format":"email"},"subject":{"type":"string"},"body":{"type":"string"},"urgent":{"type":"boolean"}},"required":["to","subject","body"]}}},
{"type":"function","function":{"name":"ping"}}
]`

// tools are those of the toolbox.
func tools(t *testing.T) []client.Tool {
	t.Helper()
	var box []struct{ Function client.Tool }
	if err := json.Unmarshal([]byte(toolbox), &box); err != nil {
		t.Fatal(err)
	}
	list := make([]client.Tool, len(box))
	for i, one := range box {
		list[i] = one.Function
	}
	return list
}

// asksToolUser asks the tool user in memory; calls are handed over whole.
func asksToolUser(t *testing.T, r client.ChatRequest) (calls []client.ToolCall, got fullReply) {
	t.Helper()
	c := connect(t, practice.Options{Now: func() time.Time { return time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC) }})
	s, err := c.Chat(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	got = fullReply{texts: map[int]string{}, finish: map[int]string{}}
	for s.Next() {
		if u := s.Chunk().Usage; u != nil {
			got.usage = u
		}
		for _, d := range s.Chunk().Choices {
			got.texts[d.Index] += d.Text
			calls = append(calls, d.ToolCalls...)
			if d.FinishReason != "" {
				got.finish[d.Index] = d.FinishReason
			}
		}
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return calls, got
}

func TestToolUserCallsTheToolsOfTheMessage(t *testing.T) {
	for asked, want := range map[string][]string{
		"What is the weather in Paris?":                                {`get_weather {"city":"Paris"}`},
		"What's the weather like in San Francisco today?":              {`get_weather {"city":"San Francisco"}`},
		"What is the weather in Paris, and what is the time in Tokyo?": {`get_weather {"city":"Paris"}`, `get_time {"city":"Tokyo"}`},
		"what is 12*7?":                {`calculator {"expression":"12*7"}`},
		"Is the weather nice there?":   {`get_weather {"city":"some city"}`},
		"Send an email to my neighbor": {`send_email {"body":"some body","subject":"some subject","to":"anna@example.org"}`},
		"ping":                         {`ping {}`},
		"Tell me a joke":               nil,
		"Hello there, you":             nil,
	} {
		r := ask(practice.ToolModel, asked)
		r.Tools = tools(t)
		calls, got := asksToolUser(t, r)
		ids := map[string]bool{}
		for _, c := range calls {
			ids[c.ID] = true
		}
		if !slices.Equal(written(calls), want) || len(ids) != len(calls) || ids[""] {
			t.Errorf("%q calls %q, want %q", asked, written(calls), want)
		}
		finish := "tool_calls"
		if len(want) == 0 {
			finish = "stop"
			if !strings.Contains(got.texts[0], "**Get time**") {
				t.Errorf("%q is answered with %q", asked, got.texts[0])
			}
		}
		if got.finish[0] != finish || got.usage == nil || got.usage.Completion < 1 || got.usage.Total != got.usage.Prompt+got.usage.Completion {
			t.Errorf("%q ends with %q, usage %+v", asked, got.finish[0], got.usage)
		}
	}
}

func TestToolUserExplainsItselfWithoutTools(t *testing.T) {
	if calls, got := asksToolUser(t, ask(practice.ToolModel, "Hello")); len(calls) > 0 || !strings.Contains(got.texts[0], "I try out tools.") || got.finish[0] != "stop" {
		t.Errorf("%v, %+v", calls, got)
	}
}

func TestToolChoiceIsKept(t *testing.T) {
	for choice, want := range map[client.ToolChoice]string{
		{Mode: client.ToolsAuto}:     "",
		{Mode: client.ToolsNone}:     "",
		{Mode: client.ToolsRequired}: "get_weather",
		{Name: "ping"}:               "ping",
		{Name: "get_time"}:           "get_time",
	} {
		r := ask(practice.ToolModel, "Tell me a joke")
		r.Tools, r.ToolChoice = tools(t), choice
		calls, got := asksToolUser(t, r)
		switch {
		case want == "" && (len(calls) > 0 || got.finish[0] != "stop"):
			t.Errorf("%+v calls %v", choice, calls)
		case want != "" && (len(calls) != 1 || calls[0].Name != want || got.finish[0] != "tool_calls"):
			t.Errorf("%+v calls %v and ends with %q", choice, calls, got.finish[0])
		}
	}
	r := ask(practice.ToolModel, "What is the weather in Paris?")
	r.Tools, r.ToolChoice = tools(t), client.ToolChoice{Mode: client.ToolsNone}
	if calls, got := asksToolUser(t, r); len(calls) > 0 || !strings.Contains(got.texts[0], "told not to use any") {
		t.Errorf("none calls %v, %q", calls, got.texts[0])
	}
}

func TestToolUserUsesTheResults(t *testing.T) {
	r := ask(practice.ToolModel, "What is the weather in Paris, and what is the time in Tokyo?")
	r.Tools = tools(t)
	calls, _ := asksToolUser(t, r)
	if len(calls) != 2 {
		t.Fatal(calls)
	}
	r.Messages = append(r.Messages, client.Message{Role: "assistant", ToolCalls: calls},
		client.Message{Role: "tool", ToolCallID: calls[0].ID, Content: []client.ContentPart{{Text: `{"temperature":21.5,"sky":"clear"}`}}},
		client.Message{Role: "tool", ToolCallID: calls[1].ID, Content: []client.ContentPart{{Text: "half past nine"}}})
	more, got := asksToolUser(t, r)
	if len(more) > 0 || got.finish[0] != "stop" {
		t.Errorf("it calls again: %v", more)
	}
	for _, part := range []string{"2 tools replied", `{"temperature":21.5,"sky":"clear"}`, "**Get weather** (City: Paris)", "half past nine", "**Get time** (City: Tokyo)"} {
		if !strings.Contains(got.texts[0], part) {
			t.Errorf("the answer lacks %q:\n%s", part, got.texts[0])
		}
	}
}

// A call comes in pieces: its id and its name, then its arguments; the second call begins when the
// first is whole.
func TestCallsAreStreamedInPieces(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	body := `{"model":"practice-hands","stream":true,"messages":[{"role":"user","content":"What is the weather in Paris, and the weather in Rome?"}],"tools":` + toolbox + `}`
	var order []string
	arguments := map[int]string{}
	for _, chunk := range chunks(t, server, body) {
		for _, c := range chunk.Choices {
			for _, call := range c.Delta.ToolCalls {
				if call.ID != "" {
					order = append(order, "begin "+call.Function.Name)
					if call.Type != "function" || call.Function.Arguments != "" {
						t.Errorf("a call begins with %+v", call)
					}
				} else {
					order = append(order, "piece")
				}
				arguments[call.Index] += call.Function.Arguments
			}
			if c.Finish != nil {
				order = append(order, *c.Finish)
			}
		}
	}
	if arguments[0] != `{"city":"Paris"}` || arguments[1] != `{"city":"Rome"}` {
		t.Errorf("the arguments are %v", arguments)
	}
	if len(order) < 8 || order[0] != "begin get_weather" || order[1] != "piece" || order[2] != "piece" || order[len(order)-1] != "tool_calls" {
		t.Errorf("the pieces are %q", order)
	}
	// Without parallel calls there is one.
	seen := 0
	for _, chunk := range chunks(t, server, strings.Replace(body, `"stream":true`, `"stream":true,"parallel_tool_calls":false`, 1)) {
		for _, c := range chunk.Choices {
			for _, call := range c.Delta.ToolCalls {
				if call.ID != "" {
					seen++
				}
			}
		}
	}
	if seen != 1 {
		t.Errorf("without parallel calls there are %d", seen)
	}
	// The longest reply cuts calls too.
	cut := chunks(t, server, strings.Replace(body, `"stream":true`, `"stream":true,"max_tokens":9,"stream_options":{"include_usage":true}`, 1))
	last := cut[len(cut)-1]
	if finish := cut[len(cut)-2].Choices[0].Finish; finish == nil || *finish != "length" || last.Usage == nil || last.Usage.Completion != 9 {
		t.Errorf("cut after 9 tokens: %v, %+v", finish, last.Usage)
	}
}
