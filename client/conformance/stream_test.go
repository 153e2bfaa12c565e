package conformance

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// streamed reads a stream to its end with the SDK's accumulator and checks what holds for every
// chunk (docs/gateway.md 2.6, 6).
func streamed(t *testing.T, q openai.ChatCompletionNewParams, more ...option.RequestOption) (*openai.ChatCompletionAccumulator, []openai.ChatCompletionChunk) {
	t.Helper()
	client := sdk()
	stream := client.Chat.Completions.NewStreaming(t.Context(), q, more...)
	defer stream.Close()
	acc := &openai.ChatCompletionAccumulator{}
	var chunks []openai.ChatCompletionChunk
	for stream.Next() {
		c := stream.Current()
		chunks = append(chunks, c)
		if !acc.AddChunk(c) {
			t.Errorf("the accumulator refuses %s", c.RawJSON())
		}
		if c.Object != "chat.completion.chunk" || c.ID == "" || c.ID != chunks[0].ID {
			t.Errorf("id or object is not right: %s", c.RawJSON())
		}
		var shape struct{ Choices []map[string]json.RawMessage }
		if err := json.Unmarshal([]byte(c.RawJSON()), &shape); err != nil {
			t.Error(err)
		}
		if slices.ContainsFunc(shape.Choices, func(m map[string]json.RawMessage) bool { return m["message"] != nil || m["delta"] == nil }) {
			t.Errorf("a message, or no delta: %s", c.RawJSON())
		}
	}
	if err := stream.Err(); err != nil {
		t.Fatal(told(err))
	}
	if len(chunks) == 0 {
		t.Fatal("no chunk")
	}
	return acc, chunks
}

