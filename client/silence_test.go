package client

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/client/failure"
)

// pipeClient answers every request in memory, so that time can be virtual.
func pipeClient(o Options, serve func(conn net.Conn)) *Client {
	o.Address, _ = ParseAddress("http://pipe.localhost")
	o.Transport = &http.Transport{DisableKeepAlives: true, DisableCompression: true, DialContext: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() {
			defer func() { _ = theirs.Close() }()
			// An answer that comes before the question is one nobody asked for, and the question is
			// put again.
			in := bufio.NewReader(theirs)
			if r, err := http.ReadRequest(in); err == nil {
				_, _ = io.Copy(io.Discard, r.Body)
			}
			go func() { _, _ = io.Copy(io.Discard, in) }()
			serve(theirs)
		}()
		return ours, nil
	}}
	return New(o)
}

const okHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

func TestSilenceEndsAReplyAndCommentsCountAsLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		c := pipeClient(Options{}, func(conn net.Conn) {
			_, _ = io.WriteString(conn, okHead+"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}]}\n\n")
			for range 4 {
				time.Sleep(50 * time.Second)
				_, _ = io.WriteString(conn, ": still here\n")
			}
			<-over
		})
		start := time.Now()
		got := collect(c, t.Context(), hello())
		close(over)
		var e *failure.Error
		if !errors.As(got.err, &e) || e.Kind != failure.NoData || !e.MayBeBilled || got.choices[0].Text != "Hello" {
			t.Errorf("%v", got.err)
		}
		if took := time.Since(start); took != 260*time.Second {
			t.Errorf("given up after %v", took)
		}
	})
}

func TestSilenceBeforeTheAnswerEndsARequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		c := pipeClient(Options{}, func(net.Conn) { <-over })
		start := time.Now()
		_, err := c.Chat(t.Context(), hello())
		close(over)
		var e *failure.Error
		if !errors.As(err, &e) || e.Kind != failure.NoData || time.Since(start) != time.Minute {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

func TestFinishAndSilenceIsDoneAfterAShortWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		c := pipeClient(Options{}, func(conn net.Conn) {
			_, _ = io.WriteString(conn, okHead+strings.TrimSuffix(goodStream, "data: [DONE]\n\n"))
			<-over
		})
		start := time.Now()
		got := collect(c, t.Context(), hello())
		close(over)
		if got.err != nil || !got.complete || got.choices[0].FinishReason != "stop" || time.Since(start) != 2*time.Second {
			t.Errorf("%v, complete %v after %v", got.err, got.complete, time.Since(start))
		}
	})
}

func TestDoneEndsAtOnceOnAnOpenConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		c := pipeClient(Options{}, func(conn net.Conn) { _, _ = io.WriteString(conn, okHead+goodStream); <-over })
		start := time.Now()
		got := collect(c, t.Context(), hello())
		if got.err != nil || !got.complete || time.Since(start) != 0 {
			t.Errorf("%v, complete %v after %v", got.err, got.complete, time.Since(start))
		}
		time.Sleep(time.Second)
		synctest.Wait()
		close(over)
	})
}

// TestWholeAnswerOnAnOpenConnectionIsNotWaitedFor: without a length the end of the connection would
// be the only end.
func TestWholeAnswerOnAnOpenConnectionIsNotWaitedFor(t *testing.T) {
	const head = "\r\nContent-Type: application/json\r\n\r\n"
	for name, c := range map[string]struct {
		question, answer string
		want             failure.Kind
		took             time.Duration
	}{
		"error":            {"chat", "HTTP/1.1 401 No" + head + `{"error":{"message":"Wrong key"}}`, failure.Auth, 0},
		"list":             {"models", "HTTP/1.1 200 OK" + head + `{"data":[{"id":"m"}]}`, "", 0},
		"transcript":       {"transcription", "HTTP/1.1 200 OK" + head + `{"text":"Hi"}`, "", 2 * time.Second},
		"transcript lines": {"transcription", "HTTP/1.1 200 OK" + head + "data: {\"text\":\"Hi\"}\n\ndata: [DONE]\n\n", "", 30 * time.Second},
		"whole reply":      {"chat", "HTTP/1.1 200 OK" + head + `{"choices":[{"index":0,"message":{"content":"Hi"},"finish_reason":"stop"}]}` + "\n", "", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			over := make(chan struct{})
			client := pipeClient(Options{}, func(conn net.Conn) { _, _ = io.WriteString(conn, c.answer); <-over })
			start := time.Now()
			err := questions[c.question](t.Context(), client)
			took := time.Since(start)
			close(over)
			kind := failure.Kind("")
			var e *failure.Error
			if errors.As(err, &e) {
				kind = e.Kind
			}
			if kind != c.want || err != nil && e == nil || took != c.took {
				t.Errorf("%s: %v after %v, want %q after %v", name, err, took, c.want, c.took)
			}
		})
	}
}
