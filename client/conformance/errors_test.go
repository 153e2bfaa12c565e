package conformance

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

func setJSON(field string, value any) option.RequestOption { return option.WithJSONSet(field, value) }

// places are the addresses and the one method that each takes.
var places = []struct{ name, method, path string }{
	{"chat", http.MethodPost, "/chat/completions"},
	{"speech", http.MethodPost, "/audio/speech"},
	{"transcription", http.MethodPost, "/audio/transcriptions"},
	{"models", http.MethodGet, "/models"},
}

func errorCases() []testCase {
	var all []testCase
	add := func(name string, run func(t *testing.T)) { all = append(all, testCase{"errors/" + name, run}) }
	for _, b := range breaking {
		add(b.Name, func(t *testing.T) {
			client := sdk()
			_, err := client.Chat.Completions.New(t.Context(), ask("Hello."), setJSON(b.Field, b.Value))
			wantError(t, err, 400, b.Param)
		})
	}
	for _, p := range places {
		add("key-missing-"+p.name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), p.method, served.address+p.path, strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			wantRefusal(t, res, http.StatusUnauthorized)
		})
		add("key-wrong-"+p.name, func(t *testing.T) {
			client := sdk(option.WithAPIKey("sk-wrong"))
			e := wantError(t, client.Execute(t.Context(), p.method, strings.TrimPrefix(p.path, "/"), map[string]any{}, nil), http.StatusUnauthorized, "")
			if strings.Contains(e.Message, "sk-wrong") {
				t.Errorf("the message tells the key: %s", e.Message)
			}
		})
		add("method-"+p.name, func(t *testing.T) {
			for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
				if method == p.method {
					continue
				}
				res := raw(t, method, p.path, "application/json", strings.NewReader("{}"))
				wantRefusal(t, res, http.StatusMethodNotAllowed)
				if !strings.Contains(res.Header.Get("Allow"), p.method) {
					t.Errorf("%s %s: Allow is %q", method, p.path, res.Header.Get("Allow"))
				}
			}
		})
	}
	for _, p := range places[:2] {
		add("content-type-"+p.name, func(t *testing.T) {
			for _, kind := range []string{"text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", ""} {
				wantRefusal(t, raw(t, p.method, p.path, kind, strings.NewReader(`{"model":"`+names.Chat+`"}`)), http.StatusUnsupportedMediaType)
			}
		})
		add("json-malformed-"+p.name, func(t *testing.T) {
			r := wantRefusal(t, raw(t, p.method, p.path, "application/json", strings.NewReader("{\"model\": \"x\",\n  oops}")), 400)
			if !regexp.MustCompile(`line 2|byte \d+|offset \d+`).MatchString(r.Error.Message) {
				t.Errorf("no place in %q", r.Error.Message)
			}
		})
		add("json-no-object-"+p.name, func(t *testing.T) {
			for _, body := range []string{"", "[]", "null", `"hello"`, "{} {}", `{"model":"x"`} {
				wantRefusal(t, raw(t, p.method, p.path, "application/json", strings.NewReader(body)), 400)
			}
		})
		add("body-too-large-"+p.name, func(t *testing.T) {
			body := `{"model":"x","pad":"` + strings.Repeat("x", 80<<20) + `"}`
			wantRefusal(t, raw(t, p.method, p.path, "application/json", strings.NewReader(body)), http.StatusRequestEntityTooLarge)
		})
	}
	fails := func(words string, status int, more ...option.RequestOption) func(t *testing.T) {
		return func(t *testing.T) {
			q := ask(words)
			q.Model = names.Trouble
			client := sdk()
			_, err := client.Chat.Completions.New(t.Context(), q, more...)
			wantError(t, err, status, "")
		}
	}
	add("key-malformed", func(t *testing.T) {
		client := sdk()
		for _, header := range []string{"Bearer", "Bearer ", "Basic " + served.key, served.key, "Bearer " + served.key + "x"} {
			_, err := client.Models.List(t.Context(), option.WithHeader("Authorization", header))
			wantError(t, err, http.StatusUnauthorized, "")
		}
	})
	add("model-missing", func(t *testing.T) {
		client := sdk()
		_, err := client.Chat.Completions.New(t.Context(), ask("Hello."), option.WithJSONDel("model"))
		wantError(t, err, 400, "model")
	})
	add("messages-missing", func(t *testing.T) {
		client := sdk()
		_, err := client.Chat.Completions.New(t.Context(), ask("Hello."), option.WithJSONDel("messages"))
		wantError(t, err, 400, "messages")
	})
	add("model-unknown", func(t *testing.T) {
		q := ask("Hello.")
		q.Model = "no-such-model"
		client := sdk()
		_, err := client.Chat.Completions.New(t.Context(), q)
		wantError(t, err, http.StatusNotFound, "model")
	})
	add("model-of-another-kind", func(t *testing.T) {
		q := ask("Hello.")
		q.Model = names.Speech[0]
		client := sdk()
		_, err := client.Chat.Completions.New(t.Context(), q)
		wantError(t, err, 400, "model")
	})
	add("path-unknown", func(t *testing.T) {
		client := sdk()
		_, err := client.Embeddings.New(t.Context(), openai.EmbeddingNewParams{Model: "x", Input: openai.EmbeddingNewParamsInputUnion{OfString: openai.String("x")}})
		wantError(t, err, http.StatusNotFound, "")
	})
	add("path-doubled", func(t *testing.T) {
		wantRefusal(t, raw(t, http.MethodPost, "/v1/chat/completions", "application/json", strings.NewReader("{}")), http.StatusNotFound)
	})
	add("messages-too-long", func(t *testing.T) {
		client := sdk()
		_, err := client.Chat.Completions.New(t.Context(), ask(strings.Repeat("word ", 60000)))
		if e := wantError(t, err, 400, "messages"); e.Code != "context_length_exceeded" {
			t.Errorf("code %q", e.Code)
		}
	})
	add("asked-401", fails("key", http.StatusUnauthorized))
	add("asked-402", fails("credit", http.StatusPaymentRequired))
	add("asked-404", fails("unknown", http.StatusNotFound))
	add("asked-429", func(t *testing.T) {
		q := ask(fmt.Sprint("busy, and not asked again: ", time.Now().UnixNano()))
		q.Model = names.Trouble
		client := sdk()
		_, err := client.Chat.Completions.New(t.Context(), q)
		e := wantError(t, err, http.StatusTooManyRequests, "")
		if e.Response.Header.Get("Retry-After") == "" {
			t.Errorf("no Retry-After in %v", e.Response.Header)
		}
	})
	add("retry-after-kept", func(t *testing.T) {
		// The gateway answers only those who have waited as long as it said.
		tries := 0
		q := ask(fmt.Sprint("busy, and asked again as the header says: ", time.Now().UnixNano()))
		q.Model = names.Trouble
		r := complete(t, q, option.WithMaxRetries(1), option.WithMiddleware(func(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
			tries++
			return next(r)
		}))
		if tries != 2 || r.Choices[0].Message.Content == "" {
			t.Errorf("%d tries, %q", tries, r.Choices[0].Message.Content)
		}
	})
	add("asked-500", fails("server", http.StatusInternalServerError))
	add("asked-500-retried", func(t *testing.T) {
		tries := 0
		q := ask("server")
		q.Model = names.Trouble
		client := sdk(option.WithMaxRetries(2), option.WithMiddleware(func(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
			tries++
			return next(r)
		}))
		_, err := client.Chat.Completions.New(t.Context(), q)
		wantError(t, err, http.StatusInternalServerError, "")
		if tries != 3 {
			t.Errorf("%d tries", tries)
		}
	})
	add("asked-web-page", func(t *testing.T) {
		q := ask("gibberish")
		q.Model = names.Trouble
		client := sdk()
		if r, err := client.Chat.Completions.New(t.Context(), q); err == nil {
			t.Errorf("a web page was read as %s", r.RawJSON())
		}
	})
	add("request-id", func(t *testing.T) {
		client := sdk()
		_, err := client.Chat.Completions.New(t.Context(), ask("Hello."), setJSON("n", 0))
		if e := wantError(t, err, 400, "n"); e.Response.Header.Get("X-Request-Id") == "" {
			t.Errorf("no id in %v", e.Response.Header)
		}
	})
	add("not-retried", func(t *testing.T) {
		tries := 0
		client := sdk(option.WithMaxRetries(2), option.WithMiddleware(func(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
			tries++
			return next(r)
		}))
		_, err := client.Chat.Completions.New(t.Context(), ask("Hello."), setJSON("n", 0))
		wantError(t, err, 400, "n")
		if tries != 1 {
			t.Errorf("%d tries", tries)
		}
	})
	return all
}
