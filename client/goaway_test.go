package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"parlando/client/failure"
)

// framedServer is an HTTP/2 server that answers frame by frame, as net/http's own never would.
type framedServer struct {
	requests    atomic.Int32
	connections atomic.Int32
	// begun is called once the headers of a request have come, whole once all of it has; before is
	// the number of requests before it.
	begun, whole func(c *framedConn, stream uint32, before int)

	mu   sync.Mutex
	said []string // the whole bodies
}

// framedConn is one connection to a framedServer.
type framedConn struct {
	*http2.Framer
	close func() error
	// served counts the requests of this connection.
	served int
}

// newFramedServer starts a server at a loopback address, and returns a client of it.
func newFramedServer(t *testing.T, s *framedServer, o Options) *Client {
	t.Helper()
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.TLS = &tls.Config{NextProtos: []string{"h2"}, MinVersion: tls.VersionTLS12}
	server.Config.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){
		"h2": func(_ *http.Server, conn *tls.Conn, _ http.Handler) { s.serve(conn) },
	}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	transport := NewTransport()
	transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	t.Cleanup(transport.CloseIdleConnections)
	address, err := ParseAddress(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	o.Address, o.Transport = address, transport
	return New(o)
}

func (s *framedServer) serve(conn *tls.Conn) {
	s.connections.Add(1)
	if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	c := &framedConn{Framer: http2.NewFramer(conn, conn), close: conn.Close}
	_ = c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 1 << 24})
	_ = c.WriteWindowUpdate(0, 1<<24)
	c.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	bodies := map[uint32]*strings.Builder{}
	order := map[uint32]int{}
	for {
		frame, err := c.ReadFrame()
		if err != nil {
			return
		}
		id, over := frame.Header().StreamID, false
		switch f := frame.(type) {
		case *http2.SettingsFrame:
			if !f.IsAck() {
				_ = c.WriteSettingsAck()
			}
		case *http2.MetaHeadersFrame:
			c.served++
			order[id], bodies[id], over = int(s.requests.Add(1))-1, &strings.Builder{}, f.StreamEnded()
			if s.begun != nil {
				s.begun(c, id, order[id])
			} else if strings.Contains(fmt.Sprint(f.RegularFields()), "100-continue") {
				c.head(id, "100")
			}
		case *http2.DataFrame:
			bodies[id].Write(f.Data())
			over = f.StreamEnded()
		}
		if over {
			s.mu.Lock()
			s.said = append(s.said, bodies[id].String())
			s.mu.Unlock()
			if s.whole != nil {
				s.whole(c, id, order[id])
			}
		}
	}
}

// head sends the header of an answer.
func (c *framedConn) head(stream uint32, status string) {
	var block bytes.Buffer
	_ = hpack.NewEncoder(&block).WriteField(hpack.HeaderField{Name: ":status", Value: status})
	_ = c.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: block.Bytes(), EndHeaders: true})
}

func (c *framedConn) answer(stream uint32, body string) {
	c.head(stream, "200")
	_ = c.WriteData(stream, true, []byte(body))
}

// The ways in which a service says that it did not process a request.
var unprocessed = map[string]func(c *framedConn, stream uint32){
	"goes away":              func(c *framedConn, stream uint32) { _ = c.WriteGoAway(stream-1, http2.ErrCodeNo, nil) },
	"goes away with a fault": func(c *framedConn, _ uint32) { _ = c.WriteGoAway(0, http2.ErrCodeInternal, []byte("shutdown")) },
	"goes away and hangs up": func(c *framedConn, stream uint32) {
		_ = c.WriteGoAway(stream-1, http2.ErrCodeNo, nil)
		_ = c.close()
	},
	"refuses the stream": func(c *framedConn, stream uint32) { _ = c.WriteRSTStream(stream, http2.ErrCodeRefusedStream) },
}

