package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlando/client/failure"
)

// gateway is a server of one handler that notes the bodies it was sent.
type gateway struct {
	*Client
	mu      sync.Mutex
	bodies  []map[string]any
	headers []http.Header
}

// newGateway serves answer, which is told how many requests came before.
func newGateway(t *testing.T, o Options, answer func(w http.ResponseWriter, r *http.Request, body map[string]any, before int)) *gateway {
	t.Helper()
	g := &gateway{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		_ = json.NewDecoder(r.Body).Decode(&body)
		g.mu.Lock()
		g.bodies, g.headers = append(g.bodies, body), append(g.headers, r.Header)
		before := len(g.bodies) - 1
		g.mu.Unlock()
		answer(w, r, body, before)
	}))
	t.Cleanup(server.Close)
	address, err := ParseAddress(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	o.Address = address
	g.Client = New(o)
	return g
}

func (g *gateway) sent() []map[string]any {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.bodies
}

const goodStream = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"

func hello() ChatRequest {
	return ChatRequest{Model: "m", Messages: []Message{{Role: "user", Content: []ContentPart{{Text: "Hi"}}}}}
}

func refuseJSON(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func TestRequestCarriesWhatWasSetAndNothingElse(t *testing.T) {
	g := newGateway(t, Options{Key: "sk-1234"}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) {
		_, _ = io.WriteString(w, goodStream)
	})
	temperature, limit, seed := 0.5, 20, int64(9)
	full := ChatRequest{
		Model: "m", Temperature: &temperature, TopP: &temperature, FrequencyPenalty: &temperature, PresencePenalty: &temperature,
		MaxTokens: &limit, Stop: []string{"x", "y"}, Seed: &seed, N: 2, User: "u",
		ResponseFormat: FormatJSON(), ToolChoice: ToolChoice{Mode: ToolsAuto},
		Tools: []Tool{{Name: "f", Description: "Does <f>", Parameters: json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`)}, {Name: "g"}},
		Messages: []Message{
			{Role: "system", Content: []ContentPart{{Text: "Be <brief> & kind"}}},
			{Role: "user", Content: []ContentPart{{Text: "See"}, ImagePart("image/png", []byte{0}), {ImageURL: "https://example.org/a.png"}}},
			{Role: "assistant", ToolCalls: []ToolCall{{ID: "c1", Name: "f", Arguments: `{"a":"<b>"}`, Extra: map[string]json.RawMessage{
				"extra_content": json.RawMessage(`{"a":1}`), "function": json.RawMessage(`{"signature":"s","name":"no"}`),
			}}}},
			{Role: "tool", ToolCallID: "c1", Content: []ContentPart{{Text: "42"}}},
		},
	}
	whole := hello()
	whole.Omit = []string{"stream"}
	for _, r := range []ChatRequest{hello(), full, whole} {
		if got := collect(g.Client, t.Context(), r); got.err != nil {
			t.Fatal(got.err)
		}
	}
	want := []string{
		`{"messages":[{"content":"Hi","role":"user"}],"model":"m","stream":true,"stream_options":{"include_usage":true}}`,
		`{"model":"m","temperature":0.5,"top_p":0.5,"frequency_penalty":0.5,"presence_penalty":0.5,"max_tokens":20,"stop":["x","y"],"seed":9,"n":2,"user":"u",
			"stream":true,"stream_options":{"include_usage":true},"response_format":{"type":"json_object"},"tool_choice":"auto","tools":[
				{"type":"function","function":{"name":"f","description":"Does <f>","parameters":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}},
				{"type":"function","function":{"name":"g","parameters":{"type":"object","properties":{}}}}],
			"messages":[{"role":"system","content":"Be <brief> & kind"},
				{"role":"user","content":[{"type":"text","text":"See"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}},{"type":"image_url","image_url":{"url":"https://example.org/a.png"}}]},
				{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\":\"<b>\"}","signature":"s"},"extra_content":{"a":1}}]},
				{"role":"tool","tool_call_id":"c1","content":"42"}]}`,
		`{"messages":[{"content":"Hi","role":"user"}],"model":"m"}`,
	}
	for i, body := range g.sent() {
		var w map[string]any
		if err := json.Unmarshal([]byte(want[i]), &w); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(body, w) {
			got, _ := json.Marshal(body)
			t.Errorf("request %d:\n%s\nwant\n%s", i, got, want[i])
		}
	}
	h := g.headers[0]
	if h.Get("Authorization") != "Bearer sk-1234" || h.Get("User-Agent") != "Parlando" || h.Get("Content-Type") != "application/json" || !strings.Contains(h.Get("Accept"), "text/event-stream") {
		t.Errorf("headers %v", h)
	}
}

func TestToolChoiceAndResponseFormatInEveryForm(t *testing.T) {
	schema := json.RawMessage(`{"type":"object"}`)
	for want, value := range map[string]json.Marshaler{
		`"auto"`:     ToolChoice{Mode: ToolsAuto},
		`"none"`:     ToolChoice{Mode: ToolsNone},
		`"required"`: ToolChoice{Mode: ToolsRequired},
		`{"function":{"name":"f"},"type":"function"}`: ToolChoice{Mode: ToolsNone, Name: "f"},
		`{"type":"text"}`:        FormatText(),
		`{"type":"json_object"}`: FormatJSON(),
		`{"json_schema":{"name":"answer","schema":{"type":"object"},"strict":true},"type":"json_schema"}`: FormatSchema("answer", schema, true),
		`{"json_schema":{"name":"answer","schema":{"type":"object"}},"type":"json_schema"}`:               FormatSchema("answer", schema, false),
		`{"json_schema":{"type":"object"},"type":"json_schema"}`:                                          FormatSchema("", schema, false),
	} {
		if got, err := value.MarshalJSON(); err != nil || string(got) != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
	r := hello()
	if r.ToolChoice != (ToolChoice{}) || !r.ResponseFormat.IsZero() {
		t.Error("what was not set is set")
	}
	r.Tools = []Tool{{Name: "f", Parameters: json.RawMessage(`{"type":`)}}
	_, err := memoryClient(nil, nil).Chat(t.Context(), r)
	var e *failure.Error
	if !errors.As(err, &e) || e.Kind != failure.BadRequest || e.MayBeBilled {
		t.Errorf("a schema that is no JSON: %v", err)
	}
}

// TestToolCallGoesBackAsItCame holds the members that GATEWAY.md does not name.
func TestToolCallGoesBackAsItCame(t *testing.T) {
	g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, before int) {
		if before > 0 {
			_, _ = io.WriteString(w, goodStream)
			return
		}
		for _, call := range []string{
			`{"index":0,"id":"c1","type":"function","extra_content":{"google":{"thought_signature":"abc"}},"function":{"name":"weather","arguments":"{\"city\":"}}`,
			`{"index":0,"function":{"arguments":"\"Bonn\"}","note":7},"confidence":0.5}`,
		} {
			_, _ = io.WriteString(w, `data: {"choices":[{"index":0,"delta":{"tool_calls":[`+call+`]}}]}`+"\n\n")
		}
		_, _ = io.WriteString(w, `data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`+"\n\ndata: [DONE]\n\n")
	})
	r := hello()
	r.Tools = []Tool{{Name: "weather"}}
	got := collect(g.Client, t.Context(), r)
	if got.err != nil || len(got.choices[0].ToolCalls) != 1 {
		t.Fatalf("%+v, %v", got.choices[0], got.err)
	}
	call := got.choices[0].ToolCalls[0]
	r.Messages = append(r.Messages, Message{Role: "assistant", ToolCalls: []ToolCall{call}}, Message{Role: "tool", ToolCallID: call.ID, Content: []ContentPart{{Text: "rain"}}})
	if again := collect(g.Client, t.Context(), r); again.err != nil {
		t.Fatal(again.err)
	}
	sent, _ := json.Marshal(g.sent()[1]["messages"].([]any)[1])
	const want = `{"content":null,"role":"assistant","tool_calls":[{"confidence":0.5,"extra_content":{"google":{"thought_signature":"abc"}},"function":{"arguments":"{\"city\":\"Bonn\"}","name":"weather","note":7},"id":"c1","type":"function"}]}`
	if string(sent) != want {
		t.Errorf("sent back\n%s\nwant\n%s", sent, want)
	}
}

func TestRefusedFieldsAreLeftOutAndTold(t *testing.T) {
	g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, body map[string]any, _ int) {
		for _, name := range []string{"stream_options", "temperature", "max_tokens"} {
			if body[name] != nil {
				refuseJSON(w, 400, `{"error":{"message":"Unsupported parameter: '`+name+`' is not supported with this model.","param":"`+name+`","code":"unsupported_parameter"}}`)
				return
			}
		}
		_, _ = io.WriteString(w, goodStream)
	})
	r := hello()
	temperature, limit := 0.2, 50
	r.Temperature, r.MaxTokens = &temperature, &limit
	s, err := g.Chat(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	dropped := s.Dropped()
	if !reflect.DeepEqual(failure.RefusedFields(dropped), []string{"stream_options", "temperature", "max_tokens"}) {
		t.Errorf("dropped %v", dropped)
	}
	bodies := g.sent()
	if last := bodies[len(bodies)-1]; last["max_completion_tokens"] != 50.0 || last["temperature"] != nil {
		t.Errorf("the last request was %v", last)
	}
	r.Omit = failure.RefusedFields(dropped)
	before := len(bodies)
	if got := collect(g.Client, t.Context(), r); got.err != nil || len(g.sent()) != before+1 {
		t.Errorf("with what was learned: %v, %d requests", got.err, len(g.sent())-before)
	}
}

func TestRefusalOfWhatWasNotSentIsReported(t *testing.T) {
	g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) {
		refuseJSON(w, 400, `{"error":{"message":"Unsupported parameter","param":"seed","code":"unsupported_parameter"}}`)
	})
	got := collect(g.Client, t.Context(), hello())
	var e *failure.Error
	if !errors.As(got.err, &e) || e.Kind != failure.UnsupportedParam || e.Param != "seed" || len(g.sent()) != 1 {
		t.Errorf("%v after %d requests", got.err, len(g.sent()))
	}
}

func TestGatewayThatWillNotStreamIsAskedForTheWholeReply(t *testing.T) {
	g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, body map[string]any, _ int) {
		if body["stream"] == true {
			refuseJSON(w, 400, `{"error":{"message":"Streaming is not supported for this model."}}`)
			return
		}
		refuseJSON(w, 200, `{"model":"m2","choices":[{"index":0,"message":{"role":"assistant","content":"Whole"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}`)
	})
	got := collect(g.Client, t.Context(), hello())
	if got.err != nil || !got.complete || got.choices[0].Text != "Whole" || got.model != "m2" || got.usage == nil || got.usage.Total != 3 {
		t.Errorf("%+v, %v", got, got.err)
	}
	bodies := g.sent()
	if last := bodies[len(bodies)-1]; last["stream"] != nil || last["stream_options"] != nil {
		t.Errorf("the last request was %v", last)
	}
}

// stubTransport fails as told before the request leaves.
type stubTransport struct {
	calls atomic.Int32
	fail  func(call int32) error
	next  http.RoundTripper
}

func (s *stubTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := s.fail(s.calls.Add(1)); err != nil {
		return nil, err
	}
	return s.next.RoundTrip(r)
}

func TestUnsentRequestIsTriedAgainAndALostOneNever(t *testing.T) {
	g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) {
		_, _ = io.WriteString(w, goodStream)
	})
	dialError := &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	stub := &stubTransport{next: NewTransport(), fail: func(call int32) error {
		if call <= 2 {
			return dialError
		}
		return nil
	}}
	c := New(Options{Address: g.Address(), Transport: stub})
	if got := collect(c, t.Context(), hello()); got.err != nil || stub.calls.Load() != 3 {
		t.Errorf("%v after %d attempts", got.err, stub.calls.Load())
	}
	lost := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	})
	got := collect(lost.Client, t.Context(), hello())
	var e *failure.Error
	if !errors.As(got.err, &e) || e.Kind != failure.Network || !e.MayBeBilled || len(lost.sent()) != 1 {
		t.Errorf("%v (%+v) after %d requests", got.err, e, len(lost.sent()))
	}
}

func TestKeyNeverStandsInAnError(t *testing.T) {
	const key = "sk-very-secret-42"
	g := newGateway(t, Options{Key: key}, func(w http.ResponseWriter, r *http.Request, _ map[string]any, _ int) {
		refuseJSON(w, 401, `{"error":{"message":"Incorrect API key provided: `+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")+`"}}`)
	})
	got := collect(g.Client, t.Context(), hello())
	if got.err == nil || strings.Contains(fmt.Sprintf("%v %+v", got.err, got.err), key) ||
		!strings.Contains(got.err.Error(), "•••") {
		t.Errorf("%v", got.err)
	}
	bad := New(Options{Address: g.Address(), Key: "sk\x00secret\nkey"})
	_, err := bad.Chat(t.Context(), hello())
	var e *failure.Error
	if !errors.As(err, &e) || e.Kind != failure.Auth || strings.Contains(fmt.Sprintf("%v %v", err, e.Err), "secret") {
		t.Errorf("a key that cannot be sent: %v", err)
	}
}

func TestBadCertificateHasItsKind(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	address, _ := ParseAddress(server.URL)
	_, err := New(Options{Address: address}).Models(t.Context())
	var e *failure.Error
	if !errors.As(err, &e) || e.Kind != failure.TLS {
		t.Errorf("a certificate nobody vouches for: %v", err)
	}
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	address, _ = ParseAddress(strings.Replace(plain.URL, "http:", "https:", 1))
	_, err = New(Options{Address: address}).Models(t.Context())
	if !errors.As(err, &e) || e.Kind != failure.WrongAddress {
		t.Errorf("plain http behind https: %v", err)
	}
}

func TestNoConnectionIsToldAsNetworkAndNotAsSent(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address, _ := ParseAddress(listener.Addr().String())
	_ = listener.Close()
	_, err = New(Options{Address: address, MaxRetryWait: -1}).Chat(t.Context(), hello())
	var e *failure.Error
	if !errors.As(err, &e) || e.Kind != failure.Network || e.MayBeBilled || e.Host != address.Host() {
		t.Errorf("%+v", err)
	}
}

func TestCancelEndsTheRequestAtOnce(t *testing.T) {
	gone := make(chan struct{})
	g := newGateway(t, Options{}, func(w http.ResponseWriter, r *http.Request, _ map[string]any, _ int) {
		_, _ = io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}]}\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		close(gone)
	})
	ctx, cancel := context.WithCancel(t.Context())
	s, err := g.Chat(ctx, hello())
	if err != nil || !s.Next() || s.Chunk().Choices[0].Text != "Hello" {
		t.Fatal(err)
	}
	cancel()
	if s.Next() || !errors.Is(s.Err(), context.Canceled) || s.Complete() {
		t.Errorf("%v", s.Err())
	}
	select {
	case <-gone:
	case <-time.After(time.Minute): // far below the silence that would end it too
		t.Error("the request never ended")
	}
}

