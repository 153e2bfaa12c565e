package practice

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Transport returns a RoundTripper that sends requests to the gateway in memory: for any host,
// without sockets or proxies. Each connection serves one request and leaves no resources behind.
func (g *Gateway) Transport() http.RoundTripper {
	return &http.Transport{
		Proxy: nil,
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			ours, theirs := net.Pipe()
			g.serve(theirs)
			return ours, nil
		},
		DisableKeepAlives:  true,
		DisableCompression: true,
	}
}

// serve serves one connection in the background until it is closed.
func (g *Gateway) serve(conn net.Conn) {
	l := &oneConn{closed: make(chan struct{})}
	l.conn = &watchedConn{Conn: conn, gone: l.Close}
	server := &http.Server{
		Handler: g, ReadHeaderTimeout: 30 * time.Second,
		// Errors are reported in the response.
		ErrorLog: log.New(io.Discard, "", 0),
	}
	go func() { _ = server.Serve(l) }()
}

// oneConn is a listener with one connection. A second Accept blocks until Close.
type oneConn struct {
	conn   net.Conn
	once   sync.Once
	closed chan struct{}
	done   sync.Once
}

func (l *oneConn) Accept() (net.Conn, error) {
	var conn net.Conn
	l.once.Do(func() { conn = l.conn })
	if conn != nil {
		return conn, nil
	}
	<-l.closed
	return nil, net.ErrClosed
}

func (l *oneConn) Close() error {
	l.done.Do(func() { close(l.closed) })
	return nil
}

func (l *oneConn) Addr() net.Addr { return l.conn.LocalAddr() }

// watchedConn runs a callback when it is closed.
type watchedConn struct {
	net.Conn
	gone func() error
}

func (c *watchedConn) Close() error {
	err := c.Conn.Close()
	_ = c.gone()
	return err
}
