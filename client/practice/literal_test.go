package practice

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestTheLiteralSceneTakesNothingButTheInterface(t *testing.T) {
	server := inScene(t, LiteralScene, Options{TokenInterval: -1})
	const messages = `"messages":[{"role":"user","content":"Hi"}]`
	const call = `{"id":"c","type":"function","function":{"name":"add","arguments":"{}"}}`
	after := func(assistant string) string {
		return `{"model":"practice-hands","messages":[{"role":"user","content":"Hi"},` + assistant + `,{"role":"tool","tool_call_id":"c","content":"2"}]}`
	}
	for body, refused := range map[string]string{
		`{"model":"practice-writer",` + messages + `}`: "",
		`{"model":"practice-writer",` + messages + `,"temperature":1,"max_tokens":9,"stream":true,"top_p":1,"stop":["x"],"frequency_penalty":0,"presence_penalty":0,"seed":7,"n":2,"user":"u"}`: "",
		`{"model":"practice-writer",` + messages + `,"stream":true,"stream_options":{"include_usage":true}}`:                                                                                    "stream_options",
		`{"model":"practice-writer",` + messages + `,"max_completion_tokens":9}`:                                                                                                                "max_completion_tokens",
		`{"model":"practice-writer","messages":[{"role":"user","content":"Hi","name":"Ann"}]}`:                                                                                                  "messages[0].name",
		`{"model":"practice-writer","messages":[{"role":"developer","content":"Hi"}]}`:                                                                                                          "messages[0].role",
		`{"model":"practice-writer","messages":[{"role":"user","content":[{"type":"text","text":"Hi","cache":1}]}]}`:                                                                            "messages[0].content[0].cache",
		`{"model":"practice-eyes","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://a.example/b.png","detail":"low"}}]}]}`:                                  "messages[0].content[0].image_url.detail",
		`{"model":"practice-eyes","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://a.example/b.png"}}]}]}`:                                                 "",
		after(`{"role":"assistant","content":null,"tool_calls":[` + call + `]}`):                                                                                                                "messages[1].content",
		after(`{"role":"assistant","tool_calls":[` + call + `]}`):                                                                                                                               "",
		after(`{"role":"assistant","content":"","tool_calls":[` + call + `]}`):                                                                                                                  "",
		after(`{"role":"assistant","reasoning_content":"Hm","tool_calls":[` + call + `]}`):                                                                                                      "messages[1].reasoning_content",
		`{"model":"practice-hands",` + messages + `,"tools":[{"type":"function","function":{"name":"add","description":"d","parameters":{"type":"object","x":1}}}],"tool_choice":"auto"}`:       "",
		`{"model":"practice-hands",` + messages + `,"tools":[{"type":"function","function":{"name":"add","strict":true}}]}`:                                                                     "tools[0].function.strict",
		`{"model":"practice-hands",` + messages + `,"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"type":"object"}}}}`:                                            "response_format.json_schema",
		`{"model":"practice-hands",` + messages + `,"response_format":{"type":"json_schema","json_schema":{"type":"object","properties":{"a":{"type":"string"}}}}}`:                             "",
	} {
		status, got, answer := postLiteral(t, server, "/v1/chat/completions", body)
		if got != refused || (status == http.StatusBadRequest) != (refused != "") {
			t.Errorf("%s\n%d, refused %q, want %q: %s", body, status, got, refused, answer)
		}
	}
	if status, got, answer := postLiteral(t, server, "/v1/audio/speech", `{"model":"tts-1","voice":"alloy","input":"Hi","instructions":"calmly"}`); status != 400 || got != "instructions" {
		t.Errorf("%d %s", status, answer)
	}
}

// postLiteral sends a JSON body and returns the status, the field that was refused, and the answer.
func postLiteral(t *testing.T, server *httptest.Server, path, body string) (status int, refused, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Authorization": {"Bearer " + Key}, "Content-Type": {"application/json"}}
	res, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	said, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var refusal struct {
		Error struct{ Param string }
	}
	_ = json.Unmarshal(said, &refusal)
	return res.StatusCode, refusal.Error.Param, string(said)
}
