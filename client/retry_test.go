package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlando/client/failure"
)

// script answers each request with the next of its answers, the last one again and again, without a
// network, so that time can be virtual.
type script struct {
	answers []string // whole HTTP answers
	at      []time.Time
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
		_ = r.Body.Close()
	}
	raw := s.answers[min(len(s.at), len(s.answers)-1)]
	s.at = append(s.at, time.Now())
	return rawTransport{[]byte(raw), nil}.RoundTrip(r)
}

// waits are the times between the requests.
func (s *script) waits() []time.Duration {
	var all []time.Duration
	for i := range len(s.at) - 1 {
		all = append(all, s.at[i+1].Sub(s.at[i]))
	}
	return all
}

func (s *script) client(patience time.Duration) *Client {
	address, _ := ParseAddress("http://memory.localhost")
	return New(Options{Address: address, Transport: s, MaxRetryWait: patience})
}

func refusal(status int, headers ...string) string {
	return fmt.Sprintf("HTTP/1.1 %d Busy\r\n%s\r\n{\"error\":{\"message\":\"Slow down\"}}", status, strings.Join(append(headers, ""), "\r\n"))
}

const fineAnswer = "HTTP/1.1 200 OK\r\n\r\n" + goodStream

func TestBusyServiceIsAskedAgainAfterTheWaitItAsksFor(t *testing.T) {
	for name, c := range map[string]struct {
		header string
		wait   time.Duration
	}{
		"seconds":         {"Retry-After: 20", 20 * time.Second},
		"parts of one":    {"Retry-After: 1.5", 1500 * time.Millisecond},
		"milliseconds":    {"retry-after-ms: 250", 250 * time.Millisecond},
		"both":            {"Retry-After: 9\r\nRetry-After-Ms: 8000", 8 * time.Second},
		"date":            {"Retry-After: " + synctestEpoch.Add(45*time.Second).Format(http.TimeFormat), 45 * time.Second},
		"two minutes":     {"Retry-After: 120", 2 * time.Minute},
		"nothing is told": {"X-Other: 1", 0},
		"date gone by":    {"Retry-After: Fri, 21 Oct 1994 07:28:00 GMT", 0},
		"no number":       {"Retry-After: soon", 0},
	} {
		for _, status := range []int{429, 503} {
			t.Run(fmt.Sprint(name, " ", status), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := &script{answers: []string{refusal(status, c.header), fineAnswer}}
					if got := collect(s.client(0), t.Context(), hello()); got.err != nil || len(s.at) != 2 {
						t.Fatalf("%v after %d requests", got.err, len(s.at))
					}
					if wait := s.waits()[0]; c.wait > 0 && wait != c.wait || c.wait == 0 && (wait < 375*time.Millisecond || wait > 625*time.Millisecond) {
						t.Errorf("waited %v, want %v", wait, c.wait)
					}
				})
			})
		}
	}
}

// synctestEpoch is when time begins inside synctest.
var synctestEpoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func TestServiceIsAskedThreeTimesAtMostWithGrowingWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		spread := map[time.Duration]bool{}
		for range 20 {
			s := &script{answers: []string{refusal(503)}}
			got := collect(s.client(0), t.Context(), hello())
			var e *failure.Error
			if !errors.As(got.err, &e) || e.Kind != failure.Server || e.Status != 503 || len(s.at) != 3 {
				t.Fatalf("%v after %d requests", got.err, len(s.at))
			}
			w := s.waits()
			if w[0] < 375*time.Millisecond || w[0] > 625*time.Millisecond || w[1] < 750*time.Millisecond || w[1] > 1250*time.Millisecond {
				t.Errorf("waits %v", w)
			}
			spread[w[0]] = true
		}
		if len(spread) < 10 {
			t.Errorf("twenty clients knock at %d times", len(spread))
		}
	})
}

func TestLongWaitIsToldAndNotWaited(t *testing.T) {
	for patience, wait := range map[time.Duration]string{0: "121", 5 * time.Second: "6", -1: "0.001"} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{answers: []string{refusal(429, "Retry-After: "+wait), fineAnswer}}
			start := time.Now()
			got := collect(s.client(patience), t.Context(), hello())
			var e *failure.Error
			if !errors.As(got.err, &e) || e.Kind != failure.RateLimit || e.RetryAfter == 0 || len(s.at) != 1 || time.Since(start) != 0 {
				t.Errorf("patience %v: %v after %d requests and %v", patience, got.err, len(s.at), time.Since(start))
			}
		})
	}
}

