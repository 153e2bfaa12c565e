package client

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"parlando/client/failure"
)

// repeatEvent answers with the same event until the client closes the connection, and reports that
// on closed.
func repeatEvent(event string, closed chan<- struct{}) func(http.ResponseWriter, *http.Request, map[string]any, int) {
	return func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) {
		defer close(closed)
		for {
			if _, err := io.WriteString(w, "data: "+event+"\n\n"); err != nil {
				return
			}
		}
	}
}

func deltaEvent(delta string) string {
	return `{"id":"c","model":"m","choices":[{"index":0,"delta":` + delta + `}]}`
}

func TestReplyWithoutEndIsEndedAtItsBound(t *testing.T) {
	const most = 10_000
	for name, delta := range map[string]string{
		"text":      `{"content":"Grüße, Welt. "}`,
		"reasoning": `{"reasoning_content":"Grüße, Welt. "}`,
		"refusal":   `{"refusal":"Grüße, Welt. "}`,
	} {
		t.Run(name, func(t *testing.T) {
			closed := make(chan struct{})
			g := newGateway(t, Options{}, repeatEvent(deltaEvent(delta), closed))
			r := hello()
			r.MaxBytes = most
			s, err := g.Chat(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for s.Next() {
				for _, d := range s.Chunk().Choices {
					got.WriteString(d.Reasoning + d.Text + d.Refusal)
				}
			}
			<-closed
			var e *failure.Error
			if err := s.Err(); !errors.As(err, &e) || e.Kind != failure.ReplyTooLong || s.Complete() {
				t.Errorf("ended with %v, complete %v", err, s.Complete())
			}
			all := strings.Repeat("Grüße, Welt. ", most)
			if n := got.Len(); n > most || n < most-4 || !strings.HasPrefix(all, got.String()) || !utf8.ValidString(got.String()) {
				t.Errorf("%d bytes came, want %d: …%q", n, most, got.String()[max(0, n-40):])
			}
			_ = s.Close()
		})
	}
}

func TestReplyOfExactlyItsBoundIsComplete(t *testing.T) {
	r := hello()
	r.MaxBytes = 10
	body := "data: " + deltaEvent(`{"content":"0123456789"}`) + "\n\n" + `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"
	s, err := rawClient([]byte("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"+body), nil).Chat(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for s.Next() {
		for _, d := range s.Chunk().Choices {
			text += d.Text
		}
	}
	if text != "0123456789" || s.Err() != nil || !s.Complete() {
		t.Errorf("%q, %v", text, s.Err())
	}
}

// TestWholeReplyIsCutAtItsBound: one JSON value, in which a character of several code points lies
// across the bound.
func TestWholeReplyIsCutAtItsBound(t *testing.T) {
	for text, want := range map[string]string{
		"0123456789":          "01234567",
		"0123456e\u0301":      "0123456",
		"0123👩\u200d👩\u200d👧": "0123",
		"0123👍🏽":              "0123",
	} {
		r := hello()
		r.MaxBytes = 8
		body := `{"id":"c","choices":[{"index":0,"message":{"role":"assistant","content":"` + text + `"},"finish_reason":"stop"}]}`
		s, err := rawClient([]byte("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"+body), nil).Chat(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for s.Next() {
			for _, d := range s.Chunk().Choices {
				got += d.Text
			}
		}
		var e *failure.Error
		if got != want || !errors.As(s.Err(), &e) || e.Kind != failure.ReplyTooLong {
			t.Errorf("%q became %q, want %q; %v", text, got, want, s.Err())
		}
	}
}

func TestToolCallWithoutEndIsEndedAtTheBoundOfTheReply(t *testing.T) {
	closed := make(chan struct{})
	call := func(arguments string) string {
		return deltaEvent(`{"tool_calls":[{"index":0,"id":"call_1","function":{"name":"look","arguments":"` + arguments + `"}}]}`)
	}
	g := newGateway(t, Options{}, repeatEvent(call(`{\"words`)+"\n\ndata: "+call(`and words`), closed))
	r := hello()
	r.MaxBytes = 10_000
	a := collect(g.Client, t.Context(), r)
	<-closed
	var e *failure.Error
	if !errors.As(a.err, &e) || e.Kind != failure.ReplyTooLong || a.choices[0] != nil && len(a.choices[0].ToolCalls) > 0 {
		t.Errorf("ended with %v and %+v", a.err, a.choices[0])
	}
}

// TestFirstChoiceAtItsBoundEndsTheRequest: the other choice had ended.
func TestFirstChoiceAtItsBoundEndsTheRequest(t *testing.T) {
	events := []string{
		`{"choices":[{"index":1,"delta":{"content":"short"},"finish_reason":"stop"}]}`,
		`{"choices":[{"index":0,"delta":{"content":"0123456789"}}]}`,
		`{"choices":[{"index":0,"delta":{"content":"never read"}}]}`,
	}
	r := hello()
	r.N, r.MaxBytes = 2, 8
	body := "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: " + strings.Join(events, "\n\ndata: ") + "\n\n"
	s, err := rawClient([]byte(body), nil).Chat(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	got, finish := map[int]string{}, map[int]string{}
	for s.Next() {
		for _, d := range s.Chunk().Choices {
			got[d.Index] += d.Text
			finish[d.Index] += d.FinishReason
		}
	}
	var e *failure.Error
	if got[0] != "01234567" || got[1] != "short" || finish[1] != "stop" || finish[0] == "stop" || !errors.As(s.Err(), &e) || e.Kind != failure.ReplyTooLong {
		t.Errorf("%v, finished %v, %v", got, finish, s.Err())
	}
}
