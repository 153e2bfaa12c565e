package client

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"parlando/client/failure"
	"parlando/client/fieldname"
)

func TestTheListTellsHowAModelSearches(t *testing.T) {
	for entry, want := range map[string]WebSearch{
		`{"id":"m"}`: "",
		`{"id":"openai/m","canonical_slug":"openai/m-1","top_provider":{},"supported_parameters":["tools"]}`:                                                                     SearchOpenRouter,
		`{"id":"openai/m","canonical_slug":"openai/m-1","top_provider":{},"supported_parameters":[],"architecture":{"input_modalities":["text"],"output_modalities":["image"]}}`: "",
		`{"id":"m","supported_parameters":["max_tokens","web_search_options"]}`:                                                                                                  SearchOptions,
		`{"id":"m","features":["web-search"]}`:                                       SearchOptions,
		`{"id":"m","capabilities":["chat","web_search"]}`:                            SearchOptions,
		`{"id":"m","capabilities":{"web_search":true}}`:                              SearchOptions,
		`{"id":"m","capabilities":{"web_search":false}}`:                             "",
		`{"id":"m","capabilities":{"supports":{"web_search":true}}}`:                 SearchOptions,
		`{"model_name":"m","model_info":{"supports_web_search":true,"mode":"chat"}}`: SearchOptions,
		`{"model_name":"m","model_info":{"supports_web_search":null}}`:               "",
		`{"id":"m","type":"embedding","capabilities":{"web_search":true}}`:           "",
	} {
		models, ok := readModels([]byte(`{"data":[` + entry + `]}`))
		if !ok || len(models) != 1 || models[0].WebSearch != want {
			t.Errorf("%s: %+v, want %q", entry, models, want)
		}
	}
	models := []Model{{ID: "a"}, {ID: "b", Purpose: PurposeSpeech}}
	setSearchOfHost("example.org", models)
	if models[0].WebSearch != "" {
		t.Errorf("%+v", models)
	}
	setSearchOfHost("openrouter.ai", models)
	if models[0].WebSearch != SearchOpenRouter || models[1].WebSearch != "" {
		t.Errorf("%+v", models)
	}
}

// Each service refuses the fields with an X; the request is repeated with the next one and at last
// without. The tools of the program stay.
func TestASearchIsRequestedInTheWayThatTheServiceAccepts(t *testing.T) {
	const tool, plugin = "openrouter:web_search", `[{"id":"web"}]`
	unknownTool := `{"error":{"message":"Invalid input: expected \"function\"","param":"tools[1].type","code":400}}`
	for _, c := range []struct {
		way     WebSearch
		omit    []string
		refuses map[string]string
		want    string
		dropped string
	}{
		{SearchOpenRouter, nil, nil, "tool", ""},
		{SearchOpenRouter, nil, map[string]string{"tool": unknownTool}, "tool plugins", fieldname.SearchTool},
		{
			SearchOpenRouter, nil,
			map[string]string{"tool": unknownTool, "plugins": `{"error":{"message":"Unrecognized request argument supplied: plugins"}}`},
			"tool plugins -", fieldname.SearchTool + " " + fieldname.Plugins,
		},
		{SearchOpenRouter, []string{fieldname.SearchTool}, nil, "plugins", ""},
		{SearchOpenRouter, []string{fieldname.SearchTool, fieldname.Plugins}, nil, "-", ""},
		{SearchOptions, nil, nil, "options", ""},
		{SearchOptions, nil, map[string]string{"options": `{"error":{"message":"Web search options not supported with this model."}}`}, "options -", fieldname.WebSearchOptions},
		{SearchAlways, nil, nil, "-", ""},
		{"", nil, nil, "-", ""},
	} {
		var tried []string
		g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, body map[string]any, _ int) {
			data, _ := json.Marshal(body["tools"])
			sent := "-"
			switch plugins, _ := json.Marshal(body["plugins"]); {
			case strings.Contains(string(data), tool):
				sent = "tool"
			case string(plugins) == plugin:
				sent = "plugins"
			case body["web_search_options"] != nil:
				sent = "options"
			}
			tried = append(tried, sent)
			if !strings.HasPrefix(string(data), `[{"function":{`) {
				t.Errorf("the function is not first in %s", data)
			}
			if bad := c.refuses[sent]; bad != "" {
				refuseJSON(w, 400, bad)
				return
			}
			_, _ = io.WriteString(w, goodStream)
		})
		r := hello()
		r.WebSearch, r.Omit, r.Tools = c.way, c.omit, []Tool{{Name: "clock"}}
		var left []failure.Field
		r.OnSend = func(_, leftOut []failure.Field) { left = leftOut }
		s, err := g.Chat(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for s.Next() {
		}
		_ = s.Close()
		var dropped []string
		for _, d := range s.Dropped() {
			if !d.AnyValue {
				t.Errorf("%s: only the value is refused: %+v", c.way, d)
			}
			dropped = append(dropped, d.Field)
		}
		if got := strings.Join(tried, " "); got != c.want || s.Err() != nil || strings.Join(dropped, " ") != c.dropped {
			t.Errorf("%s without %v: sent %q, want %q (%v); dropped %v", c.way, c.omit, got, c.want, s.Err(), dropped)
		}
		last := tried[len(tried)-1]
		if want := last == "-" && c.way != "" && c.way != SearchAlways; (len(left) == 1) != want {
			t.Errorf("%s without %v: left out are %v", c.way, c.omit, left)
		}
		if refused := c.way.IsRefused(append(c.omit, dropped...)); refused != (len(left) == 1) {
			t.Errorf("%s without %v: refused %t", c.way, c.omit, refused)
		}
	}
}

