package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/client/failure"
)

// slowStart answers as a service that loads its model for a while.
type slowStart struct {
	refusal string
	status  int
	until   time.Time
	asked   int
}

func (s *slowStart) RoundTrip(r *http.Request) (*http.Response, error) {
	s.asked++
	status, body := http.StatusOK, `{"choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}]}`
	if time.Now().Before(s.until) {
		status, body = s.status, s.refusal
	}
	return &http.Response{
		StatusCode: status, Body: io.NopCloser(strings.NewReader(body)), Request: r, ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}},
	}, nil
}

// The refusals are those of llama.cpp, llama-swap, Ollama, Hugging Face and vLLM.
func TestAModelThatIsLoadingIsAskedAgain(t *testing.T) {
	refusals := map[string]int{
		`{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`:          503,
		`{"error":"model is loading, please wait"}`:                                            503,
		`{"error":"Model demo/x is currently loading","estimated_time":20.0}`:                  503,
		`{"error":{"message":"The model is not ready yet: still loading weights"}}`:            500,
		`{"object":"error","message":"Engine is warming up","type":"ServiceUnavailableError"}`: 503,
	}
	for refusal, status := range refusals {
		for loads, want := range map[time.Duration]string{30 * time.Second: "ok after 7, told 6", 10 * time.Minute: "loading after 61, told 60"} {
			synctest.Test(t, func(t *testing.T) {
				s := &slowStart{refusal: refusal, status: status, until: time.Now().Add(loads)}
				told := 0
				_, err := New(Options{Address: mustAddress(t), Transport: s, MaxRetryWait: 5 * time.Second}).Chat(t.Context(), ChatRequest{
					Model: "m", NoStream: true, OnLoading: func() { told++ }, Messages: []Message{{Role: "user", Content: []ContentPart{{Text: "Hi"}}}},
				})
				kind := "ok"
				if e := (*failure.Error)(nil); errors.As(err, &e) {
					kind = string(e.Kind)
				}
				if got := fmt.Sprintf("%s after %d, told %d", kind, s.asked, told); got != want {
					t.Errorf("%s: %s, want %s (%v)", refusal, got, want, err)
				}
			})
		}
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), 12*time.Second)
		defer stop()
		s := &slowStart{refusal: `{"error":{"message":"Loading model"}}`, status: 503, until: time.Now().Add(time.Hour)}
		_, err := New(Options{Address: mustAddress(t), Transport: s, MaxRetryWait: 5 * time.Second}).Chat(ctx, ChatRequest{Model: "m", OnLoading: func() {}})
		if !errors.Is(err, context.DeadlineExceeded) || s.asked != 3 {
			t.Errorf("%v after %d", err, s.asked)
		}
	})
	for _, other := range []string{`{"error":{"message":"failed to load model"}}`, `{"error":{"message":"Service Unavailable"}}`, `{"error":{"message":"No models loaded"}}`} {
		synctest.Test(t, func(t *testing.T) {
			s := &slowStart{refusal: other, status: 503, until: time.Now().Add(time.Hour)}
			_, _ = New(Options{Address: mustAddress(t), Transport: s, MaxRetryWait: 5 * time.Second}).Chat(t.Context(), ChatRequest{Model: "m", OnLoading: func() {}})
			if s.asked > 3 {
				t.Errorf("%s: asked %d times", other, s.asked)
			}
		})
	}
}

func mustAddress(t *testing.T) Address {
	t.Helper()
	address, err := ParseAddress("http://service.localhost")
	if err != nil {
		t.Fatal(err)
	}
	return address
}