func streamCases() []testCase {
	return []testCase{
		{"stream/accumulator", func(t *testing.T) {
			q := ask("Tell me about rivers.")
			acc, _ := streamed(t, q)
			whole := complete(t, q)
			if len(acc.Choices) != 1 || acc.Choices[0].Message.Content != whole.Choices[0].Message.Content || acc.Choices[0].FinishReason != whole.Choices[0].FinishReason {
				t.Errorf("streamed %+v\nwhole %+v", acc.Choices, whole.Choices)
			}
		}},
		{"stream/shape", func(t *testing.T) {
			_, chunks := streamed(t, ask("Say something short."))
			if chunks[0].Choices[0].Delta.Role != "assistant" {
				t.Errorf("it begins with %s", chunks[0].RawJSON())
			}
			last := chunks[len(chunks)-1]
			if len(last.Choices) != 1 || last.Choices[0].FinishReason == "" || last.Choices[0].Delta.RawJSON() != "{}" {
				t.Errorf("it ends with %s", last.RawJSON())
			}
			for _, c := range chunks[:len(chunks)-1] {
				if c.Choices[0].FinishReason != "" {
					t.Errorf("finished before its end: %s", c.RawJSON())
				}
			}
			if len(chunks) < 4 {
				t.Errorf("%d chunks are no stream", len(chunks))
			}
		}},
		{"stream/lines", func(t *testing.T) {
			res := raw(t, http.MethodPost, "/chat/completions", "application/json",
				strings.NewReader(`{"model":"`+names.Chat+`","stream":true,"max_tokens":9,"messages":[{"role":"user","content":"Short."}]}`))
			if res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
				t.Errorf("%s, %v", res.Status, res.Header)
			}
			lines, last := bufio.NewScanner(res.Body), ""
			for lines.Scan() {
				line := lines.Text()
				if line == "" {
					continue
				}
				data, ok := strings.CutPrefix(line, "data: ")
				if !ok || data != "[DONE]" && !json.Valid([]byte(data)) {
					t.Errorf("not an event: %q", line)
				}
				if last == "[DONE]" {
					t.Errorf("after the end: %q", line)
				}
				last = data
			}
			if lines.Err() != nil || last != "[DONE]" {
				t.Errorf("it ends with %q, %v", last, lines.Err())
			}
		}},
		{"stream/usage", func(t *testing.T) {
			q := ask("Say something short.")
			whole := complete(t, q)
			q.StreamOptions.IncludeUsage = openai.Bool(true)
			acc, chunks := streamed(t, q)
			last := chunks[len(chunks)-1]
			if len(last.Choices) != 0 || !last.JSON.Usage.Valid() {
				t.Errorf("it ends with %s", last.RawJSON())
			}
			if acc.Usage.TotalTokens != whole.Usage.TotalTokens || acc.Usage.PromptTokens != whole.Usage.PromptTokens {
				t.Errorf("streamed %s, whole %s", acc.Usage.RawJSON(), whole.Usage.RawJSON())
			}
			wantUsage(t, acc.Usage)
		}},
		{"stream/no-usage-unasked", func(t *testing.T) {
			_, chunks := streamed(t, ask("Say something short."))
			for _, c := range chunks {
				if c.JSON.Usage.Valid() {
					t.Errorf("usage was not asked for: %s", c.RawJSON())
				}
			}
		}},
		{"stream/options-without-stream", func(t *testing.T) {
			q := ask("Say something short.")
			q.StreamOptions.IncludeUsage = openai.Bool(true)
			client := sdk()
			_, err := client.Chat.Completions.New(t.Context(), q)
			wantError(t, err, 400, "stream_options")
		}},
		{"stream/n-3", func(t *testing.T) {
			q := ask("Tell me about rivers.")
			q.N = openai.Int(3)
			acc, _ := streamed(t, q)
			whole := complete(t, q)
			if len(acc.Choices) != 3 {
				t.Fatalf("%d choices", len(acc.Choices))
			}
			for i, c := range acc.Choices {
				if c.Message.Content == "" || c.FinishReason == "" || c.Message.Content != whole.Choices[i].Message.Content {
					t.Errorf("choice %d: %q ends with %q, whole it is %q", i, c.Message.Content, c.FinishReason, whole.Choices[i].Message.Content)
				}
			}
		}},
		{"stream/stop-word", func(t *testing.T) {
			q := ask("Tell me about rivers.")
			full := complete(t, q).Choices[0].Message.Content
			stop := strings.Fields(full)[4]
			q.Stop.OfStringArray = []string{stop}
			acc, _ := streamed(t, q)
			want, _, _ := strings.Cut(full, stop)
			if got := acc.Choices[0]; strings.TrimSpace(got.Message.Content) != strings.TrimSpace(want) || got.FinishReason != "stop" {
				t.Errorf("%q ends with %q, want %q", got.Message.Content, got.FinishReason, want)
			}
		}},
		{"stream/max-tokens", func(t *testing.T) {
			q := ask("Tell me about rivers.")
			q.MaxTokens = openai.Int(5)
			if acc, _ := streamed(t, q); acc.Choices[0].FinishReason != "length" {
				t.Errorf("finish_reason %q", acc.Choices[0].FinishReason)
			}
		}},
		{"stream/content-filter", func(t *testing.T) {
			q := ask("filter")
			q.Model = names.Trouble
			if acc, _ := streamed(t, q); acc.Choices[0].FinishReason != "content_filter" {
				t.Errorf("finish_reason %q", acc.Choices[0].FinishReason)
			}
		}},
		{"stream/failover", func(t *testing.T) {
			q := ask(names.Failover.Asks)
			q.Model = names.Failover.Model
			if acc, _ := streamed(t, q); acc.Model == q.Model || acc.Model == "" {
				t.Errorf("%s was asked and %q answered", q.Model, acc.Model)
			}
		}},
		{"stream/any-script", func(t *testing.T) {
			q := ask("Grüße, 世界, مرحبا, 👩‍👩‍👧‍👦 and ﷽")
			q.MaxTokens = openai.Int(60)
			acc, _ := streamed(t, q)
			whole := complete(t, q)
			if got := acc.Choices[0].Message.Content; got != whole.Choices[0].Message.Content || strings.ContainsRune(got, '\uFFFD') {
				t.Errorf("streamed %q\nwhole %q", got, whole.Choices[0].Message.Content)
			}
		}},
		{"stream/comes-in-pieces", func(t *testing.T) {
			// This reply never ends, so what arrives did not wait for the end.
			q := ask("silent")
			q.Model = names.Trouble
			client := sdk()
			stream := client.Chat.Completions.NewStreaming(t.Context(), q)
			text := ""
			for text == "" && stream.Next() {
				if c := stream.Current(); len(c.Choices) > 0 {
					text += c.Choices[0].Delta.Content
				}
			}
			if text == "" || stream.Err() != nil {
				t.Errorf("%q, %v", text, stream.Err())
			}
			_ = stream.Close()
		}},
		{"stream/left-early", func(t *testing.T) {
			client := sdk()
			stream := client.Chat.Completions.NewStreaming(t.Context(), ask("Tell me about rivers."))
			if !stream.Next() {
				t.Errorf("no chunk: %v", stream.Err())
			}
			_ = stream.Close()
			complete(t, ask("Are you still there?"))
		}},
		{"stream/cut-off", func(t *testing.T) {
			q := ask("cut off")
			q.Model, q.MaxTokens = names.Trouble, openai.ChatCompletionNewParams{}.MaxTokens
			client := sdk()
			stream := client.Chat.Completions.NewStreaming(t.Context(), q)
			defer stream.Close()
			text, ended := "", false
			for stream.Next() {
				for _, c := range stream.Current().Choices {
					text += c.Delta.Content
					ended = ended || c.FinishReason != ""
				}
			}
			if text == "" || ended {
				t.Errorf("%q, ended %v", text, ended)
			}
		}},
		{"stream/error-is-no-stream", func(t *testing.T) {
			client := sdk()
			stream := client.Chat.Completions.NewStreaming(t.Context(), ask("Short."), option.WithJSONSet("temperature", 9))
			defer stream.Close()
			for stream.Next() {
				t.Errorf("a chunk: %s", stream.Current().RawJSON())
			}
			wantError(t, stream.Err(), 400, "temperature")
		}},
		{"stream/false-is-whole", func(t *testing.T) {
			complete(t, ask("Short."), option.WithJSONSet("stream", false))
		}},
		{"stream/many-at-once", func(t *testing.T) {
			ended := make(chan string, 8)
			for range cap(ended) {
				go func() {
					client := sdk()
					stream := client.Chat.Completions.NewStreaming(t.Context(), ask("Short."))
					defer stream.Close()
					finish := ""
					for stream.Next() {
						for _, c := range stream.Current().Choices {
							finish += c.FinishReason
						}
					}
					if stream.Err() != nil {
						finish = stream.Err().Error()
					}
					ended <- finish
				}()
			}
			for range cap(ended) {
				if got := <-ended; got != "length" && got != "stop" {
					t.Errorf("ended with %q", got)
				}
			}
		}},
		{"stream/read-at-once", func(t *testing.T) {
			// A program that reads the whole body at once, as curl in a script does.
			res := raw(t, http.MethodPost, "/chat/completions", "application/json",
				strings.NewReader(`{"model":"`+names.Chat+`","stream":true,"max_tokens":3,"messages":[{"role":"user","content":"Short."}]}`))
			data, err := io.ReadAll(res.Body)
			if err != nil || !strings.HasSuffix(string(data), "data: [DONE]\n\n") {
				t.Errorf("%v: …%q", err, data[max(0, len(data)-60):])
			}
		}},
	}
}
