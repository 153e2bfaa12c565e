package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"
)

// wireCase is a record of the corpus; testdata/wire/README.md explains it.
type wireCase struct {
	Name, File, Kind, Level string
	Asked                   struct {
		Path   string
		Stream bool
		Model  string
		Format string `json:"response_format"`
	}
	Deliver []string
	Want    wireWant
	dir     string
}

type wireWant struct {
	Choices  []wireChoice
	Complete *bool
	Trim     bool
	Model    string
	Usage    *Usage
	Error    *struct {
		Class       string
		Contains    []string
		NotContains []string `json:"not_contains"`
		Retryable   *bool
		RetryAfter  *float64 `json:"retry_after_s"`
		RetryMin    *float64 `json:"retry_after_min_s"`
		AutoRetry   *bool    `json:"auto_retry"`
		Param       string
		MaxDetail   int `json:"max_detail_chars"`
	}
	ExtraChoicesOK bool    `json:"extra_choices_ok"`
	MaxMemMB       float64 `json:"max_mem_mb"`
	MaxMS          int     `json:"max_ms"`
	Models         []string
	Caps           map[string]struct {
		ImageIn *bool `json:"image_in"`
		Tools   *bool
		Context int
	}
	ImagesCount *int `json:"images_count"`
	ManualEntry bool `json:"manual_entry"`
	// Of speech and transcription.
	Format    *string
	Duration  *float64 `json:"duration_s"`
	PartialOK bool     `json:"partial_ok"`
	Text      *string
	Segments  *int
	Words     *int
	Cues      *int
	Language  string
	SaveExt   string `json:"save_ext"`
}

type wireChoice struct {
	Index     int
	Text      string
	Reasoning *string
	Refusal   *string
	Images    []string
	Finish    string
	ToolCalls *[]struct {
		ID, Name string
		Args     any
		Keep     map[string]any
	} `json:"tool_calls"`
}

// wireCases reads the corpus from testdata or from the directory WIRE_CORPUS.
func wireCases(t testing.TB) []wireCase {
	t.Helper()
	dir := os.Getenv("WIRE_CORPUS")
	if dir == "" {
		dir = filepath.Join("testdata", "wire")
	}
	indexes, err := filepath.Glob(filepath.Join(dir, "index*.jsonl"))
	if err != nil || len(indexes) == 0 {
		t.Fatalf("no index*.jsonl in %s (%v)", dir, err)
	}
	var cases []wireCase
	for _, index := range indexes {
		data, err := os.ReadFile(index)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			c := wireCase{dir: dir}
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatalf("%s: %v: %s", index, err, line[:min(len(line), 200)])
			}
			cases = append(cases, c)
		}
	}
	return cases
}

func (c wireCase) bytes(t testing.TB) []byte {
	t.Helper()
	for _, path := range []string{filepath.Join(c.dir, c.File), filepath.Join(c.dir, "corpus", filepath.Base(c.File))} {
		if data, err := os.ReadFile(path); err == nil {
			return data
		}
	}
	t.Fatalf("%s: no file %s", c.Name, c.File)
	return nil
}

// TestWireCorpus serves every case as each of its deliveries says, and each stream cut at 100 random places, and
// grades everything that a client can know of it. What only the window can show is graded by
// views/markdown.TestWireCorpusIsShownSafely.
func TestWireCorpus(t *testing.T) {
	type score struct{ passed, all atomic.Int32 }
	scores := map[string]*score{"must": {}, "should": {}}
	var runs atomic.Int32
	for _, c := range wireCases(t) {
		s := scores[c.Level]
		if s == nil {
			t.Fatalf("%s: unknown level %q", c.Name, c.Level)
		}
		s.all.Add(1)
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			raw := c.bytes(t)
			for _, delivery := range c.Deliver {
				t.Run(delivery, func(t *testing.T) {
					runs.Add(1)
					c.serveAndGrade(t, raw, delivery)
				})
			}
			if c.Kind != "error" && c.Kind != "models" {
				t.Run("splits", func(t *testing.T) {
					runs.Add(100)
					c.splitAndGrade(t, raw, 100)
				})
			}
			if !t.Failed() {
				s.passed.Add(1)
			}
		})
	}
	t.Cleanup(func() { // after the parallel ones
		must, should := scores["must"], scores["should"]
		t.Logf("must %d of %d, should %d of %d, in %d deliveries", must.passed.Load(), must.all.Load(), should.passed.Load(), should.all.Load(), runs.Load())
	})
}

