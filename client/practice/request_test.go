package practice_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"parlando/client/practice"
)

// Each refusal names the field by its path, and says the rule.
func TestToolsAndTheirMessagesAreChecked(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	const (
		hi   = `"model":"practice-hands","messages":[{"role":"user","content":"Hi"}]`
		tool = `{"type":"function","function":{"name":"ping"}}`
		made = `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"x","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"x","arguments":""}}]}`
		user = `{"role":"user","content":"Hi"}`
	)
	body := func(messages ...string) string {
		return `"model":"practice-hands","messages":[` + strings.Join(messages, ",") + `]`
	}
	for _, c := range []struct {
		fields string
		param  string // "" for no refusal
		says   string
	}{
		{hi + `,"tools":[` + tool + `]`, "", ""},
		{hi + `,"tools":[` + tool + `],"tool_choice":"auto","parallel_tool_calls":false`, "", ""},
		{hi + `,"tools":[],"tool_choice":"none"`, "", ""},
		{hi + `,"tools":null,"tool_choice":null,"response_format":null,"stop":null,"seed":null,"n":null,"user":null`, "", ""},
		{hi + `,"tools":{}`, "tools", "an array of tools, but got an object"},
		{hi + `,"tools":[5]`, "tools[0]", "an object, but got an integer"},
		{hi + `,"tools":[{}]`, "tools[0].type", "Missing"},
		{hi + `,"tools":[{"type":"web_search"}]`, "tools[0].type", "'function'"},
		{hi + `,"tools":[{"type":"function"}]`, "tools[0].function", "Missing"},
		{hi + `,"tools":[{"type":"function","function":{}}]`, "tools[0].function.name", "Missing"},
		{hi + `,"tools":[{"type":"function","function":{"name":"get weather"}}]`, "tools[0].function.name", "1 to 64 letters"},
		{hi + `,"tools":[{"type":"function","function":{"name":"` + strings.Repeat("x", 65) + `"}}]`, "tools[0].function.name", "1 to 64 letters"},
		{hi + `,"tools":[` + tool + `,` + tool + `]`, "tools[1].function.name", "two tools"},
		{hi + `,"tools":[{"type":"function","function":{"name":"x","description":5}}]`, "tools[0].function.description", "a string, but got an integer"},
		{hi + `,"tools":[{"type":"function","function":{"name":"x","parameters":[]}}]`, "tools[0].function.parameters", "an object"},
		{hi + `,"tools":[{"type":"function","function":{"name":"x","parameters":{"type":"string"}}}]`, "tools[0].function.parameters.type", "'object'"},
		{hi + `,"tools":[{"type":"function","function":{"name":"x","parameters":{"type":"object","properties":{"a":{"type":"banana"}}}}}]`, "tools[0].function.parameters", "/properties/a/type"},
		{hi + `,"tools":[{"type":"function","function":{"name":"x","parameters":{"type":"object","properties":{"a":{"$ref":"https://example.org/a"}}}}}]`, "tools[0].function.parameters", "example.org"},
		{hi + `,"tools":[` + strings.TrimSuffix(strings.Repeat(tool+",", 129), ",") + `]`, "tools", "at most 128"},
		{hi + `,"tool_choice":"required"`, "tool_choice", "no 'tools'"},
		{hi + `,"tools":[` + tool + `],"tool_choice":"any"`, "tool_choice", "'required'"},
		{hi + `,"tools":[` + tool + `],"tool_choice":5`, "tool_choice", "an integer"},
		{hi + `,"tools":[` + tool + `],"tool_choice":{"type":"function"}`, "tool_choice.function", "Missing"},
		{hi + `,"tools":[` + tool + `],"tool_choice":{"type":"tool","function":{"name":"ping"}}`, "tool_choice.type", "'function'"},
		{hi + `,"tools":[` + tool + `],"tool_choice":{"type":"function","function":{"name":"pong"}}`, "tool_choice.function.name", "(ping)"},
		{hi + `,"parallel_tool_calls":"no"`, "parallel_tool_calls", "true or false"},
		{strings.Replace(hi, "hands", "writer", 1) + `,"tools":[` + tool + `]`, "tools", "practice-hands"},
		{strings.Replace(hi, "hands", "eyes", 1) + `,"response_format":{"type":"json_schema","json_schema":{}}`, "response_format", "practice-hands"},
		{hi + `,"response_format":{}`, "response_format.type", "Missing"},
		{hi + `,"response_format":"json_object"`, "response_format", "an object, but got a string"},
		{hi + `,"response_format":{"type":"yaml"}`, "response_format.type", "'json_schema'"},
		{hi + `,"response_format":{"type":"json_schema"}`, "response_format.json_schema", "Missing"},
		{hi + `,"response_format":{"type":"json_schema","json_schema":"x"}`, "response_format.json_schema", "an object"},
		{hi + `,"response_format":{"type":"json_schema","json_schema":{"schema":{}}}`, "response_format.json_schema.name", "Missing"},
		{hi + `,"response_format":{"type":"json_schema","json_schema":{"name":"a b","schema":{}}}`, "response_format.json_schema.name", "1 to 64 letters"},
		{hi + `,"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":[]}}`, "response_format.json_schema.schema", "a JSON Schema, but got an array"},
		{hi + `,"response_format":{"type":"json_schema","json_schema":{"name":"a","strict":"yes","schema":{}}}`, "response_format.json_schema.strict", "true or false"},
		{hi + `,"response_format":{"type":"json_schema","json_schema":{"name":"a"}}`, "", ""},

		{body(user, made, `{"role":"tool","tool_call_id":"b","content":"1"}`, `{"role":"tool","tool_call_id":"a","content":"2"}`), "", ""},
		{body(user, made, `{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"1"}]}`, `{"role":"tool","tool_call_id":"b","content":""}`, user), "", ""},
		{body(user, `{"role":"tool","tool_call_id":"a","content":"1"}`), "messages[1].role", "must follow an assistant message"},
		{body(`{"role":"tool","tool_call_id":"a","content":"1"}`), "messages[0].role", "must follow an assistant message"},
		{body(user, made, `{"role":"tool","content":"1"}`), "messages[2].tool_call_id", "needs a tool_call_id"},
		{body(user, made, `{"role":"tool","tool_call_id":7,"content":"1"}`), "messages[2].tool_call_id", "a string"},
		{body(user, made, `{"role":"tool","tool_call_id":"c","content":"1"}`), "messages[2].tool_call_id", "'c' is no call"},
		{body(user, made, `{"role":"tool","tool_call_id":"a","content":"1"}`, `{"role":"tool","tool_call_id":"a","content":"1"}`), "messages[3].tool_call_id", "answered already"},
		{body(user, made, `{"role":"tool","tool_call_id":"a","content":"1"}`), "messages[1].tool_calls", "'b' was not answered"},
		{body(user, made, user), "messages[1].tool_calls", "was not answered"},
		{body(user, made, `{"role":"tool","tool_call_id":"a","content":"1"}`, user, `{"role":"tool","tool_call_id":"b","content":"1"}`), "messages[1].tool_calls", "'b'"},
		{body(user, made, `{"role":"tool","tool_call_id":"a"}`), "messages[2].content", "needs a content"},
		{body(`{"role":"user","content":"Hi","tool_calls":[]}`), "messages[0].tool_calls", "'assistant'"},
		{body(`{"role":"user","content":"Hi","tool_call_id":"a"}`), "messages[0].tool_call_id", "'tool'"},
		{body(user, `{"role":"assistant","tool_calls":[]}`), "messages[1].tool_calls", "empty array"},
		{body(user, `{"role":"assistant","tool_calls":"x"}`), "messages[1].tool_calls", "an array of tool calls"},
		{body(user, `{"role":"assistant","tool_calls":[{"type":"function","function":{"name":"x","arguments":"{}"}}]}`), "messages[1].tool_calls[0].id", "Missing"},
		{body(user, `{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"arguments":"{}"}}]}`), "messages[1].tool_calls[0].function.name", "Missing"},
		{body(user, `{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"x"}}]}`), "messages[1].tool_calls[0].function.arguments", "Missing"},
		{body(user, `{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"x","arguments":{}}}]}`), "messages[1].tool_calls[0].function.arguments", "a string, but got an object"},
		{body(user, `{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"x","arguments":"{\"a\":"}}]}`), "messages[1].tool_calls[0].function.arguments", "not valid JSON"},
		{body(user, strings.Replace(made, `"b"`, `"a"`, 1)), "messages[1].tool_calls[1].id", "an id of its own"},

		{`"model":"practice-hands","messages":["Hi"]`, "messages[0]", "an object, but got a string"},
		{body(`{"content":"Hi"}`), "messages[0].role", "Missing"},
		{body(`{"role":5,"content":"Hi"}`), "messages[0].role", "a string"},
		{body(`{"role":"developer","content":"Hi"}`), "messages[0].role", "'system', 'user', 'assistant', and 'tool'"},
		{body(`{"role":"user","content":5}`), "messages[0].content", "a string or an array of parts, but got an integer"},
		{body(`{"role":"user","content":[]}`), "messages[0].content", "empty array"},
		{body(`{"role":"user","content":["Hi"]}`), "messages[0].content[0]", "an object"},
		{body(`{"role":"user","content":[{"text":"Hi"}]}`), "messages[0].content[0].type", "Missing"},
		{body(`{"role":"user","content":[{"type":"text","text":5}]}`), "messages[0].content[0].text", "a string"},
		{body(`{"role":"user","content":[{"type":"input_audio"}]}`), "messages[0].content[0]", "input_audio"},
		{body(`{"role":"system","content":[{"type":"image_url","image_url":{"url":"https://example.org/a.png"}}]}`), "messages[0].content[0]", "'user'"},
		{body(`{"role":"user","content":[{"type":"image_url","image_url":"https://example.org/a.png"}]}`), "messages[0].content[0].image_url", "an object, but got a string"},
		{body(`{"role":"user","content":[{"type":"image_url","image_url":{"url":""}}]}`), "messages[0].content[0].image_url.url", "empty"},
		{body(`{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://a.example/b.png","detail":"fine"}}]}`), "messages[0].content[0].image_url.detail", "'high'"},
		{body(`{"role":"user","name":5,"content":"Hi"}`), "messages[0].name", "a string"},

		{hi + `,"n":9`, "n", "1 to 8"},
		{hi + `,"n":2.5`, "n", "an integer, but got 2.5"},
		{hi + `,"n":3.0,"seed":4.0,"max_tokens":1e3`, "", ""},
		{hi + `,"seed":-9223372036854775808`, "", ""},
		{hi + `,"seed":1e30`, "seed", "64 bits"},
		{hi + `,"seed":1.5`, "seed", "an integer, but got 1.5"},
		{hi + `,"max_tokens":-1`, "max_tokens", "less than 1"},
		{hi + `,"max_completion_tokens":0`, "max_completion_tokens", "less than 1"},
		{hi + `,"max_tokens":1e12`, "max_tokens", "too large"},
		{hi + `,"max_tokens":"5"`, "max_tokens", "an integer, but got a string"},
		{hi + `,"stop":["a",5]`, "stop", "array of strings"},
		{hi + `,"stop":{}`, "stop", "an object"},
		{hi + `,"stream":true,"stream_options":5`, "stream_options", "an object, but got an integer"},
		{hi + `,"stream":true,"stream_options":{"include_usage":"yes"}`, "stream_options.include_usage", "true or false"},
		{hi + `,"temperature":true`, "temperature", "a number, but got a boolean"},
		{hi + `,"top_p":-0.1`, "top_p", "0 to 1"},
		{hi + `,"unknown_field":{"a":1},"metadata":null,"store":false`, "", ""},
		{strings.Replace(hi, `"practice-hands"`, `5`, 1), "model", "a string, but got an integer"},
		{strings.Replace(hi, `practice-hands`, `tts-1`, 1), "model", "/v1/audio/speech"},
		{strings.Replace(hi, `practice-hands`, `practice-ears`, 1), "model", "/v1/audio/transcriptions"},
	} {
		status, fault, data := postFor(t, server, "/v1/chat/completions", "application/json", "{"+c.fields+"}")
		if c.param == "" {
			if status != 200 {
				t.Errorf("%.300s: %d %s", c.fields, status, data)
			}
			continue
		}
		if message, _ := fault["message"].(string); status != 400 || fault["param"] != c.param || !strings.Contains(message, c.says) || fault["type"] != "invalid_request_error" {
			t.Errorf("%.300s: %d %v, want %s and %q", c.fields, status, fault, c.param, c.says)
		}
	}
}

