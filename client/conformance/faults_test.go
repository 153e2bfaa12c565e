package conformance

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// faultCases are the faults on demand (docs/gateway.md 10): an SDK must see each as what it is.
func faultCases() []testCase {
	var all []testCase
	add := func(name string, run func(t *testing.T)) { all = append(all, testCase{"faults/" + name, run}) }
	failing := func(fault string) openai.ChatCompletionNewParams {
		q := ask("Say something short.")
		q.Model = names.Fault + fault
		return q
	}
	for _, status := range []int{400, 401, 402, 403, 404, 408, 409, 413, 415, 422, 429, 500, 502, 503, 504} {
		add("status-"+strconv.Itoa(status), func(t *testing.T) {
			client := sdk()
			_, err := client.Chat.Completions.New(t.Context(), failing(strconv.Itoa(status)))
			wantError(t, err, status, "")
		})
	}
	add("speech", func(t *testing.T) {
		_, _, err := speak(t, say("Hello."), setJSON("model", names.Fault+"503"))
		wantError(t, err, 503, "")
	})
	add("transcription", func(t *testing.T) {
		q := hear(file(t, "speech.wav"), "a.wav")
		q.Model = names.Fault + "503"
		client := sdk()
		_, err := client.Audio.Transcriptions.New(t.Context(), q)
		wantError(t, err, 503, "")
	})
	for _, name := range []string{"429-seconds", "429-date", "429-ms", "503-seconds", "500", "hang-up"} {
		add("once-"+name, func(t *testing.T) {
			tries := 0
			r := complete(t, failing(name+"-once"), option.WithMaxRetries(1), option.WithMiddleware(func(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
				tries++
				return next(r)
			}))
			if tries != 2 || r.Choices[0].Message.Content == "" {
				t.Errorf("%d tries, %q", tries, r.Choices[0].Message.Content)
			}
		})
	}
	for _, h := range [][2]string{{"429-seconds", "Retry-After"}, {"429-date", "Retry-After"}, {"429-ms", "Retry-After-Ms"}, {"429-long", "Retry-After"}} {
		name, header := h[0], h[1]
		add("header-of-"+name, func(t *testing.T) {
			client := sdk()
			_, err := client.Chat.Completions.New(t.Context(), failing(name))
			if e := wantError(t, err, 429, ""); e.Response.Header.Get(header) == "" {
				t.Errorf("no %s in %v", header, e.Response.Header)
			}
		})
	}
	add("429-quota", func(t *testing.T) {
		client := sdk()
		_, err := client.Chat.Completions.New(t.Context(), failing("429-quota"))
		if e := wantError(t, err, 429, ""); e.Code != "insufficient_quota" {
			t.Errorf("code %q", e.Code)
		}
	})
	for _, name := range []string{"html", "html-403", "html-502", "no-body", "hang-up", "cut-word", "cut-line", "garbage"} {
		add("no-reply-"+name, func(t *testing.T) {
			client := sdk()
			if r, err := client.Chat.Completions.New(t.Context(), failing(name)); err == nil {
				t.Errorf("read as %s", r.RawJSON())
			}
		})
	}
	add("error-200", func(t *testing.T) {
		res := raw(t, http.MethodPost, "/chat/completions", "application/json", strings.NewReader(`{"model":"`+names.Fault+`error-200","messages":[{"role":"user","content":"x"}]}`))
		wantRefusal(t, res, 200)
	})
	add("redirect", func(t *testing.T) {
		for _, status := range []int{301, 302, 303, 307, 308} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, served.address+"/chat/completions",
				strings.NewReader(`{"model":"`+names.Fault+"redirect-"+strconv.Itoa(status)+`","messages":[{"role":"user","content":"x"}]}`))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer "+served.key)
			req.Header.Set("Content-Type", "application/json")
			res, err := http.DefaultTransport.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
			if res.StatusCode != status || res.Header.Get("Location") == "" {
				t.Errorf("%s to %q", res.Status, res.Header.Get("Location"))
			}
		}
	})
	add("no-answer", func(t *testing.T) {
		client := sdk(option.WithRequestTimeout(time.Second))
		if _, err := client.Chat.Completions.New(t.Context(), failing("no-answer")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
	})
	// stream reads a stream that may fail on its way.
	stream := func(t *testing.T, fault string) (text, finish string, err error) {
		client := sdk()
		s := client.Chat.Completions.NewStreaming(t.Context(), failing(fault))
		defer s.Close()
		for s.Next() {
			for _, c := range s.Current().Choices {
				text, finish = text+c.Delta.Content, finish+c.FinishReason
			}
		}
		return text, finish, s.Err()
	}
	for _, name := range []string{"cut-line", "garbage", "error-in-stream"} {
		add("stream-"+name, func(t *testing.T) {
			if text, finish, err := stream(t, name); err == nil || text == "" || finish != "" {
				t.Errorf("%q, finish_reason %q, %v", text, finish, err)
			}
		})
	}
	add("stream-cut-word", func(t *testing.T) {
		if text, finish, err := stream(t, "cut-word"); err != nil || text == "" || finish != "" {
			t.Errorf("%q, finish_reason %q, %v", text, finish, err)
		}
	})
	add("stream-no-done", func(t *testing.T) {
		if text, finish, err := stream(t, "no-done"); err != nil || text == "" || finish == "" {
			t.Errorf("%q, finish_reason %q, %v", text, finish, err)
		}
	})
	add("stream-stall", func(t *testing.T) {
		client := sdk()
		ctx, cancel := context.WithCancel(t.Context())
		s := client.Chat.Completions.NewStreaming(ctx, failing("stall"))
		defer s.Close()
		text := ""
		for text == "" && s.Next() {
			for _, c := range s.Current().Choices {
				text += c.Delta.Content
			}
		}
		cancel()
		for s.Next() {
		}
		if text == "" || !errors.Is(s.Err(), context.Canceled) {
			t.Errorf("%q, %v", text, s.Err())
		}
	})
	add("slow", func(t *testing.T) {
		q := failing("slow")
		q.MaxTokens = openai.Int(2)
		if r := complete(t, q); r.Choices[0].Message.Content == "" {
			t.Error("no text")
		}
	})
	add("unknown", func(t *testing.T) {
		client := sdk()
		_, err := client.Chat.Completions.New(t.Context(), failing("no-such-fault"))
		wantError(t, err, 404, "model")
	})
	return all
}