// wireServer answers every connection with the same bytes.
type wireServer struct {
	address  Address
	requests atomic.Int32
}

// serveWire starts a server that delivers raw as asked until the test ends.
func serveWire(t testing.TB, raw []byte, delivery string, seed uint64) *wireServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	t.Cleanup(func() { close(stop); _ = listener.Close() })
	address, err := ParseAddress(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	s := &wireServer{address: address}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				request, err := http.ReadRequest(bufio.NewReader(conn))
				if err != nil {
					return
				}
				_, _ = bytes.NewBuffer(nil).ReadFrom(request.Body)
				s.requests.Add(1)
				deliver(conn, raw, delivery, seed)
				if strings.HasPrefix(delivery, "hold_open") {
					select {
					case <-stop:
					case <-time.After(20 * time.Second):
					}
				}
			}()
		}
	}()
	return s
}

// deliver writes raw whole, byte by byte or in random pieces.
func deliver(conn net.Conn, raw []byte, delivery string, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 7))
	for len(raw) > 0 {
		n := len(raw)
		switch delivery {
		case "bytes1":
			n = 1
		case "random":
			n = min(n, 1+random.IntN(max(40, len(raw)/50)))
		}
		if _, err := conn.Write(raw[:n]); err != nil {
			return
		}
		raw = raw[n:]
	}
}

// wireClient is a client whose waits are short enough for a test. It reaches the server and nothing else.
func wireClient(t testing.TB, a Address) *Client {
	transport := &http.Transport{DisableCompression: true}
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if address != a.Host() {
			t.Errorf("somebody wants to reach %s", address)
		}
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	return New(Options{
		Address: a, Key: "sk-test-123456", Silence: 15 * time.Second, FinishWait: 300 * time.Millisecond,
		Patience: time.Millisecond, Transport: transport,
	})
}

// serveAndGrade grades a case over a real connection.
func (c wireCase) serveAndGrade(t *testing.T, raw []byte, delivery string) {
	server := serveWire(t, raw, delivery, 1)
	client := wireClient(t, server.address)
	defer client.CloseIdle()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	c.grade(ctx, t, client)
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	if limit := c.Want.MaxMemMB; limit > 0 && float64(after.HeapSys)-float64(before.HeapSys) > limit*(1<<20) {
		t.Errorf("the heap grew by %d MB", (after.HeapSys-before.HeapSys)>>20)
	}
	if limit := c.Want.MaxMS; limit > 0 && took > time.Duration(limit)*time.Millisecond {
		t.Errorf("took %v, at most %d ms", took, limit)
	}
	if strings.HasPrefix(delivery, "hold_open") && took > 10*time.Second {
		t.Errorf("took %v on a connection that stays open", took)
	}
	limit := int32(1)
	if e := c.Want.Error; e != nil && e.Class == "unsupported_param" {
		limit = 2
	}
	if n := server.requests.Load(); n > limit {
		t.Errorf("%d requests were made, want at most %d", n, limit)
	}
}

// splitAndGrade grades a case cut into random pieces, so many times, in memory.
func (c wireCase) splitAndGrade(t *testing.T, raw []byte, times int) {
	r := rand.New(rand.NewPCG(11, 12))
	for range times {
		size := 1 + r.IntN(max(200, len(raw)/100))
		// Each stream has dice of its own: the end of one is read while the next begins.
		dice := rand.New(rand.NewPCG(r.Uint64(), 1))
		c.grade(t.Context(), t, rawClient(raw, func(int) int { return 1 + dice.IntN(size) }))
		if t.Failed() {
			return
		}
	}
}

// rawTransport answers every request with the bytes of a whole HTTP answer, in the pieces it is told.
type rawTransport struct {
	raw    []byte
	pieces func(n int) int
}

func (r rawTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Body != nil {
		_, _ = io.Copy(io.Discard, request.Body)
		_ = request.Body.Close()
	}
	return http.ReadResponse(bufio.NewReader(&pieceReader{r.raw, r.pieces}), request)
}

func rawClient(raw []byte, pieces func(int) int) *Client {
	address, _ := ParseAddress("http://memory.localhost")
	return New(Options{Address: address, Transport: rawTransport{raw, pieces}, Patience: -1})
}

