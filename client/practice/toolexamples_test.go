package practice_test

import (
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/client"
	"parlando/client/failure"
	"parlando/client/practice"
)

// builtIn are the tools that the program offers, as far as practice reads them.
func builtIn() []client.Tool {
	one := func(name, about, parameters string) client.Tool {
		return client.Tool{Name: name, Description: about, Parameters: json.RawMessage(parameters)}
	}
	return []client.Tool{
		one("date_and_time", "Tells the date and time", `{"type":"object","properties":{"action":{"type":"string","enum":["now","weekday","difference","add"]},`+
			`"zone":{"type":"string"},"date":{"type":"string"},"to":{"type":"string"},"days":{"type":"integer"},"weeks":{"type":"integer"},`+
			`"months":{"type":"integer"}},"required":["action"]}`),
		one("calculator", "Calculates exactly", `{"type":"object","properties":{"expression":{"type":"string"}},"required":["expression"]}`),
		one("search_my_chats", "Searches chats and transcripts", `{"type":"object","properties":{"query":{"type":"string"}},"required":["query"]}`),
	}
}

// written lists calls as text.
func written(calls []client.ToolCall) (all []string) {
	for _, c := range calls {
		all = append(all, c.Name+" "+c.Arguments)
	}
	return all
}

// results answers calls.
func results(r client.ChatRequest, calls []client.ToolCall, gave ...string) client.ChatRequest {
	r.Messages = append(slices.Clone(r.Messages), client.Message{Role: "assistant", ToolCalls: calls})
	for i, c := range calls {
		r.Messages = append(r.Messages, client.Message{Role: "tool", ToolCallID: c.ID, Content: []client.ContentPart{{Text: gave[i%len(gave)]}}})
	}
	return r
}

// november makes a client of a gateway of one day.
func november(t *testing.T) *client.Client {
	return connect(t, practice.Options{Now: func() time.Time { return time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC) }})
}

// asked asks in memory, streamed and whole, and checks that both say the same.
func asked(t *testing.T, c *client.Client, r client.ChatRequest) ([]client.ToolCall, fullReply, error) {
	t.Helper()
	var calls [2][]client.ToolCall
	var got [2]fullReply
	var errs [2]error
	for i := range 2 {
		r.NoStream = i == 1
		s, err := c.Chat(t.Context(), r)
		if err != nil {
			errs[i] = err
			continue
		}
		got[i] = fullReply{texts: map[int]string{}, finish: map[int]string{}}
		for s.Next() {
			for _, d := range s.Chunk().Choices {
				got[i].texts[d.Index] += d.Text
				calls[i] = append(calls[i], d.ToolCalls...)
				got[i].finish[d.Index] += d.FinishReason
			}
		}
		errs[i] = s.Err()
		_ = s.Close()
	}
	if !slices.Equal(written(calls[0]), written(calls[1])) || got[0].texts[0] != got[1].texts[0] || got[0].finish[0] != got[1].finish[0] || kindOf(errs[0]) != kindOf(errs[1]) {
		t.Errorf("streamed %q %q %v\nwhole %q %q %v", written(calls[0]), got[0].texts[0], errs[0], written(calls[1]), got[1].texts[0], errs[1])
	}
	return calls[0], got[0], errs[0]
}

