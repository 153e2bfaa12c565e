package connections_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"parlando/app/connections"
)

// localProgram has the answers of a program on this computer, by path; a path that is not there is
// 404.
type localProgram struct {
	server  string
	headers map[string]string
	paths   map[string]string
	// locked are the paths that want a key, with what they answer.
	locked map[string]string
	status int
}

func (l localProgram) serve(t *testing.T) string {
	var mu sync.Mutex
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.Method != http.MethodGet || r.Header.Get("Authorization") != "" || r.ContentLength > 0 {
			t.Errorf("%s %s with %q", r.Method, r.URL, r.Header.Get("Authorization"))
		}
		if l.server != "" {
			w.Header().Set("Server", l.server)
		}
		for name, value := range l.headers {
			w.Header().Set(name, value)
		}
		if body, ok := l.locked[r.URL.Path]; ok {
			status := http.StatusUnauthorized
			if l.status != 0 {
				status = l.status
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
			return
		}
		body, ok := l.paths[r.URL.Path]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			body = `{"detail":"Not Found"}`
		}
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// The answers are those of the programs themselves, with other models.
func TestEachProgramOnThisComputerIsFoundByWhatItAnswers(t *testing.T) {
	const plain = `{"object":"list","data":[{"id":"a","object":"model"},{"id":"b","object":"model"}]}`
	for name, c := range map[string]struct {
		program     localProgram
		defaultName string
		want        string // name, models, key; "" when it is not found
	}{
		"Ollama": {localProgram{paths: map[string]string{
			"/v1/models": `{"object":"list","data":[{"id":"llama3.2:latest","object":"model","created":1733000000,"owned_by":"library"}]}`,
			"/":          "Ollama is running",
		}}, "Ollama", "Ollama 1 false"},
		"Ollama without a model": {localProgram{paths: map[string]string{"/v1/models": `{"object":"list","data":null}`}}, "Ollama", "Ollama 0 false"},
		"Ollama elsewhere": {localProgram{paths: map[string]string{
			"/v1/models": `{"object":"list","data":[{"id":"llama3.2:latest","object":"model","created":1733000000,"owned_by":"library"}]}`,
		}}, "", "Ollama 1 false"},
		"LM Studio": {localProgram{paths: map[string]string{
			"/v1/models": `{"data":[{"id":"qwen/qwen3-8b","object":"model","owned_by":"organization_owner"}],"object":"list"}`,
		}}, "LM Studio", "LM Studio 1 false"},
		"llama.cpp": {localProgram{server: "llama.cpp", paths: map[string]string{
			"/v1/models": `{"models":[{"name":"m.gguf","model":"m.gguf"}],"object":"list","data":[{"id":"m.gguf","object":"model","created":1733000000,"owned_by":"llamacpp","meta":{"n_ctx_train":8192}}]}`,
			"/health":    `{"status":"ok"}`, "/props": `{"total_slots":1}`,
		}}, "", "llama.cpp 1 false"},
		"llama.cpp behind a proxy": {localProgram{server: "nginx", paths: map[string]string{
			"/v1/models": `{"object":"list","data":[{"id":"m.gguf","object":"model","created":1733000000,"owned_by":"llamacpp"}]}`,
		}}, "", "llama.cpp 1 false"},
		"llama.cpp with a key": {localProgram{server: "llama.cpp", paths: map[string]string{
			"/v1/models": `{"object":"list","data":[{"id":"m.gguf","object":"model","owned_by":"llamacpp"}]}`,
		}, locked: map[string]string{"/props": `{"error":{"code":401,"message":"Invalid API Key","type":"authentication_error"}}`}}, "", "llama.cpp 1 true"},
		"LocalAI":                 {localProgram{paths: map[string]string{"/v1/models": plain, "/readyz": "", "/version": `{"version":"v3.1.0 (abc)"}`}}, "", "LocalAI 2 false"},
		"LocalAI without a model": {localProgram{paths: map[string]string{"/v1/models": `{"object":"list","data":[]}`, "/readyz": "OK"}}, "", "LocalAI 0 false"},
		"LocalAI with a key":      {localProgram{paths: map[string]string{"/readyz": ""}, locked: map[string]string{"/v1/models": `{"error":{"code":401,"message":"missing or malformed API Key","type":""}}`}}, "", "LocalAI 0 true"},
		"LocalAI, opaque":         {localProgram{status: 403, paths: map[string]string{"/readyz": "OK"}, locked: map[string]string{"/v1/models": `Forbidden`}}, "", "LocalAI 0 true"},
		"vLLM":                    {localProgram{server: "uvicorn", paths: map[string]string{"/v1/models": `{"object":"list","data":[{"id":"mistral-7b","object":"model","created":1733000000,"owned_by":"vllm","root":"mistral-7b","parent":null,"max_model_len":32768,"permission":[]}]}`}}, "", "vLLM 1 false"},
		"vLLM with a key":         {localProgram{server: "uvicorn", paths: map[string]string{"/version": `{"version":"0.10.2"}`, "/health": ""}, locked: map[string]string{"/v1/models": `{"error":"Unauthorized"}`}}, "", "vLLM 0 true"},
		"LiteLLM":                 {localProgram{server: "uvicorn", paths: map[string]string{"/v1/models": `{"data":[{"id":"gpt-4o","object":"model","created":1677610602,"owned_by":"openai"}],"object":"list"}`, "/health/liveliness": `"I'm alive!"`}}, "LiteLLM", "LiteLLM 1 false"},
		"LiteLLM on another port": {localProgram{server: "uvicorn", paths: map[string]string{"/v1/models": `{"data":[{"id":"gpt-4o","object":"model","created":1677610602,"owned_by":"openai"}],"object":"list"}`, "/health/liveliness": `"I'm alive!"`}}, "", "LiteLLM 1 false"},
		"LiteLLM by its header":   {localProgram{headers: map[string]string{"x-litellm-version": "1.93.0"}, paths: map[string]string{"/v1/models": plain}}, "", "LiteLLM 2 false"},
		"LiteLLM with a key":      {localProgram{server: "uvicorn", locked: map[string]string{"/v1/models": `{"error":{"message":"Authentication Error, No api key passed in.","type":"auth_error","param":"None","code":"401"}}`}}, "LiteLLM", "LiteLLM 0 true"},
		"Jan":                     {localProgram{paths: map[string]string{"/v1/models": `{"object":"list","data":[{"id":"jan-v1-4b","object":"model","created":1,"owned_by":"user"}]}`}}, "Jan", "Jan 1 false"},
		"Jan with nothing loaded": {localProgram{paths: map[string]string{"/v1/models": `{"data":[],"object":"list"}`}}, "Jan", "Jan 0 false"},
		"Jan with a key":          {localProgram{locked: map[string]string{"/v1/models": "Missing authorization header"}}, "Jan", "Jan 0 true"},
		"a program nobody knows":  {localProgram{paths: map[string]string{"/v1/models": `{"object":"list","data":[{"id":"m","object":"model","owned_by":"me"}]}`}}, "", "HOST 1 false"},
		"a web server":            {localProgram{paths: map[string]string{"/v1/models": "<!doctype html><title>Mine</title>"}}, "", ""},
		"a web server with a page for all": {localProgram{paths: map[string]string{
			"/v1/models": "<html>", "/readyz": "<html>", "/version": "<html>", "/health/liveliness": "<html>",
		}}, "", ""},
		"a web server without it":        {localProgram{}, "", ""},
		"a server that wants a password": {localProgram{locked: map[string]string{"/v1/models": "Unauthorized"}}, "", ""},
		"another list":                   {localProgram{paths: map[string]string{"/v1/models": `{"data":[{"title":"Car"}]}`}}, "", ""},
		"another API":                    {localProgram{paths: map[string]string{"/v1/models": `{"data":[]}`}}, "", ""},
		"numbers":                        {localProgram{paths: map[string]string{"/v1/models": `[1,2]`}}, "", ""},
		"a program that still loads":     {localProgram{server: "llama.cpp", status: 503, locked: map[string]string{"/v1/models": `{"error":{"code":503,"message":"Loading model"}}`}}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			address := c.program.serve(t)
			asking := connections.New(connections.Options{
				Settings: w.set, Secrets: w.keys, Catalog: w.cat, Programs: []connections.Program{{Name: c.defaultName, Address: address}},
			})
			asking.Patient()
			found := asking.FindLocal(t.Context())
			got := ""
			for _, f := range found {
				got += fmt.Sprint(f.Name, " ", f.Models, " ", f.NeedsKey)
				if f.Address != address+"/v1" {
					t.Errorf("at %s", f.Address)
				}
			}
			if want := strings.Replace(c.want, "HOST", strings.TrimPrefix(address, "http://"), 1); got != want {
				t.Errorf("found %q, want %q", got, want)
			}
		})
	}
}

func TestWhereProgramsUsuallyListenIsThisComputer(t *testing.T) {
	ports := map[string]bool{}
	for _, p := range connections.DefaultPrograms() {
		d, err := connections.Describe(p.Address)
		if err != nil || !d.Here {
			t.Errorf("%+v: %+v, %v", p, d, err)
		}
		ports[d.Host[strings.LastIndex(d.Host, ":")+1:]] = true
	}
	for _, port := range []string{"11434", "1234", "8080", "8000", "4000", "1337"} {
		if !ports[port] {
			t.Errorf("nobody is looked for at %s", port)
		}
	}
}
