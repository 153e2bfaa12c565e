package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"

	"parlando/client"
	"parlando/client/failure"
	"parlando/client/practice"
)

// network is a client, a bad network and a service behind it, all over loopback.
type network struct {
	*client.Client
	proxy *toxiproxy.Proxy
	// requests is the number of requests that the service received.
	requests atomic.Int32

	mu sync.Mutex
	// tape has all bytes that the client has read off its connections.
	tape bytes.Buffer
	// open is how many connections the client has.
	open int
}

// newNetwork puts the proxy before a service. What is not said in o is so short that a test does
// not wait.
func newNetwork(t *testing.T, service http.Handler, o client.Options) *network {
	t.Helper()
	n := &network{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.requests.Add(1)
		service.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	toxi := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	n.proxy = toxiproxy.NewProxy(toxi, t.Name(), "127.0.0.1:0", server.Listener.Addr().String())
	if err := n.proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.proxy.Stop)
	address, err := client.ParseAddress("http://" + n.proxy.Listen)
	if err != nil {
		t.Fatal(err)
	}
	transport := client.NewTransport()
	transport.DialContext = n.dial
	o.Address, o.Key, o.Transport = address, practice.Key, transport
	if o.SilenceTimeout == 0 {
		o.SilenceTimeout = 10 * time.Second
	}
	if o.FinishTimeout == 0 {
		o.FinishTimeout = 300 * time.Millisecond
	}
	n.Client = client.New(o)
	t.Cleanup(n.CloseIdle)
	return n
}

// patience is for a client that is to find silence after a short while; any other waits long enough
// for a busy machine.
func patience(want failure.Kind, silence time.Duration) client.Options {
	if want != failure.NoData {
		return client.Options{}
	}
	return client.Options{SilenceTimeout: silence}
}

// toxic makes the network bad in one way; downstream is the direction from the service.
func (n *network) toxic(t *testing.T, kind, stream string, attributes map[string]any) {
	t.Helper()
	data, err := json.Marshal(map[string]any{"name": kind, "type": kind, "stream": stream, "attributes": attributes})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.proxy.Toxics.AddToxicJson(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
}

func (n *network) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.open++
	return &recordedConn{Conn: conn, network: n}, nil
}

// recordedConn records what is read from a connection.
type recordedConn struct {
	net.Conn
	network *network
	close   sync.Once
}

func (c *recordedConn) Read(p []byte) (int, error) {
	k, err := c.Conn.Read(p)
	c.network.mu.Lock()
	defer c.network.mu.Unlock()
	c.network.tape.Write(p[:k])
	return k, err
}

func (c *recordedConn) Close() error {
	c.close.Do(func() {
		c.network.mu.Lock()
		defer c.network.mu.Unlock()
		c.network.open--
	})
	return c.Conn.Close()
}

func (n *network) read() []byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	return bytes.Clone(n.tape.Bytes())
}

// deadline is far beyond what any of the tests should take: what reaches it hangs.
func deadline(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// question asks practice for the same reply each time.
func question(model string) client.ChatRequest {
	cold, seed := 0.0, int64(7)
	return client.ChatRequest{
		Model: model, Temperature: &cold, Seed: &seed,
		Messages: []client.Message{{Role: "user", Content: []client.ContentPart{{Text: "How does a reply look? Grüße, 東京 😀"}}}},
	}
}

// reply is the result of a Chat as its caller sees it.
type reply struct {
	text, finish string
	complete     bool
	err          error
}

// chat reads a reply; once some text has come, then is called.
func (n *network) chat(t *testing.T, r client.ChatRequest, then func()) reply {
	t.Helper()
	ctx := deadline(t)
	stream, err := n.Chat(ctx, r)
	if err != nil {
		return reply{err: err}
	}
	defer stream.Close()
	var text strings.Builder
	var got reply
	for stream.Next() {
		for _, d := range stream.Chunk().Choices {
			text.WriteString(d.Text)
			if d.FinishReason != "" {
				got.finish = d.FinishReason
			}
		}
		if then != nil && text.Len() > 0 {
			then()
			then = nil
		}
	}
	if ctx.Err() != nil {
		t.Fatal("the reply hangs")
	}
	got.text, got.complete, got.err = text.String(), stream.Complete(), stream.Err()
	return got
}

// kindOf is the kind of an error of the client, "" if it is none.
func kindOf(err error) failure.Kind {
	if e, ok := err.(*failure.Error); ok { //nolint:errorlint // the client promises this very type
		return e.Kind
	}
	return ""
}
