package client

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// connections counts what a server has open.
type connections struct {
	mu   sync.Mutex
	open map[net.Conn]bool
	gone chan struct{} // told of each that closes
}

func (c *connections) watch(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		c.open[conn] = true
	case http.StateClosed, http.StateHijacked:
		delete(c.open, conn)
		select {
		case c.gone <- struct{}{}:
		default:
		}
	}
}

// waitForNone waits until none is left.
func (c *connections) waitForNone(t *testing.T) {
	t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		c.mu.Lock()
		left := len(c.open)
		c.mu.Unlock()
		if left == 0 {
			return
		}
		select {
		case <-c.gone:
		case <-timeout:
			t.Fatalf("%d connections are still open", left)
		}
	}
}

func TestThousandCanceledStreamsLeaveNothing(t *testing.T) {
	before := goleak.IgnoreCurrent()
	open := &connections{open: map[net.Conn]bool{}, gone: make(chan struct{}, 1)}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.Header.Get("Accept") != "*/*" { // a stream of text, else of sound
			_, _ = io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}]}\n\n")
		} else {
			_, _ = w.Write(silentWAV(1000))
		}
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	server.Config.ConnState = open.watch
	server.Start()
	address, err := ParseAddress(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := New(Options{Address: address})
	for i := range 1000 {
		ctx, cancel := context.WithCancel(t.Context())
		switch i % 5 {
		case 0: // before the answer: now and then before the question has left
			cancel()
			if s, err := client.Chat(ctx, hello()); err == nil {
				_ = s.Close()
			}
		case 1, 2: // in the middle, by the context or by Close, and never read again
			s, err := client.Chat(ctx, hello())
			if err != nil {
				t.Fatal(err)
			}
			s.Next()
			if i%5 == 1 {
				cancel()
				for s.Next() {
				}
			}
			_ = s.Close()
		case 3: // from another goroutine, while it is waited for
			s, err := client.Chat(ctx, hello())
			if err != nil {
				t.Fatal(err)
			}
			s.Next()
			closed := make(chan struct{})
			go func() { defer close(closed); _ = s.Close() }()
			for s.Next() {
			}
			<-closed
		case 4:
			s, err := client.Speech(ctx, say("Hi"))
			if err != nil {
				t.Fatal(err)
			}
			_, _ = s.Read(make([]byte, 10))
			_ = s.Close()
		}
		cancel()
	}
	client.CloseIdle()
	open.waitForNone(t)
	server.Close()
	goleak.VerifyNone(t, before)
}