// requestsOverHTTP2 are the kinds of requests, each with a good answer.
var requestsOverHTTP2 = map[string]struct {
	ask    func(context.Context, *Client) error
	answer string
}{
	"chat": {questions["chat"], goodStream},
	"whole chat": {func(ctx context.Context, c *Client) error {
		r := hello()
		r.Omit = []string{"stream"}
		return collect(c, ctx, r).err
	}, `{"choices":[{"index":0,"message":{"content":"Hi"},"finish_reason":"stop"}]}`},
	"models":        {questions["models"], `{"data":[{"id":"m"}]}`},
	"speech":        {questions["speech"], string(mp3Frames(4))},
	"transcription": {questions["transcription"], `{"text":"Hi"}`},
	"long transcription": {func(ctx context.Context, c *Client) error {
		_, err := c.Transcribe(ctx, TranscriptionRequest{Audio: bytes.NewReader(silentWAV(1 << 20))})
		return err
	}, `{"text":"Hi"}`},
}

func TestAServiceThatProcessesNothingIsAskedTwice(t *testing.T) {
	for way, refuse := range unprocessed {
		for _, early := range []bool{true, false} {
			for name, one := range requestsOverHTTP2 {
				t.Run(fmt.Sprint(name, " ", way, " early ", early), func(t *testing.T) {
					t.Parallel()
					s := &framedServer{}
					do := func(c *framedConn, stream uint32, _ int) { refuse(c, stream) }
					if early {
						s.begun = do
					} else {
						s.whole = do
					}
					b := &book{}
					c := newFramedServer(t, s, Options{Meter: b})
					start := time.Now()
					err := one.ask(t.Context(), c)
					var e *failure.Error
					if !errors.As(err, &e) || e.Kind != failure.Restarting || e.MayBeBilled || !e.Unprocessed {
						t.Errorf("%+v", err)
					}
					if n := s.requests.Load(); n != 2 || time.Since(start) > 10*time.Second {
						t.Errorf("%d requests in %v", n, time.Since(start))
					}
					b.mu.Lock()
					defer b.mu.Unlock()
					if name != "models" && (b.sent != 2 || len(b.ended) != 1 || b.ended[0].Attempts != 2 || b.ended[0].Answered) {
						t.Errorf("told of %d attempts, %+v", b.sent, b.ended)
					}
				})
			}
		}
	}
}

func TestARequestThatWasNotProcessedIsAnsweredTheSecondTime(t *testing.T) {
	for way, refuse := range unprocessed {
		for name, one := range requestsOverHTTP2 {
			t.Run(name+" "+way, func(t *testing.T) {
				t.Parallel()
				s := &framedServer{}
				s.whole = func(c *framedConn, stream uint32, before int) {
					if before == 0 {
						refuse(c, stream)
						return
					}
					c.answer(stream, one.answer)
				}
				b := &book{}
				if err := one.ask(t.Context(), newFramedServer(t, s, Options{Meter: b})); err != nil || s.requests.Load() != 2 {
					t.Errorf("%v after %d requests", err, s.requests.Load())
				}
				s.mu.Lock()
				defer s.mu.Unlock()
				if len(s.said) != 2 || s.said[0] != s.said[1] && name != "transcription" && name != "long transcription" {
					t.Errorf("the second request is another one: %.200q", s.said)
				}
			})
		}
	}
}

