package connections

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"parlando/client"
)

// ErrNotLocal means that the address of a local program is not on this computer.
var ErrNotLocal = errors.New("connections: not an address on this computer")

// soon is the time within which a local program must respond.
const soon = 300 * time.Millisecond

// Program is a local address at which a program serves models by default.
type Program struct {
	// Name is the name of the program if the response does not identify it; "" if several programs
	// share the port.
	Name    string
	Address string
}

// DefaultPrograms returns the default addresses of programs that serve models; llama.cpp and
// LocalAI share one.
func DefaultPrograms() []Program {
	return []Program{
		{"Ollama", "http://127.0.0.1:11434/v1"},
		{"LM Studio", "http://127.0.0.1:1234/v1"},
		{"", "http://127.0.0.1:8080/v1"},
		{"", "http://127.0.0.1:8000/v1"}, // vLLM, and many programs without models
		{"LiteLLM", "http://127.0.0.1:4000/v1"},
		{"Jan", "http://127.0.0.1:1337/v1"},
	}
}

// LocalService is a Program that responded.
type LocalService struct {
	// Name is the name of the program, or host and port if it is unknown.
	Name    string
	Address string
	// Models is the number of models of the program. It can be 0, with or without NeedsKey.
	Models int
	// NeedsKey reports that the service requires a key. Use Connect with its Name and the key.
	NeedsKey bool
}

// FindLocal requests the models of all programs concurrently and returns the services that respond
// within 300 ms. It contacts only this computer, uses only GET, and sends no key.
func (c *Connections) FindLocal(ctx context.Context) []LocalService {
	ctx, cancel := context.WithTimeout(ctx, c.soon)
	defer cancel()
	asking := http.Client{
		Transport:     c.transport(Connection{Direct: true}),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	answers := make([]*LocalService, len(c.options.Programs))
	var all sync.WaitGroup
	for i, program := range c.options.Programs {
		address, err := client.ParseAddress(program.Address)
		if err != nil || !address.IsLoopback() {
			continue
		}
		all.Go(func() { answers[i] = (&caller{ctx, &asking, address}).find(program.Name) })
	}
	all.Wait()
	var found []LocalService
	for _, a := range answers {
		if a != nil {
			found = append(found, *a)
		}
	}
	return found
}

// caller probes one address.
type caller struct {
	ctx     context.Context
	asking  *http.Client
	address client.Address
}

// probeAnswer is a response to a probe.
type probeAnswer struct {
	status int
	header http.Header
	body   []byte
}

// longestCall bounds the response that is read, in bytes.
const longestCall = 1 << 20

// get requests a path of the origin; ok is false if there is no response in time.
func (c *caller) get(path string) (h probeAnswer, ok bool) {
	r, err := http.NewRequestWithContext(c.ctx, http.MethodGet, c.address.Origin()+path, nil)
	if err != nil {
		return probeAnswer{}, false
	}
	r.Header.Set("User-Agent", "Parlando")
	r.Header.Set("Accept", "application/json")
	answer, err := c.asking.Do(r)
	if err != nil {
		return probeAnswer{}, false
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, longestCall))
	return probeAnswer{answer.StatusCode, answer.Header, body}, err == nil
}

// says reports whether a path responds with status 200 and a body that contains word.
func (c *caller) says(path, word string) bool {
	h, ok := c.get(path)
	return ok && h.status == http.StatusOK && strings.Contains(string(h.body), word)
}

// find requests the model list; it returns nil if the address does not serve models.
func (c *caller) find(defaultName string) *LocalService {
	h, ok := c.get(strings.TrimPrefix(c.address.String(), "http://"+c.address.Host()) + "/models")
	if !ok {
		return nil
	}
	found := LocalService{Address: c.address.String()}
	switch h.status {
	case http.StatusOK:
		owners, models, ok := readList(h.body)
		if !ok {
			return nil
		}
		found.Models = models
		if found.Name = cmp.Or(whoAnswers(h.header), whoOwns(owners), defaultName); found.Name == "" {
			found.Name = cmp.Or(c.ask(h), c.address.Host())
		}
		// llama.cpp lists its models without a key even if all other paths require one.
		if found.Name == llamaCPP {
			props, ok := c.get("/props")
			found.NeedsKey = ok && props.status == http.StatusUnauthorized
		}
	case http.StatusUnauthorized, http.StatusForbidden:
		// Many programs without models require a password: accept only identified ones.
		found.NeedsKey = true
		if found.Name = cmp.Or(whoAnswers(h.header), whoRefuses(string(h.body))); found.Name == "" {
			found.Name = c.ask(h)
		}
		if found.Name == "" {
			return nil
		}
	default:
		return nil
	}
	return &found
}

// llamaCPP is the display name of llama.cpp.
const llamaCPP = "llama.cpp"

// whoAnswers identifies a program by its response headers.
func whoAnswers(h http.Header) string {
	if strings.EqualFold(h.Get("Server"), "llama.cpp") {
		return llamaCPP
	}
	for name := range h {
		if strings.HasPrefix(name, "X-Litellm-") {
			return "LiteLLM"
		}
	}
	return ""
}

// owners maps model owners that only one program uses to that program.
var owners = map[string]string{
	"llamacpp": llamaCPP, "vllm": "vLLM", "library": "Ollama", "organization_owner": "LM Studio", "sglang": "SGLang",
}

// whoOwns identifies a program by the owners of its models.
func whoOwns(all []string) string {
	for _, o := range all {
		if name := owners[o]; name != "" {
			return name
		}
	}
	return ""
}

// whoRefuses identifies a program by its error message for a missing key.
func whoRefuses(body string) string {
	switch {
	case strings.Contains(body, "No api key passed in"):
		return "LiteLLM"
	case strings.Contains(body, "Missing authorization header"):
		return "Jan"
	}
	return ""
}

// ask identifies a program by requesting paths that only this program serves and that need no key.
func (c *caller) ask(list probeAnswer) string {
	switch {
	case c.says("/health/liveliness", "alive"):
		return "LiteLLM"
	// LocalAI lists only the IDs of its models, and has its own path for readiness.
	case !strings.Contains(string(list.body), `"owned_by"`) && c.ready():
		return "LocalAI"
	case strings.Contains(strings.ToLower(list.header.Get("Server")), "uvicorn") && c.says("/version", `"version"`):
		return "vLLM"
	case c.says("/openapi.json", "Jan API"), c.says("/openapi.json", `"Jan"`):
		return "Jan"
	}
	return ""
}

func (c *caller) ready() bool {
	h, ok := c.get("/readyz")
	body := strings.TrimSpace(string(h.body))
	return ok && h.status == http.StatusOK && (body == "" || body == "OK")
}

// readList parses a model list of a local program; ok is false for anything else. owners are the
// owners of the models.
func readList(body []byte) (owners []string, models int, ok bool) {
	var list struct {
		Object string `json:"object"`
		Data   *[]struct {
			ID    string `json:"id"`
			Owner string `json:"owned_by"`
		} `json:"data"`
	}
	if json.Unmarshal(body, &list) != nil || list.Data == nil && list.Object != "list" {
		return nil, 0, false
	}
	if list.Data == nil { // Ollama without a model
		return nil, 0, true
	}
	for _, m := range *list.Data {
		if m.ID == "" {
			return nil, 0, false // another kind of list
		}
		models++
		if !slices.Contains(owners, m.Owner) {
			owners = append(owners, m.Owner)
		}
	}
	return owners, models, list.Object == "list" || models > 0
}