// grade asks the client for what the case is and grades all that comes.
func (c wireCase) grade(ctx context.Context, t *testing.T, client *Client) {
	t.Helper()
	switch c.Kind {
	case "models":
		models, err := client.Models(ctx)
		c.gradeModels(t, models, err)
	case "speech":
		c.gradeSpeech(ctx, t, client)
	case "transcription":
		c.gradeTranscription(ctx, t, client)
	case "chat-stream", "chat", "error":
		c.gradeReply(t, collect(client, ctx, c.chatRequest()))
	default:
		t.Fatalf("unknown kind %q", c.Kind)
	}
}

func (c wireCase) chatRequest() ChatRequest {
	r := hello()
	if !c.Asked.Stream {
		r.Without = []string{"stream"}
	}
	for _, w := range c.Want.Choices {
		r.N = max(r.N, w.Index+1)
	}
	return r
}

// reply is everything a caller of Chat learns.
type reply struct {
	choices  map[int]*Delta
	model    string
	usage    *Usage
	complete bool
	err      error
}

func collect(client *Client, ctx context.Context, request ChatRequest) reply {
	got := reply{choices: map[int]*Delta{}}
	stream, err := client.Chat(ctx, request)
	if err != nil {
		got.err = err
		return got
	}
	defer func() { _ = stream.Close() }()
	for stream.Next() {
		chunk := stream.Chunk()
		if chunk.Model != "" {
			got.model = chunk.Model
		}
		if chunk.Usage != nil {
			got.usage = chunk.Usage
		}
		for _, d := range chunk.Choices {
			all := got.choices[d.Index]
			if all == nil {
				all = &Delta{Index: d.Index}
				got.choices[d.Index] = all
			}
			all.Text += d.Text
			all.Reasoning += d.Reasoning
			all.Refusal += d.Refusal
			all.Images = append(all.Images, d.Images...)
			all.ToolCalls = append(all.ToolCalls, d.ToolCalls...)
			if d.Finish != "" {
				all.Finish = d.Finish
			}
		}
	}
	got.complete, got.err = stream.Complete(), stream.Err()
	return got
}

func (c wireCase) gradeReply(t *testing.T, got reply) {
	t.Helper()
	trim := func(s string) string {
		if c.Want.Trim {
			return strings.TrimSpace(s)
		}
		return s
	}
	for _, want := range c.Want.Choices {
		d := got.choices[want.Index]
		if d == nil {
			d = &Delta{}
		}
		if trim(d.Text) != trim(want.Text) {
			t.Errorf("choice %d: text %.200q, want %.200q", want.Index, d.Text, want.Text)
		}
		if want.Reasoning != nil && trim(d.Reasoning) != trim(*want.Reasoning) {
			t.Errorf("choice %d: reasoning %q, want %q", want.Index, d.Reasoning, *want.Reasoning)
		}
		if want.Refusal != nil && d.Refusal != *want.Refusal {
			t.Errorf("choice %d: refusal %q, want %q", want.Index, d.Refusal, *want.Refusal)
		}
		if want.Images != nil && !reflect.DeepEqual(d.Images, want.Images) {
			t.Errorf("choice %d: images %.200q, want %.200q", want.Index, d.Images, want.Images)
		}
		if n := c.Want.ImagesCount; n != nil && len(d.Images) != *n {
			t.Errorf("choice %d: %d images, want %d", want.Index, len(d.Images), *n)
		}
		if finish := wireFinish(d.Finish); finish != want.Finish {
			t.Errorf("choice %d: finish %q, want %q", want.Index, finish, want.Finish)
		}
		gradeCalls(t, want, d.ToolCalls)
	}
	if len(got.choices) > len(c.Want.Choices) && !c.Want.ExtraChoicesOK {
		t.Errorf("%d choices, want %d", len(got.choices), len(c.Want.Choices))
	}
	if c.Want.Complete != nil && got.complete != *c.Want.Complete {
		t.Errorf("complete %v, want %v", got.complete, *c.Want.Complete)
	}
	if c.Want.Model != "" && got.model != c.Want.Model {
		t.Errorf("model %q, want %q", got.model, c.Want.Model)
	}
	if c.Want.Usage != nil && (got.usage == nil || *got.usage != *c.Want.Usage) {
		t.Errorf("usage %v, want %v", got.usage, *c.Want.Usage)
	}
	c.gradeError(t, got.err)
}

// wireFinish is the word the corpus uses for a finish.
func wireFinish(finish string) string {
	switch finish {
	case "":
		return "none"
	case "stop", "length", "tool_calls", "content_filter", "error":
		return finish
	}
	return "other"
}