func TestToolUserPlaysARoundWithTheBuiltInTools(t *testing.T) {
	for message, want := range map[string]struct {
		calls  []string
		gave   string
		answer string
	}{
		"What is 17 % of 1,250?":                            {[]string{`calculator {"expression":"17 % of 1250"}`}, "212.5", "17 % of 1250 is 212.5."},
		"What is 17 % of 240?":                              {[]string{`calculator {"expression":"17 % of 240"}`}, "17 % of 240 = 40.80", "17 % of 240 is 40.80."},
		"How much is 15 percent of 80":                      {[]string{`calculator {"expression":"15 % of 80"}`}, "12", "15 % of 80 is 12."},
		"How much is 12 miles in km?":                       {[]string{`calculator {"expression":"12 miles in km"}`}, "19.312128 km", "12 miles in km is 19.312128 km."},
		"Convert 12 miles to km, please":                    {[]string{`calculator {"expression":"12 miles in km"}`}, "19.312128 km", "is 19.312128 km."},
		"what is 12*7?":                                     {[]string{`calculator {"expression":"12*7"}`}, "84", `12\*7 is 84.`},
		"What is the square root of 2?":                     {[]string{`calculator {"expression":"sqrt(2)"}`}, "1.414", "sqrt(2) is 1.414."},
		"What is (3 + 4) * 17?":                             {[]string{`calculator {"expression":"(3 + 4) * 17"}`}, "119", `(3 + 4) \* 17 is 119.`},
		"How many days until Christmas?":                    {[]string{`date_and_time {"action":"difference","date":"2026-11-25","to":"2026-12-25"}`}, "30 days", "30 days."},
		"How long is it until 3 March 2027?":                {[]string{`date_and_time {"action":"difference","date":"2026-11-25","to":"2027-03-03"}`}, "98 days", "98 days."},
		"How many days are left until the end of the year?": {[]string{`date_and_time {"action":"difference","date":"2026-11-25","to":"2026-12-31"}`}, "36 days", "36 days."},
		"What day of the week was 20 July 1969?":            {[]string{`date_and_time {"action":"weekday","date":"1969-07-20"}`}, "Sunday, 20 July 1969", "Sunday, 20 July 1969."},
		"Which day is July 4, 2027?":                        {[]string{`date_and_time {"action":"weekday","date":"2027-07-04"}`}, "Sunday", "Sunday."},
		"What day is it in Tokyo?":                          {[]string{`date_and_time {"action":"now","zone":"Asia/Tokyo"}`}, "Wednesday, 19:00", "In Tokyo: Wednesday, 19:00."},
		"What's the time in New York right now?":            {[]string{`date_and_time {"action":"now","zone":"America/New_York"}`}, "05:00", "In New York: 05:00."},
		"What is the date in 100 days?":                     {[]string{`date_and_time {"action":"add","days":100}`}, "5 March 2027", "5 March 2027."},
		"What time is it?":                                  {[]string{`date_and_time {"action":"now"}`}, "11:00", "11:00."},
		"What's today's date?":                              {[]string{`date_and_time {"action":"now"}`}, "25 November", "25 November."},
		"Search my chats for a recipe":                      {[]string{`search_my_chats {"query":"recipe"}`}, "Soup: leeks and cream", "I looked for “recipe” in your other chats. Here is what I found:\n\nSoup: leeks and cream"},
		"Search my chats for Lisbon":                        {[]string{`search_my_chats {"query":"Lisbon"}`}, "Nothing was found. Try fewer words.", "“Lisbon” in your other chats and found nothing."},
		"What did I write about the landlord?":              {[]string{`search_my_chats {"query":"landlord"}`}, "The user did not allow this call.", "You did not allow me to look, so I cannot say."},
		"Find the leek soup in my chats":                    {[]string{`search_my_chats {"query":"leek soup"}`}, "This call was not run.", "I tried to look, but it did not work: This call was not run."},
		"What is 1/0?":                                      {[]string{`calculator {"expression":"1/0"}`}, "Nothing can be divided by 0.", "it did not work: Nothing can be divided by 0."},
		"What is 17 % of 240, and what day is it in Tokyo?": {
			[]string{`calculator {"expression":"17 % of 240"}`, `date_and_time {"action":"now","zone":"Asia/Tokyo"}`}, "7", "17 % of 240 is 7.\n\nIn Tokyo: 7.",
		},
		"Search my chats for soup and what is 2 + 2": {
			[]string{`search_my_chats {"query":"soup"}`, `calculator {"expression":"2 + 2"}`}, "4", "2 + 2 is 4.",
		},
		"Tell me a joke":             {},
		"I was born on 20 July 1969": {},
	} {
		r := ask(practice.ToolModel, message)
		r.Tools = builtIn()
		calls, got, err := asked(t, november(t), r)
		if err != nil || !slices.Equal(written(calls), want.calls) {
			t.Errorf("%q calls %q, want %q (%v)", message, written(calls), want.calls, err)
			continue
		}
		if len(calls) == 0 {
			continue
		}
		if says := strings.HasPrefix(got.texts[0], "Let me look through your chats."); says != (len(calls) == 1 && calls[0].Name == "search_my_chats") {
			t.Errorf("%q is first answered with %q", message, got.texts[0])
		}
		calls, got, err = asked(t, november(t), results(r, calls, want.gave))
		if err != nil || len(calls) > 0 || !strings.Contains(got.texts[0], want.answer) {
			t.Errorf("%q: after the results %q %q, want %q (%v)", message, written(calls), got.texts[0], want.answer, err)
		}
	}
}

// With a choice that makes it call, the model calls in each round, as real services do; with none
// it answers in words.
func TestAForcedChoiceCallsAfterResultsToo(t *testing.T) {
	for _, model := range []string{practice.ToolModel, practice.FailingModel + "/tool-rounds", practice.FailingModel + "/tool-stop"} {
		for choice, want := range map[client.ToolChoice]bool{
			{Mode: client.ToolsRequired}: true, {Name: "calculator"}: true, {Mode: client.ToolsNone}: false,
		} {
			r := ask(model, "What is 17 % of 240? 1")
			r.Tools = builtIn()
			calls, _, err := asked(t, november(t), r)
			if err != nil || len(calls) == 0 {
				t.Fatal(model, calls, err)
			}
			r.ToolChoice = choice
			for range 4 {
				r = results(r, calls, "40.8")
				again, got, err := asked(t, november(t), r)
				if err != nil || len(again) > 0 != want || want && choice.Name != "" && again[0].Name != choice.Name || !want && got.texts[0] == "" {
					t.Fatalf("%s, %+v: %q %q %v", model, choice, written(again), got.texts[0], err)
				}
				if !want {
					break
				}
				calls = again
			}
		}
	}
}

