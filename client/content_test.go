package client

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"parlando/client/failure"
)

// askPicky sends a chat to a service that refuses the messages for which refuses returns a body,
// and returns the fields that were left out.
func askPicky(t *testing.T, r ChatRequest, refuses func(messages []map[string]json.RawMessage) string) (dropped []failure.Refusal, err error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Messages []map[string]json.RawMessage }
		data, _ := io.ReadAll(r.Body)
		if err := json.Unmarshal(data, &body); err != nil {
			t.Error(err)
		}
		if refusal := refuses(body.Messages); refusal != "" {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, refusal)
			return
		}
		fmt.Fprint(w, `{"choices":[{"index":0,"message":{"role":"assistant","content":"54"},"finish_reason":"stop"}]}`)
	}))
	defer server.Close()
	address, err := ParseAddress(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Address: address}).Chat(t.Context(), r)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	for s.Next() {
	}
	return s.Dropped(), s.Err()
}

// askWithCalls sends a chat whose second message has tool calls alone, and returns how its content
// was written in each request: null, absent or "".
func askWithCalls(t *testing.T, omit []string, refuses func(content string) string) (asked string, dropped []failure.Refusal, err error) {
	t.Helper()
	dropped, err = askPicky(t, ChatRequest{
		Model: "m", Omit: omit, NoStream: true,
		Messages: []Message{
			{Role: "user", Content: []ContentPart{{Text: "6 times 9"}}},
			{Role: "assistant", ToolCalls: []ToolCall{{ID: "1", Name: "times", Arguments: "{}"}}},
			{Role: "tool", ToolCallID: "1", Content: []ContentPart{{Text: "54"}}},
		},
	}, func(messages []map[string]json.RawMessage) string {
		content := "absent"
		if raw, there := messages[1]["content"]; there {
			content = string(raw)
		}
		asked = strings.TrimSpace(asked + " " + content)
		return refuses(content)
	})
	return asked, dropped, err
}

// The refusals are those of services, and the ways they are reported in.
func TestTheContentBesideCallsIsWrittenAsTheServiceReadsIt(t *testing.T) {
	for _, refusal := range []string{
		`{"error":{"message":"messages[1].content must be a string or an array of parts","param":"messages[1].content"}}`,
		`{"error":"Invalid 'messages' in payload: 'content' is null"}`,
		`{"detail":[{"type":"string_type","loc":["body","messages",1,"content"],"msg":"Input should be a valid string","input":null}]}`,
		`{"object":"error","message":"Assistant message content should be a string, got None","code":400}`,
		`{"error":{"message":"Invalid type for 'messages[1].content': expected a string, but got null instead.","param":"messages[1].content","code":"invalid_type"}}`,
		`{"error":{"message":"json: cannot unmarshal null into Go struct field .messages.content"}}`,
		`{"error":{"message":"messages.1: missing field content"}}`,
	} {
		for accepted, want := range map[string]string{"null": "null", "absent": "null absent", `""`: `null absent ""`} {
			asked, dropped, err := askWithCalls(t, nil, func(content string) string {
				if content == accepted {
					return ""
				}
				return refusal
			})
			if asked != want || err != nil {
				t.Errorf("%s, which reads %s: asked with %s, %v", refusal, accepted, asked, err)
			}
			again, _, err := askWithCalls(t, failure.RefusedFields(dropped), func(string) string { return "" })
			if again != accepted || err != nil {
				t.Errorf("%s: asked again with %s, %v", refusal, again, err)
			}
		}
	}
	for _, other := range []string{
		`{"error":{"message":"The content filter refused this request."}}`,
		`{"error":{"message":"Unsupported content type: application/json"}}`,
		`{"error":{"message":"Invalid request"}}`,
	} {
		if asked, _, err := askWithCalls(t, nil, func(string) string { return other }); asked != "null" || err == nil {
			t.Errorf("%s: asked with %s, %v", other, asked, err)
		}
	}
}
