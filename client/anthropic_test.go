package client

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

type transportFunc func(*http.Request) string

func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(f(r))),
	}, nil
}

// Anthropic lists its models only to its own headers; chats take the key as GATEWAY.md 5 has it.
func TestAnthropicListsItsModels(t *testing.T) {
	address, err := ParseAddress("https://api.anthropic.com/v1")
	if err != nil {
		t.Fatal(err)
	}
	var sent []http.Header
	c := New(Options{Address: address, Key: "sk-1", Transport: transportFunc(func(r *http.Request) string {
		sent = append(sent, r.Header)
		if r.Method == http.MethodGet {
			return `{"data":[{"type":"model","id":"claude-x","display_name":"Claude X"}],"has_more":false,"first_id":"claude-x","last_id":"claude-x"}`
		}
		return `{"choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}`
	})})
	models, err := c.Models(t.Context())
	if err != nil || len(models) != 1 || models[0].ID != "claude-x" || models[0].Name != "Claude X" {
		t.Errorf("%+v, %v", models, err)
	}
	s, err := c.Chat(t.Context(), ChatRequest{Model: "claude-x", Messages: []Message{{Role: "user", Content: []ContentPart{{Text: "Hi"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	if h := sent[0]; h.Get("X-Api-Key") != "sk-1" || h.Get("Anthropic-Version") == "" || h.Get("Authorization") != "" {
		t.Errorf("the list: %v", h)
	}
	if h := sent[1]; h.Get("Authorization") != "Bearer sk-1" || h.Get("X-Api-Key") != "" {
		t.Errorf("a chat: %v", h)
	}
}