func TestCloseFromAnotherGoroutineEndsNext(t *testing.T) {
	g := newGateway(t, Options{}, func(w http.ResponseWriter, r *http.Request, _ map[string]any, _ int) {
		_, _ = io.WriteString(w, ": hello\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	s, err := g.Chat(t.Context(), hello())
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Close() }()
	if s.Next() || !errors.Is(s.Err(), context.Canceled) {
		t.Errorf("%v", s.Err())
	}
}

func TestConnectionIsUsedAgainAfterACompleteReply(t *testing.T) {
	var connections atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, goodStream)
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	address, _ := ParseAddress(server.URL)
	transport := NewTransport()
	c := New(Options{Address: address, Transport: transport})
	const asked = 20
	for range asked {
		if got := collect(c, t.Context(), hello()); got.err != nil {
			t.Fatal(got.err)
		}
	}
	// The rest is read in the background, so that a question asked at once may open one more.
	if n := connections.Load(); n > asked/2 {
		t.Errorf("%d connections for %d replies", n, asked)
	}
}

func TestEndlessLineEndsWithAnErrorAndBoundedMemory(t *testing.T) {
	g := newGateway(t, Options{}, func(w http.ResponseWriter, r *http.Request, _ map[string]any, _ int) {
		block := strings.Repeat("x", 1<<20)
		_, _ = io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"")
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, block); err != nil {
				return
			}
		}
	})
	got := collect(g.Client, t.Context(), hello())
	var e *failure.Error
	if !errors.As(got.err, &e) || e.Kind != failure.BadReply {
		t.Errorf("%v", got.err)
	}
}