func gradeCalls(t *testing.T, want wireChoice, got []ToolCall) {
	t.Helper()
	if want.ToolCalls == nil {
		return
	}
	if len(got) != len(*want.ToolCalls) {
		t.Errorf("choice %d: %d tool calls, want %d", want.Index, len(got), len(*want.ToolCalls))
		return
	}
	ids := map[string]bool{}
	for i, w := range *want.ToolCalls {
		g := got[i]
		if g.ID == "" || ids[g.ID] || w.ID != "*" && g.ID != w.ID {
			t.Errorf("call %d: id %q, want %q", i, g.ID, w.ID)
		}
		ids[g.ID] = true
		if g.Name != w.Name {
			t.Errorf("call %d: name %q, want %q", i, g.Name, w.Name)
		}
		var args any
		if err := json.Unmarshal([]byte(g.Arguments), &args); err != nil || !reflect.DeepEqual(args, w.Args) {
			t.Errorf("call %d: arguments %q, want %v (%v)", i, g.Arguments, w.Args, err)
		}
		for name, keep := range w.Keep {
			var value any
			if err := json.Unmarshal(g.Extra[name], &value); err != nil || !reflect.DeepEqual(value, keep) {
				t.Errorf("call %d: %s is %s, want %v", i, name, g.Extra[name], keep)
			}
		}
	}
}

// wireClass is the class of the corpus for a Kind: the corpus has a few coarser ones.
func wireClass(k Kind) string {
	switch k {
	case KindQuota:
		return string(KindCredit)
	case KindNoVision:
		return string(KindBadRequest)
	case KindTLS:
		return string(KindNetwork)
	case KindSilent:
		return string(KindTimeout)
	}
	return string(k)
}

func (c wireCase) gradeError(t *testing.T, err error) {
	t.Helper()
	want := c.Want.Error
	if want == nil {
		if err != nil {
			t.Errorf("error %v, want none", err)
		}
		return
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Errorf("error %v, want class %s", err, want.Class)
		return
	}
	if class := wireClass(e.Kind); class != want.Class && string(e.Kind) != want.Class {
		t.Errorf("class %s, want %s (%s)", class, want.Class, e.Detail)
	}
	for _, s := range want.Contains {
		if !strings.Contains(e.Detail, s) {
			t.Errorf("the detail lacks %q: %.300q", s, e.Detail)
		}
	}
	for _, s := range want.NotContains {
		if strings.Contains(e.Detail, s) {
			t.Errorf("the detail contains %q: %.300q", s, e.Detail)
		}
	}
	if want.Retryable != nil && e.Retryable() != *want.Retryable {
		t.Errorf("retryable %v, want %v", e.Retryable(), *want.Retryable)
	}
	if want.Param != "" && e.Param != want.Param {
		t.Errorf("param %q, want %q", e.Param, want.Param)
	}
	if want.RetryAfter != nil && e.RetryAfter.Seconds() != *want.RetryAfter {
		t.Errorf("retry after %v, want %v s", e.RetryAfter, *want.RetryAfter)
	}
	if want.RetryMin != nil && e.RetryAfter.Seconds() < *want.RetryMin {
		t.Errorf("retry after %v, want at least %v s", e.RetryAfter, *want.RetryMin)
	}
	limit := maxDetail
	if want.MaxDetail > 0 {
		limit = want.MaxDetail
	}
	if n := utf8.RuneCountInString(e.Detail); n > limit {
		t.Errorf("the detail has %d characters, at most %d", n, limit)
	}
}

func (c wireCase) gradeModels(t *testing.T, models []Model, err error) {
	t.Helper()
	ids := []string{}
	for _, m := range models {
		ids = append(ids, m.ID)
		want, ok := c.Want.Caps[m.ID]
		if !ok {
			continue
		}
		if !reflect.DeepEqual(m.Sees, want.ImageIn) || !reflect.DeepEqual(m.Tools, want.Tools) || m.Context != want.Context {
			t.Errorf("%s: %+v is not as wanted", m.ID, m)
		}
	}
	if c.Want.Models != nil && !reflect.DeepEqual(ids, c.Want.Models) {
		t.Errorf("models %q, want %q", ids, c.Want.Models)
	}
	if c.Want.ManualEntry && (len(models) > 0 || err != nil && !errors.As(err, new(*Error))) {
		t.Errorf("%d models and %v, so that nobody would type one", len(models), err)
	}
	c.gradeError(t, err)
}