func TestWhatMayHaveBeenBilledOrWillNotMendIsNotAskedAgain(t *testing.T) {
	for _, answer := range []string{
		refusal(500), refusal(502), refusal(504), refusal(529), refusal(408), refusal(409), refusal(401), refusal(402), refusal(403), refusal(404), refusal(413),
		"HTTP/1.1 429 Busy\r\n\r\n{\"error\":{\"message\":\"Out of credit\",\"code\":\"insufficient_quota\"}}",
		"HTTP/1.1 200 OK\r\n\r\ndata: {\"error\":{\"message\":\"Rate limit\",\"code\":429}}\n\n",
		"HTTP/1.1 200 OK\r\n\r\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"H\"}}]}\n\ndata: {\"error\":{\"message\":\"Rate limit\",\"code\":429}}\n\n",
		"HTTP/1.1 200 OK\r\n\r\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{answers: []string{answer, fineAnswer}}
			if got := collect(s.client(0), t.Context(), hello()); got.err == nil || len(s.at) != 1 {
				t.Errorf("%s: %v after %d requests", answer, got.err, len(s.at))
			}
		})
	}
}

func TestEveryQuestionIsAskedAgain(t *testing.T) {
	for name, ask := range questions {
		synctest.Test(t, func(t *testing.T) {
			s := &script{answers: []string{refusal(429, "Retry-After: 3"), refusal(503)}}
			if err := ask(t.Context(), s.client(0)); err == nil || len(s.at) != 3 || s.waits()[0] != 3*time.Second {
				t.Errorf("%s: %v after %d requests, %v", name, err, len(s.at), s.waits())
			}
			// Who has given up does not wait.
			s = &script{answers: []string{refusal(429, "Retry-After: 60")}}
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(2*time.Second, cancel)
			start := time.Now()
			if err := ask(ctx, s.client(0)); !errors.Is(err, context.Canceled) || time.Since(start) != 2*time.Second {
				t.Errorf("%s, canceled: %v after %v", name, err, time.Since(start))
			}
		})
	}
}

// TestFailureTellsWhatWasRefusedBefore: what was learned must not be lost with the request.
func TestFailureTellsWhatWasRefusedBefore(t *testing.T) {
	s := &script{answers: []string{
		"HTTP/1.1 400 No\r\n\r\n{\"error\":{\"message\":\"Unsupported parameter: 'stream_options'\",\"param\":\"stream_options\"}}",
		refusal(500),
	}}
	got := collect(s.client(0), t.Context(), hello())
	var e *failure.Error
	if !errors.As(got.err, &e) || e.Kind != failure.Server || !slices.Equal(failure.RefusedFields(e.Dropped), []string{"stream_options"}) {
		t.Errorf("%+v", got.err)
	}
}

// TestRequestThatHadBegunToLeaveIsNotSentAgain loses the connection in the middle of the body.
func TestRequestThatHadBegunToLeaveIsNotSentAgain(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var connections atomic.Int32
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			connections.Add(1)
			_, _ = io.ReadFull(conn, make([]byte, 1000))
			_ = conn.(*net.TCPConn).SetLinger(0) // a reset, not an orderly end
			_ = conn.Close()
		}
	}()
	address, _ := ParseAddress(listener.Addr().String())
	_, err = New(Options{Address: address}).Transcribe(t.Context(), TranscriptionRequest{Audio: bytes.NewReader(silentWAV(10 << 20))})
	var e *failure.Error
	if !errors.As(err, &e) || e.Kind != failure.Network || e.MayBeBilled || connections.Load() != 1 {
		t.Errorf("%v after %d connections", err, connections.Load())
	}
}

func TestErrorKeepsItsCause(t *testing.T) {
	const key = "sk-very/secret+42"
	long := strings.Repeat("ü", 3000)
	body := `{"error":{"message":"Key sk-very\/secret+42 at https://x.example/?key=sk-very%2Fsecret%2B42: ` + long + `","type":"server_error"},"trace":"t-9"}`
	address, _ := ParseAddress("http://memory.localhost")
	raw := "HTTP/1.1 502 Bad Gateway\r\nX-Request-Id: req-77\r\nContent-Type: application/json\r\n\r\n" + body
	c := New(Options{Address: address, Key: key, Transport: rawTransport{[]byte(raw), nil}})
	for name, err := range map[string]error{
		"chat":   collect(c, t.Context(), hello()).err,
		"models": func() error { _, err := c.Models(t.Context()); return err }(),
		"speech": func() error { _, err := c.Speech(t.Context(), say("Hi")); return err }(),
	} {
		var e *failure.Error
		if !errors.As(err, &e) || e.Kind != failure.Server || e.Status != 502 || e.RequestID != "req-77" || e.Host != "memory.localhost" {
			t.Fatalf("%s: %+v", name, err)
		}
		if n := len([]rune(e.Detail)); n != 2000 {
			t.Errorf("%s: the detail has %d characters", name, n)
		}
		if strings.Contains(e.Detail, "secret") || strings.Count(e.Detail, "•••") != 2 {
			t.Errorf("%s: the key stands in %.120s", name, e.Detail)
		}
	}
}
