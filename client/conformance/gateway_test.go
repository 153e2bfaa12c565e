package conformance

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// gateway is the practice gateway under test, as another program sees it.
type gateway struct {
	address string // ends with /v1
	key     string
	stop    func()
}

// served is set by TestMain and only read after it.
var served gateway

// names are the ids under which practice offers what docs/gateway.md describes, shared with the
// Node suite.
var names struct {
	Chat    string `json:"chat"`    // text
	Eyes    string `json:"eyes"`    // takes pictures
	PDF     string `json:"pdf"`     // takes PDF too
	Tools   string `json:"tools"`   // calls tools
	Schema  string `json:"schema"`  // keeps to a JSON schema
	Plain   string `json:"plain"`   // text only: no tools, no schema, no pictures
	Trouble string `json:"trouble"` // fails as it is asked to
	// followed by the name of a fault, it fails in that way at any path
	Fault         string   `json:"fault"`
	Speech        []string `json:"speech"`        // three of them
	Transcription string   `json:"transcription"` // one
	Failover      struct {
		Model, Asks string
	} `json:"failover"` // answers as another model when asked so
	// Special is the scene with special models for speech (docs/gateway.md 10.8).
	Special struct {
		Path      string   `json:"path"`
		Ends      []string `json:"ends"`      // have a shutdown_date
		Languages string   `json:"languages"` // takes languages
		Untimed   string   `json:"untimed"`   // has no times
		Speakers  string   `json:"speakers"`  // names the speakers
		Voice     string   `json:"voice"`     // speaks wav and pcm alone, with VoiceName and others
		VoiceName string   `json:"voice_name"`
	} `json:"special"`
	NamesOnly string `json:"names_only"` // the path of the scene that lists names alone
	NoSpeech  string `json:"no_speech"`  // the path of the scene without speech
}

// breaking are single fields that break their rule in docs/gateway.md 2.1, 2.2 or 8, and what the
// error must name.
var breaking []struct {
	Name, Field, Param string
	Value              any
}

// schemas are JSON schemas as people write them.
var schemas map[string]map[string]any

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	// What the user's own account is called must not reach the requests that are compared.
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_BASE_URL", "OPENAI_ADMIN_KEY"} {
		_ = os.Unsetenv(name)
	}
	var err error
	for name, place := range map[string]any{"practice.json": &names, "breaking.json": &breaking, "schemas.json": &schemas} {
		data, failed := os.ReadFile(name)
		if failed == nil {
			failed = json.Unmarshal(data, place)
		}
		err = errors.Join(err, failed)
	}
	if err == nil {
		served, err = start(os.Getenv("PARLANDO_PROGRAM"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		return 1
	}
	defer served.stop()
	return m.Run()
}

var (
	addressPrinted = regexp.MustCompile(`http://127\.0\.0\.1:\d+(/v1)?`)
	keyPrinted     = regexp.MustCompile(`sk-practice-[0-9A-Za-z-]+`)
)

// start runs the program with --practice-gateway and waits until it has printed address and key.
func start(program string) (gateway, error) {
	if program == "" {
		return gateway{}, errors.New("PARLANDO_PROGRAM does not name the program; run make conformance")
	}
	dir, err := os.MkdirTemp("", "parlando-conformance-")
	if err != nil {
		return gateway{}, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program, "--practice-gateway", "127.0.0.1:0")
	cmd.Dir = dir
	out, in := io.Pipe()
	cmd.Stdout, cmd.Stderr = in, in
	if err := cmd.Start(); err != nil {
		cancel()
		return gateway{}, err
	}
	exited := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		_ = in.Close()
		close(exited)
	}()
	g := gateway{stop: func() {
		cancel()
		<-exited
		_ = os.RemoveAll(dir)
	}}
	found := make(chan gateway, 1)
	go func() {
		defer close(found)
		said := ""
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			said += lines.Text() + "\n"
			a, k := addressPrinted.FindString(said), keyPrinted.FindString(said)
			if a != "" && k != "" {
				g.address, g.key = strings.TrimSuffix(a, "/v1")+"/v1", k
				found <- g
				break
			}
		}
		_, _ = io.Copy(io.Discard, out)
	}()
	select {
	case g, ok := <-found:
		if ok {
			return g, nil
		}
		cancel()
		return g, fmt.Errorf("%s ended without an address and a key", program)
	case <-time.After(time.Minute):
		g.stop()
		return g, fmt.Errorf("%s printed no address and key", program)
	}
}

// sdk is the official client with the gateway's address and key, which asks once only.
func sdk(more ...option.RequestOption) openai.Client {
	return openai.NewClient(append([]option.RequestOption{
		option.WithBaseURL(served.address + "/"), option.WithAPIKey(served.key), option.WithMaxRetries(0),
	}, more...)...)
}

// raw sends what no SDK would send, with the key unless authorization says something else.
func raw(t *testing.T, method, path, contentType string, body io.Reader) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, served.address+path, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+served.key)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// refusal is the body of every error (docs/gateway.md 7).
type refusal struct {
	Error struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    *string `json:"code"`
	} `json:"error"`
}

// wantRefusal checks the shape of a raw error and gives its message.
func wantRefusal(t *testing.T, res *http.Response, status int) refusal {
	t.Helper()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != status {
		t.Fatalf("status %d, want %d: %.300s", res.StatusCode, status, data)
	}
	var r refusal
	if err := json.Unmarshal(data, &r); err != nil || r.Error.Message == "" || r.Error.Type == "" {
		t.Fatalf("not the shape of an error: %.300s", data)
	}
	var members map[string]map[string]json.RawMessage
	_ = json.Unmarshal(data, &members)
	for _, name := range []string{"message", "type", "param", "code"} {
		if _, ok := members["error"][name]; !ok {
			t.Errorf("the error has no %q: %.300s", name, data)
		}
	}
	return r
}

// wantError checks what the SDK made of an error: its status and, unless param is "", the field it
// names.
func wantError(t *testing.T, err error, status int, param string) *openai.Error {
	t.Helper()
	var e *openai.Error
	if !errors.As(err, &e) {
		t.Fatalf("want status %d, have %v", status, err)
	}
	if e.StatusCode != status {
		t.Fatalf("status %d, want %d: %s", e.StatusCode, status, e.Message)
	}
	if e.Message == "" || e.Type == "" {
		t.Errorf("no message or no type: %s", e.RawJSON())
	}
	if param != "" && !strings.Contains(e.Param, param) {
		t.Errorf("the error names %q, want %q: %s", e.Param, param, e.Message)
	}
	if param != "" && e.Param == param && !strings.Contains(param, "[") && !strings.Contains(e.Message, param) {
		t.Errorf("the message does not name %q: %s", param, e.Message)
	}
	return e
}