// Without its promise that nothing was processed, a service may have billed the request.
func TestAStreamThatEndsWithoutThatPromiseMayBeBilled(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(c *framedConn, stream uint32)
		want failure.Kind
	}{
		"internal error": {func(c *framedConn, stream uint32) { _ = c.WriteRSTStream(stream, http2.ErrCodeInternal) }, failure.Network},
		"protocol error": {func(c *framedConn, stream uint32) { _ = c.WriteRSTStream(stream, http2.ErrCodeProtocol) }, failure.Network},
		"canceled":       {func(c *framedConn, stream uint32) { _ = c.WriteRSTStream(stream, http2.ErrCodeCancel) }, failure.Network},
		"goes away in the middle of it": {func(c *framedConn, stream uint32) {
			_ = c.WriteGoAway(stream, http2.ErrCodeNo, []byte("REFUSED_STREAM"))
			_ = c.close()
		}, failure.Network},
		"hangs up": {func(c *framedConn, _ uint32) { _ = c.close() }, failure.Network},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &framedServer{whole: func(f *framedConn, stream uint32, _ int) { c.end(f, stream) }}
			got := collect(newFramedServer(t, s, Options{}), t.Context(), hello())
			var e *failure.Error
			if !errors.As(got.err, &e) || e.Kind != c.want || !e.MayBeBilled || e.Unprocessed || s.requests.Load() != 1 {
				t.Errorf("%+v after %d requests", got.err, s.requests.Load())
			}
		})
	}
}

// The promise without a wish to be asked again: the service asks for calm.
func TestAServiceThatAsksForCalmIsNotAskedAgain(t *testing.T) {
	for name, one := range requestsOverHTTP2 {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &framedServer{whole: func(c *framedConn, _ uint32, _ int) { _ = c.WriteGoAway(0, http2.ErrCodeEnhanceYourCalm, nil) }}
			err := one.ask(t.Context(), newFramedServer(t, s, Options{}))
			var e *failure.Error
			if !errors.As(err, &e) || e.Kind != failure.RateLimit || e.MayBeBilled || !e.Unprocessed || s.requests.Load() != 1 {
				t.Errorf("%+v after %d requests", err, s.requests.Load())
			}
		})
	}
}

func TestAReplyLivesOnWhenItsServiceGoesAway(t *testing.T) {
	s := &framedServer{whole: func(c *framedConn, stream uint32, _ int) {
		c.head(stream, "200")
		for i, part := range strings.SplitAfter(goodStream, "\n\n") {
			_ = c.WriteData(stream, false, []byte(part))
			if i == 0 {
				_ = c.WriteGoAway(stream, http2.ErrCodeNo, nil)
			}
		}
		_ = c.WriteData(stream, true, nil)
	}}
	c := newFramedServer(t, s, Options{})
	for range 3 {
		if got := collect(c, t.Context(), hello()); got.err != nil || !got.complete || got.choices[0].Text != "Hello" {
			t.Errorf("%+v", got)
		}
	}
	if s.requests.Load() != 3 || s.connections.Load() != 3 {
		t.Errorf("%d requests over %d connections", s.requests.Load(), s.connections.Load())
	}
}

// A recording that can be read once is not sent again.
func TestARecordingThatCannotBeReadAgainIsSentOnce(t *testing.T) {
	s := &framedServer{whole: func(c *framedConn, stream uint32, _ int) { unprocessed["goes away"](c, stream) }}
	c := newFramedServer(t, s, Options{})
	once := struct{ io.Reader }{bytes.NewReader(silentWAV(1000))}
	_, err := c.Transcribe(t.Context(), TranscriptionRequest{Audio: once})
	var e *failure.Error
	if !errors.As(err, &e) || e.Kind != failure.Restarting || e.MayBeBilled || s.requests.Load() != 1 {
		t.Errorf("%+v after %d requests", err, s.requests.Load())
	}
}

// The second request of a connection is refused, as by a service that closes its old connections.
func TestAnOldConnectionIsReplacedWithoutAWord(t *testing.T) {
	for name, one := range requestsOverHTTP2 {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &framedServer{}
			s.whole = func(c *framedConn, stream uint32, _ int) {
				if c.served > 1 {
					_ = c.WriteGoAway(stream-2, http2.ErrCodeNo, nil)
					return
				}
				c.answer(stream, one.answer)
			}
			c := newFramedServer(t, s, Options{})
			for i := range 3 {
				if err := one.ask(t.Context(), c); err != nil {
					t.Errorf("request %d: %v", i+1, err)
				}
			}
		})
	}
}
