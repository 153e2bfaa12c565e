package practice

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Whatever is sent is answered with a reply, or with an error of the one shape.
func FuzzChatRequest(f *testing.F) {
	for _, seed := range []string{
		`{"model":"practice-writer","messages":[{"role":"user","content":"Hi"}]}`,
		`{"model":"practice-hands","n":2,"max_tokens":5,"stop":["a"],"messages":[{"role":"system","content":"JSON"},{"role":"user","content":"Weather in Paris and Rome tomorrow at 5pm, 12*7?"}],
			"tools":[{"type":"function","function":{"name":"get_weather","description":"weather","parameters":{"type":"object","properties":{"city":{"type":"string"},"day":{"type":"string","format":"date"},"n":{"type":"integer"}},"required":["city"]}}}],"tool_choice":"auto"}`,
		`{"model":"practice-hands","messages":[{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":[1]}"}}]},{"role":"tool","tool_call_id":"a","content":"[{\"a\":1},2]"}]}`,
		`{"model":"practice-hands","messages":[{"role":"user","content":"Anna, 34: \"red\" 'blue' “x”"}],"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":{"type":"object","required":["a"],"properties":{"a":{"anyOf":[{"type":"string","pattern":"^[a-z]{2}$"},{"$ref":"#"}]},"b":{"type":"array","items":{"enum":[1,"x",null]},"uniqueItems":true}}}}}}`,
		`{"model":"practice-eyes","stream":true,"messages":[{"role":"user","content":[{"type":"text","text":"?"},{"type":"image_url","image_url":{"url":"data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=","detail":"low"}}]}]}`,
		`{"model":"practice-trouble/cut-word","messages":[{"role":"user","content":"Hi"}]}`,
	} {
		f.Add(seed)
	}
	g := New(Options{TokenInterval: -1, Now: func() time.Time { return time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC) }})
	f.Fuzz(func(t *testing.T, body string) {
		for _, waits := range []string{"silent", "stall", "no-answer", "hang-up", "cut-line"} {
			if strings.Contains(strings.ToLower(body), waits) {
				t.Skip("ends with the request, or in the middle")
			}
		}
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/v1/chat/completions", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+Key)
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		if w.Code == 200 || strings.Contains(body, FailingModel) {
			return
		}
		var o struct {
			Error struct{ Message, Type string }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &o); err != nil || o.Error.Message == "" || o.Error.Type == "" {
			t.Errorf("%d: %s", w.Code, w.Body)
		}
	})
}

// Whatever the schema: there is a value that follows it, or a sentence.
func FuzzSchema(f *testing.F) {
	for _, seed := range []string{
		`{"type":"object","required":["a","b"],"properties":{"a":{"type":"string","format":"date"},"b":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"array","items":{"$ref":"#/$defs/n"},"maxItems":2}}}`,
		`{"allOf":[{"type":"integer","multipleOf":7},{"minimum":3,"exclusiveMaximum":15}],"not":{"const":7}}`,
		`{"oneOf":[{"type":"string","pattern":"^(a|b)+c?[0-9]{3,}$"},{"type":"number","minimum":0.1,"maximum":0.2}],"if":{"type":"string"},"then":{"maxLength":9},"else":{"multipleOf":0.01}}`,
		`{"type":["array","null"],"prefixItems":[{"const":1}],"contains":{"type":"string"},"minContains":2,"uniqueItems":true,"items":{"type":["string","integer"]}}`,
		`{"type":"object","patternProperties":{"^x":{"type":"boolean"}},"additionalProperties":false,"minProperties":2,"propertyNames":{"pattern":"^x"},"dependentSchemas":{"x":{"required":["xy"]}}}`,
		`{"$schema":"http://json-schema.org/draft-04/schema#","type":"number","minimum":3,"exclusiveMinimum":true,"dependencies":{"a":["b"]}}`,
		`{"enum":[{"a":1},"b",[],1e3]}`, `{"$dynamicRef":"#x","$defs":{"y":{"$dynamicAnchor":"x","type":"integer"}}}`, `{"type":"string","minLength":3,"maxLength":2,"default":"abc"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, schema string) {
		made, problem := newSchema(json.RawMessage(schema))
		if problem != "" {
			return
		}
		for _, optional := range []bool{true, false} {
			raw, problem := made.smallest(optional)
			if (problem == "") != json.Valid(raw) {
				t.Errorf("%s, %q", raw, problem)
			}
		}
	})
}
