package client

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// seed adds the bodies of the corpus's answers of the given kinds, as a client reads them off the wire.
func seed(f *testing.F, kinds ...string) {
	f.Helper()
	for _, c := range wireCases(f) {
		if !slices.Contains(kinds, c.Kind) {
			continue
		}
		response, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(c.bytes(f))), nil)
		if err != nil {
			continue
		}
		// What came before a fault is a good seed too.
		body, _ := io.ReadAll(io.LimitReader(response.Body, 8_000))
		_ = response.Body.Close()
		f.Add(body)
	}
}

// FuzzStream looks for streams that make the reader panic, hang or break its promises.
func FuzzStream(f *testing.F) {
	seed(f, "chat-stream")
	f.Fuzz(func(t *testing.T, body []byte) { checkReply(t, body, hello()) })
}

// FuzzReply looks for the same in answers that were asked for whole. Where plain JSON says what the text
// is, the text must be that.
func FuzzReply(f *testing.F) {
	seed(f, "chat", "chat-stream")
	request := hello()
	request.Without = []string{"stream"}
	f.Fuzz(func(t *testing.T, body []byte) {
		got := checkReply(t, body, request)
		if want, ok := plainText(body); ok && (got.choices[0] == nil || got.choices[0].Text != want) {
			t.Errorf("text %+v, want %q", got.choices[0], want)
		}
	})
}

// hasEnd matches whatever may tell that a reply is over.
var hasEnd = regexp.MustCompile(`(?i)\[done\]|finish_reason|message|\\u00`)

// checkReply reads body twice, in one piece and in small ones, and checks what every reply promises.
func checkReply(t *testing.T, body []byte, request ChatRequest) reply {
	got := collect(memoryClient(body, nil), t.Context(), request)
	if (got.err == nil) && !got.complete {
		t.Error("no error and no end")
	}
	if got.complete && !hasEnd.Match(body) && body[0] != 0x1f {
		t.Error("complete without an end")
	}
	small := collect(memoryClient(body, func(int) int { return 7 }), t.Context(), request)
	if len(small.choices) != len(got.choices) || small.complete != got.complete {
		t.Errorf("the reply depends on how the bytes arrive:\n%+v\n%+v", got, small)
	}
	for i, d := range got.choices {
		if other := small.choices[i]; other == nil || other.Text != d.Text || other.Reasoning != d.Reasoning || other.Finish != d.Finish {
			t.Errorf("choice %d depends on how the bytes arrive:\n%+v\n%+v", i, d, other)
		}
		if !utf8.ValidString(d.Text) || !utf8.ValidString(d.Reasoning) || !utf8.ValidString(d.Refusal) {
			t.Errorf("choice %d is no UTF-8: %+v", i, d)
		}
		if len(d.ToolCalls) > 0 && !got.complete {
			t.Error("a tool call without an end")
		}
		for _, call := range d.ToolCalls {
			if !json.Valid([]byte(call.Arguments)) || call.ID == "" || call.Name == "" {
				t.Errorf("a tool call that is not whole: %+v", call)
			}
		}
	}
	return got
}

// plainText is the text of a reply that has one choice with a message of a plain string, as encoding/json
// reads it; ok is false for every other body, and where the reader is right to see more in it.
func plainText(body []byte) (text string, ok bool) {
	if !utf8.Valid(body) || bytes.Contains(body, []byte("data:")) || bytes.ContainsAny(body, "\r\n") {
		return "", false
	}
	var top map[string]json.RawMessage
	var choices []map[string]json.RawMessage
	var message map[string]json.RawMessage
	if json.Unmarshal(body, &top) != nil || json.Unmarshal(top["choices"], &choices) != nil || len(choices) != 1 ||
		json.Unmarshal(choices[0]["message"], &message) != nil || json.Unmarshal(message["content"], &text) != nil {
		return "", false
	}
	// Errors, thinking in the text, and fields that outrank the message are rules of their own.
	lower := bytes.ToLower(body)
	for _, word := range []string{"error", "delta", "index", "<think", `\u`, "type", "detail", "[done]"} {
		if bytes.Contains(lower, []byte(word)) {
			return "", false
		}
	}
	return text, text != ""
}

// FuzzErrorBody looks for error bodies that make their reader panic or let the key through.
func FuzzErrorBody(f *testing.F) {
	seed(f, "error")
	statuses := []int{400, 401, 403, 404, 422, 429, 500, 503}
	const key = "sk-secret-0123456789"
	client := New(Options{Address: Address{}, Key: key})
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, status := range statuses {
			for _, method := range []string{http.MethodPost, http.MethodGet} {
				e := client.httpError(&http.Response{
					StatusCode: status, Status: http.StatusText(status), Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(body)),
				}, method, true)
				if e.Kind == "" || e.Detail == "" {
					t.Errorf("%d: an error that says nothing: %+v", status, e)
				}
				if !utf8.ValidString(e.Detail) || utf8.RuneCountInString(e.Detail) > maxDetail || strings.Contains(e.Detail, key) {
					t.Errorf("%d: detail %q", status, e.Detail)
				}
				if e.RetryAfter < 0 || e.RetryAfter > 10*365*24*time.Hour {
					t.Errorf("%d: wait %v", status, e.RetryAfter)
				}
			}
		}
		e := client.streamError(readFault(body), "", false)
		if e.Kind == "" {
			t.Errorf("in a stream: %+v", e)
		}
	})
}

// FuzzModels looks for catalogues that make their reader panic or break its promises.
func FuzzModels(f *testing.F) {
	seed(f, "models")
	f.Fuzz(func(t *testing.T, body []byte) {
		models, err := memoryClient(body, nil).Models(t.Context())
		if err != nil && len(models) > 0 {
			t.Errorf("an error and %d models", len(models))
		}
		seen := map[string]bool{}
		for _, m := range models {
			if m.ID == "" || seen[m.ID] || m.Context < 0 {
				t.Errorf("model %+v", m)
			}
			seen[m.ID] = true
		}
	})
}

// FuzzFastAndLooseReaderAgree looks for chunks, one a line, that the two decoders read differently.
func FuzzFastAndLooseReaderAgree(f *testing.F) {
	seed(f, "chat-stream")
	for i := range 50 {
		f.Add(bytes.Join(rapid.Custom(chunks).Example(i), []byte("\n")))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var fast fastDecoder
		for line := range bytes.SplitSeq(body, []byte("\n")) {
			same(t, &fast, bytes.TrimPrefix(line, []byte("data: ")))
		}
	})
}