func TestBodiesAreRefusedWithThePlace(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	for body, says := range map[string]string{
		"":                                   "empty",
		"  \n":                               "empty",
		"{\"model\": \"x\",\n  oops}":        "line 2, column 3 (byte 18)",
		`{"model":"x"`:                       "byte 13",
		"{} {}":                              "line 1, column 4",
		"[]":                                 "no object",
		"null":                               "no object",
		`"hello"`:                            "no object",
		"{\"model\":\"a\xffb\"}":             "not valid UTF-8 at line 1, column 12 (byte 12)",
		"{\"ä\":1,\n\"b\":01}":               "line 2, column 6",
		`{"model":"practice-writer",}`:       "column 28",
		strings.Repeat(`{"a":`, 20000) + "1": "",
	} {
		status, fault, _ := postFor(t, server, "/v1/chat/completions", "application/json", body)
		if message, _ := fault["message"].(string); status != 400 || fault["code"] != "invalid_json" || !strings.Contains(message, says) {
			t.Errorf("%.80q: %d %v", body, status, fault)
		}
	}
	for _, kind := range []string{"text/plain", "multipart/form-data; boundary=x", "", "application/jsonp"} {
		if status, fault, _ := postFor(t, server, "/v1/chat/completions", kind, "{}"); status != 415 || fault["code"] != "unsupported_content_type" {
			t.Errorf("%q: %d %v", kind, status, fault)
		}
	}
	if status, _, data := postFor(t, server, "/v1/chat/completions", "Application/JSON; charset=utf-8", `{"model":"practice-writer","messages":[{"role":"user","content":"Hi"}]}`); status != 200 {
		t.Errorf("%d %s", status, data)
	}
	if status, fault, _ := postFor(t, server, "/v1/chat/completions", "application/json", `{"pad":"`+strings.Repeat("x", 57<<20)+`"}`); status != 413 || fault["code"] != "request_too_large" {
		t.Errorf("57 MB: %d %v", status, fault)
	}
}