// A refusal of the search is told from one of a function, and from what has nothing to do with it.
func TestARefusalOfASearchIsToldFromOthers(t *testing.T) {
	const functions = `[{"type":"function","function":{"name":"clock"}},{"type":"function","function":{"name":"weather"}}]`
	tool, plugins, options := fieldname.SearchTool, fieldname.Plugins, fieldname.WebSearchOptions
	for _, c := range []struct {
		field  string
		alone  bool // without functions
		status int
		body   string
		want   string
	}{
		{tool, false, 400, `{"error":{"message":"tools.2.type: Input should be 'function'"}}`, tool + " any"},
		{tool, false, 400, `{"error":{"message":"[{\"code\":\"invalid_value\",\"path\":[\"tools\",2,\"type\"]}]"}}`, tool + " any"},
		{tool, false, 400, `{"error":{"message":"Server tools are not supported on this endpoint"}}`, tool + " any"},
		{tool, false, 404, `{"error":{"message":"No endpoints found that support openrouter:web_search."}}`, tool + " any"},
		{tool, true, 404, `{"error":{"message":"No endpoints found that support tool use. To learn more about provider routing, visit: x"}}`, tool + " any"},
		{tool, false, 404, `{"error":{"message":"No endpoints found that support tool use. To learn more about provider routing, visit: x"}}`, "tools any"},
		{tool, false, 400, `{"error":{"message":"Invalid schema for function 'weather': x","param":"tools[1].function.parameters"}}`, "tools weather"},
		{tool, false, 402, `{"error":{"message":"Insufficient credits for web search, which is not available"}}`, ""},
		{tool, false, 400, `{"error":{"message":"messages: at least one message is required"}}`, ""},
		{plugins, false, 400, `{"error":{"message":"Unknown plugin: web"}}`, plugins + " any"},
		{plugins, true, 422, `{"detail":[{"type":"extra_forbidden","loc":["body","plugins"],"msg":"Extra inputs are not permitted"}]}`, plugins + " any"},
		{options, true, 400, `{"error":{"message":"Unrecognized request argument supplied: web_search_options"}}`, options + " any"},
		{options, true, 400, `{"error":{"message":"litellm.UnsupportedParamsError: openai does not support parameters: ['web_search_options'], for model=m","param":null}}`, options + " any"},
		{options, true, 400, `{"error":{"message":"Unsupported parameter: 'web_search_options' is not supported with this model.","param":"web_search_options","code":"unsupported_parameter"}}`, options + " any"},
		{options, true, 400, `{"error":{"message":"context length exceeded"}}`, ""},
	} {
		q := failure.Request{Fields: []failure.Field{{Name: c.field, Value: []byte("{}")}, {Name: "stream", Value: []byte("true")}}}
		if !c.alone {
			q.Fields = append(q.Fields, failure.Field{Name: "tools", Value: []byte(functions)})
		}
		if got := refusalText(refused(q, c.status, c.body).Refusal); got != c.want {
			t.Errorf("%s %d %s\n got %q\nwant %q", c.field, c.status, c.body, got, c.want)
		}
	}
}

// The service runs its own search: a call of it is no call of a function of the program.
func TestACallOfTheServicesSearchIsNotOurs(t *testing.T) {
	for name, call := range map[string]string{
		"by type":           `{"index":0,"id":"a","type":"openrouter:web_search","function":{"name":"web_search","arguments":"{\"query\":\"oak\"}"}}`,
		"by name":           `{"index":0,"id":"a","type":"function","function":{"name":"openrouter:web_search","arguments":"{}"}}`,
		"a Responses item":  `{"index":0,"id":"a","type":"web_search_call","status":"completed"}`,
		"Anthropic by id":   `{"index":0,"id":"srvtoolu_01","type":"function","function":{"name":"web_search","arguments":"{}"}}`,
		"a function of its": `{"index":0,"id":"a","type":"function","function":{"name":"web_search","arguments":"{}"}}`,
	} {
		ours := name == "a function of its"
		body := `data: {"choices":[{"index":0,"delta":{"tool_calls":[` + call + `]}}]}` + "\n\n" +
			`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":""}}]}}]}` + "\n\n" +
			`data: {"choices":[{"index":0,"delta":{"content":"Oaks."},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n"
		g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) { _, _ = io.WriteString(w, body) })
		s, err := g.Chat(t.Context(), hello())
		if err != nil {
			t.Fatal(err)
		}
		calls, finish, preparing := 0, "", ""
		for s.Next() {
			for _, d := range s.Chunk().Choices {
				calls += len(d.ToolCalls)
				preparing += d.PreparingTool
				if d.FinishReason != "" {
					finish = d.FinishReason
				}
			}
		}
		_ = s.Close()
		wantCalls, wantFinish := 0, "stop"
		if ours {
			wantCalls, wantFinish = 1, "tool_calls"
		}
		if calls != wantCalls || finish != wantFinish || (preparing != "") != ours || s.Err() != nil {
			t.Errorf("%s: %d calls, finish %q, preparing %q, %v", name, calls, finish, preparing, s.Err())
		}
	}
}
