package practice_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"parlando/client/practice"
)

// plainChunk is a chunk as docs/gateway.md 2.6 has it, read with nothing but the standard library.
type plainChunk struct {
	ID, Object, Model string
	Created           int64
	Choices           []struct {
		Index int
		Delta struct {
			Role      string
			Content   *string
			ToolCalls []struct {
				Index    int
				ID, Type string
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
		Finish *string `json:"finish_reason"`
	}
	Usage *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Total      int `json:"total_tokens"`
	}
}

// chunks asks for a stream and reads it by the letter of docs/gateway.md 6.
func chunks(t *testing.T, server *httptest.Server, body string) []plainChunk {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+"/v1/chat/completions", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+practice.Key)
	response, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		t.Fatalf("%d, %v: %s", response.StatusCode, err, data)
	}
	events := strings.Split(strings.TrimSuffix(string(data), "\n\n"), "\n\n")
	if events[len(events)-1] != "data: [DONE]" {
		t.Fatalf("the stream ends with %q", events[len(events)-1])
	}
	var all []plainChunk
	for _, event := range events[:len(events)-1] {
		line, ok := strings.CutPrefix(event, "data: ")
		var p plainChunk
		if err := json.Unmarshal([]byte(line), &p); !ok || err != nil || strings.Contains(event, "\n") {
			t.Fatalf("no event of one line: %q, %v", event, err)
		}
		if p.ID == "" || p.Object != "chat.completion.chunk" || p.Choices == nil || strings.Contains(event, `"message"`) {
			t.Fatalf("no chunk: %s", event)
		}
		if len(all) > 0 && p.ID != all[0].ID {
			t.Fatalf("the id changes to %s", p.ID)
		}
		all = append(all, p)
	}
	return all
}

// The choices of one stream take turns, and each is held to stop and to its own longest reply.
func TestChoicesTakeTurns(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	all := chunks(t, server, `{"model":"practice-writer","stream":true,"n":3,"seed":5,"max_tokens":20,"stop":["You","I"],"stream_options":{"include_usage":true},
		"messages":[{"role":"user","content":"Three of you"}]}`)
	texts, ends := map[int]string{}, map[int]string{}
	switches, last, tokens := 0, -1, 0
	for _, p := range all {
		for _, c := range p.Choices {
			if c.Index != last {
				switches++
			}
			last = c.Index
			if ends[c.Index] != "" {
				t.Errorf("choice %d goes on after its end", c.Index)
			}
			if c.Delta.Content != nil && *c.Delta.Content != "" {
				texts[c.Index] += *c.Delta.Content
				tokens++
			}
			if c.Finish != nil {
				ends[c.Index] = *c.Finish
				if c.Delta.Content != nil || c.Delta.Role != "" {
					t.Errorf("the last piece of %d says something", c.Index)
				}
			}
		}
	}
	if len(ends) != 3 || switches < 12 {
		t.Errorf("%d choices, %d turns: %v", len(ends), switches, texts)
	}
	for i, end := range ends {
		if strings.Contains(texts[i], "You") || strings.Contains(texts[i], "I") || end != "stop" && end != "length" {
			t.Errorf("choice %d ends with %s: %q", i, end, texts[i])
		}
	}
	if use := all[len(all)-1].Usage; use == nil || use.Completion != tokens || len(all[len(all)-1].Choices) != 0 {
		t.Errorf("usage %+v, but %d tokens came", use, tokens)
	}
	for _, p := range chunks(t, server, `{"model":"practice-writer","stream":true,"messages":[{"role":"user","content":"Hi"}]}`) {
		if p.Usage != nil {
			t.Error("nobody asked for usage")
		}
	}
}
