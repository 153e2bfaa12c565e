package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlando/client/failure"
)

// wireCase is a record of the corpus; testdata/wire/README.md explains it.
type wireCase struct {
	Name, File, Kind, Level string
	Asked                   struct {
		Path   string
		Stream bool
		Model  string
		Format string `json:"response_format"`
		// Image: the request carries a picture.
		Image bool
		// Sent are the optional fields of the request.
		Sent struct {
			Temperature      *float64
			TopP             *float64 `json:"top_p"`
			FrequencyPenalty *float64 `json:"frequency_penalty"`
			PresencePenalty  *float64 `json:"presence_penalty"`
			MaxTokens        *int     `json:"max_tokens"`
			User             string
		}
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
		Class string
		// Kind is the class more exactly, where the corpus has a coarse one.
		Kind        failure.Kind
		Contains    []string
		NotContains []string `json:"not_contains"`
		Retryable   *bool
		RetryAfter  *float64 `json:"retry_after_s"`
		RetryMin    *float64 `json:"retry_after_min_s"`
		AutoRetry   *bool    `json:"auto_retry"`
		Param       string
		// Refusal is what is refused, as refusalText writes it.
		Refusal string
		// RefusedFirst is the first refused field, Allowed what its refusal names.
		RefusedFirst string `json:"refused_first"`
		Allowed      []string
		MaxDetail    int `json:"max_detail_chars"`
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
	// Speakers are those of the segments, else of the words, with spaces between them.
	Speakers string
	SaveExt  string `json:"save_ext"`
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
	return casesIn(t, dir)
}

// gatewayCases are those of our own, what real gateways send.
func gatewayCases(t testing.TB) []wireCase {
	t.Helper()
	return casesIn(t, filepath.Join("testdata", "gateways"))
}

func casesIn(t testing.TB, dir string) []wireCase {
	t.Helper()
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

// TestWireCorpus serves every case as each of its deliveries says, and each stream cut at 100
// random places, and grades everything that a client can know of it. What only the window can show
// is graded by app/markdown.TestWireCorpusIsShownSafely.
func TestWireCorpus(t *testing.T) { gradeCorpus(t, wireCases(t), 100) }

// TestGatewayCorpus does the same with the cases of our own.
func TestGatewayCorpus(t *testing.T) { gradeCorpus(t, gatewayCases(t), 8) }

func gradeCorpus(t *testing.T, cases []wireCase, splits int) {
	type score struct{ passed, all atomic.Int32 }
	scores := map[string]*score{"must": {}, "should": {}}
	var runs atomic.Int32
	for _, c := range cases {
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
					runs.Add(int32(splits))
					c.splitAndGrade(t, raw, splits)
				})
			}
			t.Run("retries", func(t *testing.T) {
				runs.Add(1)
				synctest.Test(t, func(t *testing.T) { c.gradeRetries(t, raw) })
			})
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

// wireClient is a client whose waits are short enough for a test. It reaches the server and nothing
// else.
func wireClient(t testing.TB, a Address) *Client {
	transport := &http.Transport{DisableCompression: true}
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if address != a.Host() {
			t.Errorf("somebody wants to reach %s", address)
		}
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	return New(Options{
		Address: a, Key: "sk-test-123456", SilenceTimeout: 15 * time.Second, FinishTimeout: 300 * time.Millisecond,
		MaxRetryWait: time.Millisecond, Transport: transport,
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
	if e := c.Want.Error; e != nil && (e.Class == "unsupported_param" || e.RefusedFirst != "") {
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

// rawTransport answers every request with the bytes of a whole HTTP answer, in the pieces it is
// told.
type rawTransport struct {
	raw    []byte
	pieces func(n int) int
}

func (r rawTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Body != nil {
		_, _ = io.Copy(io.Discard, request.Body)
		_ = request.Body.Close()
	}
	return http.ReadResponse(bufio.NewReader(&chunkReader{r.raw, r.pieces}), request)
}

func rawClient(raw []byte, pieces func(int) int) *Client {
	address, _ := ParseAddress("http://memory.localhost")
	return New(Options{Address: address, Transport: rawTransport{raw, pieces}, MaxRetryWait: -1})
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
	if c.Asked.Image {
		r.Messages[0].Content = append(r.Messages[0].Content, ContentPart{ImageURL: "data:image/png;base64,AAAA"})
	}
	sent := c.Asked.Sent
	r.Temperature, r.TopP, r.MaxTokens, r.User = sent.Temperature, sent.TopP, sent.MaxTokens, sent.User
	r.FrequencyPenalty, r.PresencePenalty = sent.FrequencyPenalty, sent.PresencePenalty
	if e := c.Want.Error; e != nil { // what is refused was sent
		switch e.Param {
		case "max_tokens":
			r.MaxTokens = new(100)
		case "temperature":
			r.Temperature = new(0.7)
		case "seed":
			r.Seed = new(int64(1))
		case "stop":
			r.Stop = []string{"End"}
		}
	}
	if !c.Asked.Stream {
		r.Omit = []string{"stream"}
	}
	for _, w := range c.Want.Choices {
		r.N = max(r.N, w.Index+1)
	}
	return r
}
