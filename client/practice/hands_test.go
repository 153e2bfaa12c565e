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
{"type":"function","function":{"name":"get_current_weather","description":"Get the current weather in a given location","parameters":{"type":"object","properties":{
	"location":{"type":"string","description":"The city and state, e.g. San Francisco, CA"},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["location"]}}},
{"type":"function","function":{"name":"get_time","description":"Tells the time in a city","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}},
{"type":"function","function":{"name":"add","description":"Add two numbers","parameters":{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"number"}},"required":["a","b"]}}},
{"type":"function","function":{"name":"calculator","description":"Evaluates arithmetic","parameters":{"type":"object","properties":{"expression":{"type":"string"}},"required":["expression"]}}},
{"type":"function","function":{"name":"send_email","description":"Sends an email","parameters":{"type":"object","properties":{
	"to":{"type":"string","format":"email"},"subject":{"type":"string"},"body":{"type":"string"},"urgent":{"type":"boolean"}},"required":["to","subject","body"]}}},
{"type":"function","function":{"name":"search_web","description":"Search the web","parameters":{"type":"object","properties":{
	"query":{"type":"string"},"limit":{"type":"integer","default":10,"maximum":50}},"required":["query"]}}},
{"type":"function","function":{"name":"book_flight","description":"Books a flight","parameters":{"type":"object","properties":{
	"from":{"type":"string"},"to":{"type":"string"},"departure_date":{"type":"string","format":"date"},"passengers":{"type":"integer","minimum":1}},"required":["from","to","departure_date"]}}},
{"type":"function","function":{"name":"createEvent","description":"Creates a calendar event","parameters":{"type":"object","properties":{
	"title":{"type":"string"},"start":{"type":"string","format":"date-time"},"attendees":{"type":"array","items":{"type":"string"}}},"required":["title","start"]}}},
{"type":"function","function":{"name":"translate_text","description":"Translate text to another language","parameters":{"type":"object","properties":{
	"text":{"type":"string"},"target_language":{"type":"string","enum":["French","German"]}},"required":["text","target_language"]}}},
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

// asksHands asks the model with hands over memory; calls are handed over whole.
func asksHands(t *testing.T, r client.ChatRequest) (calls []client.ToolCall, got told) {
	t.Helper()
	c := connect(t, practice.Options{Now: func() time.Time { return time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC) }})
	s, err := c.Chat(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	got = told{texts: map[int]string{}, finish: map[int]string{}}
	for s.Next() {
		if u := s.Chunk().Usage; u != nil {
			got.usage = u
		}
		for _, d := range s.Chunk().Choices {
			got.texts[d.Index] += d.Text
			calls = append(calls, d.ToolCalls...)
			if d.Finish != "" {
				got.finish[d.Index] = d.Finish
			}
		}
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return calls, got
}

func TestHandsCallWhatTheMessageAsksFor(t *testing.T) {
	for asked, want := range map[string][]string{
		"What's the weather like in Boston today?":                    {`get_current_weather {"location":"Boston"}`},
		"weather in paris in celsius":                                 {`get_current_weather {"location":"paris","unit":"celsius"}`},
		"What is the weather in Paris and Rome?":                      {`get_current_weather {"location":"Paris"}`, `get_current_weather {"location":"Rome"}`},
		"What's the weather in Paris, Rome and San Francisco?":        {`get_current_weather {"location":"Paris"}`, `get_current_weather {"location":"Rome"}`, `get_current_weather {"location":"San Francisco"}`},
		"What is the weather in Paris, and what time is it in Tokyo?": {`get_current_weather {"location":"Paris"}`, `get_time {"city":"Tokyo"}`},
		"Add 2 and 3":            {`add {"a":2,"b":3}`},
		"add 17.5 to -25 please": {`add {"a":17.5,"b":-25}`},
		"what is 12*7?":          {`calculator {"expression":"12*7"}`},
		"Send an email to anna@example.org with subject \"Lunch\" and body \"See you!\"":  {`send_email {"to":"anna@example.org","subject":"Lunch","body":"See you!"}`},
		"Send an urgent email to anna@example.org, subject: Fire, body: Leave the house!": {`send_email {"to":"anna@example.org","subject":"Fire","body":"Leave the house","urgent":true}`},
		"Search the web for good pizza recipes":                                           {`search_web {"query":"good pizza recipes"}`},
		"Search the web for cats, limit 5":                                                {`search_web {"query":"cats","limit":5}`},
		"Book a flight from Paris to Rome tomorrow for 2 passengers":                      {`book_flight {"from":"Paris","to":"Rome","departure_date":"2026-05-02","passengers":2}`},
		"Create an event called \"Standup\" with attendees Ann and Bob":                   {`createEvent {"title":"Standup","start":"2026-05-01T09:00:00Z","attendees":["Ann","Bob"]}`},
		"Translate \"good morning\" to German":                                            {`translate_text {"text":"good morning","target_language":"German"}`},
		"ping":                                                                            {`ping {}`},
		"use add":                                                                         {`add {"a":1,"b":1}`},
		"Tell me a joke":                                                                  nil,
		"Hello there, you":                                                                nil,
	} {
		r := ask(practice.Hands, asked)
		r.Tools = tools(t)
		calls, got := asksHands(t, r)
		var made []string
		ids := map[string]bool{}
		for _, c := range calls {
			made = append(made, c.Name+" "+c.Arguments)
			ids[c.ID] = true
		}
		if !slices.Equal(made, want) || len(ids) != len(calls) || ids[""] {
			t.Errorf("%q calls %q, want %q", asked, made, want)
		}
		finish := "tool_calls"
		if len(want) == 0 {
			finish = "stop"
			if !strings.Contains(got.texts[0], "`get_time`") {
				t.Errorf("%q is answered with %q", asked, got.texts[0])
			}
		}
		if got.finish[0] != finish || got.usage == nil || got.usage.Completion < 1 || got.usage.Total != got.usage.Prompt+got.usage.Completion {
			t.Errorf("%q ends with %q, usage %+v", asked, got.finish[0], got.usage)
		}
	}
}

func TestHandsSayWhatTheyAreForWithoutTools(t *testing.T) {
	if calls, got := asksHands(t, ask(practice.Hands, "Hello")); len(calls) > 0 || !strings.Contains(got.texts[0], "I call tools.") || got.finish[0] != "stop" {
		t.Errorf("%v, %+v", calls, got)
	}
}

func TestToolChoiceIsKept(t *testing.T) {
	for choice, want := range map[client.ToolChoice]string{
		{Mode: client.ToolsAuto}:     "",
		{Mode: client.ToolsNone}:     "",
		{Mode: client.ToolsRequired}: "get_current_weather",
		{Name: "ping"}:               "ping",
		{Name: "get_time"}:           "get_time",
	} {
		r := ask(practice.Hands, "Tell me a joke")
		r.Tools, r.ToolChoice = tools(t), choice
		calls, got := asksHands(t, r)
		switch {
		case want == "" && (len(calls) > 0 || got.finish[0] != "stop"):
			t.Errorf("%+v calls %v", choice, calls)
		case want != "" && (len(calls) != 1 || calls[0].Name != want || got.finish[0] != "tool_calls"):
			t.Errorf("%+v calls %v and ends with %q", choice, calls, got.finish[0])
		}
	}
	r := ask(practice.Hands, "What is the weather in Paris?")
	r.Tools, r.ToolChoice = tools(t), client.ToolChoice{Mode: client.ToolsNone}
	if calls, got := asksHands(t, r); len(calls) > 0 || !strings.Contains(got.texts[0], "told to call none") {
		t.Errorf("none calls %v, %q", calls, got.texts[0])
	}
}

func TestHandsUseWhatTheToolsGave(t *testing.T) {
	r := ask(practice.Hands, "What is the weather in Paris and the time in Tokyo?")
	r.Tools = tools(t)
	calls, _ := asksHands(t, r)
	if len(calls) != 2 {
		t.Fatal(calls)
	}
	r.Messages = append(r.Messages, client.Message{Role: "assistant", ToolCalls: calls},
		client.Message{Role: "tool", ToolCallID: calls[0].ID, Content: []client.Part{{Text: `{"temperature":21.5,"sky":"clear"}`}}},
		client.Message{Role: "tool", ToolCallID: calls[1].ID, Content: []client.Part{{Text: "half past nine"}}})
	more, got := asksHands(t, r)
	if len(more) > 0 || got.finish[0] != "stop" {
		t.Errorf("it calls again: %v", more)
	}
	for _, part := range []string{"2 tools answered", "temperature 21.5, sky clear", "location Paris", "half past nine", "city Tokyo"} {
		if !strings.Contains(got.texts[0], part) {
			t.Errorf("the answer lacks %q:\n%s", part, got.texts[0])
		}
	}
	// The results may be asked for as JSON too.
	r.ResponseFormat = client.FormatSchema("", json.RawMessage(`{"type":"object","properties":{"temperature":{"type":"number"},"sky":{"type":"string"}},"required":["temperature","sky"]}`), false)
	if _, got = asksHands(t, r); got.texts[0] != `{"temperature":21.5,"sky":"clear"}` {
		t.Errorf("as JSON: %s", got.texts[0])
	}
}

// A call comes in pieces: its id and its name, then its arguments; the second call begins when the
// first is whole.
func TestCallsAreStreamedInPieces(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{Pace: -1}))
	defer server.Close()
	body := `{"model":"practice-hands","stream":true,"messages":[{"role":"user","content":"What is the weather in Paris and Rome?"}],"tools":` + toolbox + `}`
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
	if arguments[0] != `{"location":"Paris"}` || arguments[1] != `{"location":"Rome"}` {
		t.Errorf("the arguments are %v", arguments)
	}
	if len(order) < 8 || order[0] != "begin get_current_weather" || order[1] != "piece" || order[2] != "piece" || order[len(order)-1] != "tool_calls" {
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

// Sentences as a newcomer writes them call the tools that programs for conversations have.
func TestHandsCallToolsOfConversations(t *testing.T) {
	one := func(name, about, parameters string) client.Tool {
		return client.Tool{Name: name, Description: about, Parameters: json.RawMessage(parameters)}
	}
	box := []client.Tool{
		one("date_and_time", "The day, date and time, now or in so many days", `{"type":"object","properties":{"days":{"type":"integer"}}}`),
		one("calculate", "Exact arithmetic", `{"type":"object","properties":{"expression":{"type":"string"}},"required":["expression"]}`),
		one("search_conversations", "Searches the conversations and transcripts", `{"type":"object","properties":{"query":{"type":"string"}},"required":["query"]}`),
		one("read_file", "Reads a file that the user picks", `{"type":"object","properties":{}}`),
		one("save_file", "Saves a text to a file", `{"type":"object","properties":{"file":{"type":"string"},"text":{"type":"string"}},"required":["file","text"]}`),
		one("read_web_page", "Reads a page of the web", `{"type":"object","properties":{"url":{"type":"string","format":"uri"}},"required":["url"]}`),
	}
	for asked, want := range map[string]string{
		"What day is in 100 days?":                                 `date_and_time {"days":100}`,
		"What is (3 + 4) * 17?":                                    `calculate {"expression":"(3 + 4) * 17"}`,
		"Search my conversations for the pear tree":                `search_conversations {"query":"the pear tree"}`,
		"Read a file and tell me what is in it":                    `read_file {}`,
		"Save \"Buy oak\" to a file":                               `save_file {"file":"notes.txt","text":"Buy oak"}`,
		"Read the web page https://example.org/news and sum it up": `read_web_page {"url":"https://example.org/news"}`,
	} {
		r := ask(practice.Hands, asked)
		r.Tools = box
		calls, _ := asksHands(t, r)
		if len(calls) != 1 || calls[0].Name+" "+calls[0].Arguments != want {
			t.Errorf("%q calls %v, want %s", asked, calls, want)
		}
	}
}