func TestToolScriptsCallInTheirRounds(t *testing.T) {
	for name, want := range map[string]struct {
		message string
		rounds  int // the test stops at 30
		calls   int
		differ  bool
	}{
		"tool-rounds":    {"Go", 10, 1, true},
		"tool-same":      {"Go", 30, 1, false},
		"tool-two":       {"Go", 1, 2, true},
		"tool-ids":       {"Go", 2, 1, true},
		"tool-stop":      {"Go", 1, 1, true},
		"tool-unknown":   {"Go", 1, 1, true},
		"tool-arguments": {"Go", 1, 1, true},
	} {
		for _, box := range [][]client.Tool{builtIn(), tools(t), tools(t)[4:]} {
			r := ask(practice.FailingModel+"/"+name, want.message)
			r.Tools = box
			seen, ids := map[string]bool{}, map[string]bool{}
			rounds, c := 0, november(t)
			for ; rounds < 30; rounds++ {
				calls, got, err := asked(t, c, r)
				if err != nil {
					t.Fatal(name, err)
				}
				if len(calls) == 0 {
					if got.texts[0] == "" || got.finish[0] != "stop" {
						t.Errorf("%s ends with %q %q", name, got.texts[0], got.finish[0])
					}
					break
				}
				if len(calls) != want.calls || calls[0].Name != box[0].Name && name != "tool-unknown" || got.finish[0] != "tool_calls" {
					t.Errorf("%s calls %q, %s", name, written(calls), got.finish[0])
				}
				for _, c := range calls {
					seen[c.Name+c.Arguments], ids[c.ID] = true, true
				}
				r = results(r, calls, "done")
			}
			if rounds != want.rounds || len(box) > 1 && len(seen) != map[bool]int{true: rounds * want.calls, false: 1}[want.differ] || (len(ids) == rounds*want.calls) == (name == "tool-ids") {
				t.Errorf("%s made %d rounds of %d calls with %d ids", name, rounds, len(seen), len(ids))
			}
		}
	}
	for message, want := range map[string]int{"Make 3 rounds": 3, "14": 14} {
		r := ask(practice.FailingModel+"/tool-rounds", message)
		r.Tools = builtIn()
		rounds := 0
		for calls, _, _ := asked(t, november(t), r); len(calls) > 0; calls, _, _ = asked(t, november(t), r) {
			r, rounds = results(r, calls, "done"), rounds+1
		}
		if rounds != want {
			t.Errorf("%q makes %d rounds", message, rounds)
		}
	}
}

func TestToolScriptsFailInTheirWay(t *testing.T) {
	g := practice.New(practice.Options{TokenInterval: -1})
	server := httptest.NewServer(g)
	defer server.Close()
	send := func(name string, more string) (int, map[string]any, string) {
		body := `{"model":"practice-trouble/` + name + `","messages":[{"role":"user","content":"What is the weather in Paris?"}],"tools":` + toolbox + more + `}`
		status, answer, raw := postFor(t, server, "/v1/chat/completions", "application/json", body)
		return status, answer, string(raw)
	}
	for name, want := range map[string]struct {
		status int
		says   string
	}{
		"tool-unknown":   {200, `"name":"open_the_garage"`},
		"tool-arguments": {200, `"arguments":"{\"city\":[1],\"unit\":[1]}"`},
		"tool-cut":       {200, `"finish_reason":"length"`},
		"tool-stop":      {200, `"finish_reason":"stop"`},
		"tool-ids":       {200, `"id":"call_practice_again"`},
		"tool-refused":   {400, "practice-trouble/tool-refused does not support tools"},
		"tool-schema":    {400, "Invalid schema for function 'ping'"},
	} {
		for _, stream := range []string{"", `,"stream":true`} {
			if name == "tool-arguments" && stream != "" {
				// they come in pieces; TestToolScriptsCallInTheirRounds compares them with the
				// whole ones
				continue
			}
			if status, _, body := send(name, stream); status != want.status || !strings.Contains(body, want.says) {
				t.Errorf("%s%s: %d %s", name, stream, status, body)
			}
		}
	}
}

// What the client makes of the scripts that fail, and how a request without the refused goes on.
func TestToolScriptsAfterTheirRefusal(t *testing.T) {
	r := ask(practice.FailingModel+"/tool-cut", "Go")
	r.Tools = builtIn()
	if calls, _, err := asked(t, november(t), r); kindOf(err) != failure.BadToolCall || len(calls) > 0 {
		t.Errorf("tool-cut: %q %v", written(calls), err)
	}
	c := connect(t, practice.Options{})
	for i, want := range []string{"search_my_chats", "search_my_chats", ""} {
		r := ask(practice.FailingModel+"/tool-schema", "What is 17 % of 240?")
		r.Tools, r.NoStream = builtIn(), i == 1
		if want == "" {
			r.Tools = r.Tools[:2]
		}
		got, err := listen(t, c, r)
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) || want == "" && (err != nil || got.finish[0] != "tool_calls") {
			t.Errorf("tool-schema, asked %d times: %v %+v", i+1, err, got)
		}
	}
	if got, err := listen(t, c, ask(practice.FailingModel+"/tool-refused", "Hello")); err != nil || got.texts[0] == "" {
		t.Errorf("tool-refused without tools: %v %+v", err, got)
	}
}
