package connections_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
)

// proxyServer is a real proxy on this computer: it takes every host for the one at origin, and
// keeps what it was sent.
type proxyServer struct {
	net.Listener
	origin         string
	name, password string // what it wants to know; "" lets everybody through

	mu    sync.Mutex
	asked []string // the hosts
	heard bytes.Buffer
	open  []net.Conn
}

// startProxy starts one that speaks by serve.
func startProxy(t *testing.T, origin string, serve func(*proxyServer, net.Conn)) *proxyServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // It is this test's own.
	if err != nil {
		t.Fatal(err)
	}
	p := &proxyServer{Listener: l, origin: origin}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			p.opened(c)
			all.Go(func() {
				serve(p, c)
				_ = c.Close()
			})
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		p.mu.Lock()
		for _, c := range p.open { // one may be kept for a next request that never comes
			_ = c.Close()
		}
		p.mu.Unlock()
		all.Wait()
	})
	return p
}

func (p *proxyServer) opened(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = append(p.open, c)
}

// Write keeps what was sent to the proxy.
func (p *proxyServer) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.heard.Write(data)
}

func (p *proxyServer) ask(host string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, host)
}

// hosts returns what it was asked for since the last call.
func (p *proxyServer) hosts() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	asked := p.asked
	p.asked = nil
	return asked
}

func (p *proxyServer) everHeard(word string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Contains(p.heard.Bytes(), []byte(word))
}

// pipe carries bytes both ways until one side ends.
func (p *proxyServer) pipe(c net.Conn, from io.Reader) {
	to, err := net.Dial("tcp", p.origin) //nolint:noctx // It ends with the listener.
	if err != nil {
		return
	}
	p.opened(to)
	go func() {
		_, _ = io.Copy(to, io.TeeReader(from, p))
		_ = to.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(c, to)
	_ = to.Close()
}

// serveHTTP is a proxy of the http kind: CONNECT.
func serveHTTP(p *proxyServer, c net.Conn) {
	in := bufio.NewReader(io.TeeReader(c, p))
	r, err := http.ReadRequest(in)
	if err != nil {
		return
	}
	p.ask(r.Host)
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(p.name+":"+p.password))
	if p.name != "" && r.Header.Get("Proxy-Authorization") != want {
		_, _ = io.WriteString(c, "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n")
		return
	}
	if r.Method != http.MethodConnect {
		_, _ = io.WriteString(c, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
		return
	}
	_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
	p.pipe(c, in)
}

// serveSOCKS is a proxy of the socks5 kind (RFC 1928, RFC 1929).
func serveSOCKS(p *proxyServer, c net.Conn) {
	in := bufio.NewReader(io.TeeReader(c, p))
	read := func(n int) []byte {
		b := make([]byte, n)
		_, _ = io.ReadFull(in, b)
		return b
	}
	methods := read(int(read(2)[1]))
	method := byte(0)
	if p.name != "" {
		method = 2
	}
	if bytes.IndexByte(methods, method) < 0 {
		_, _ = c.Write([]byte{5, 0xff})
		return
	}
	_, _ = c.Write([]byte{5, method})
	if method == 2 {
		name := string(read(int(read(2)[1])))
		password := string(read(int(read(1)[0])))
		if name != p.name || password != p.password {
			_, _ = c.Write([]byte{1, 1})
			return
		}
		_, _ = c.Write([]byte{1, 0})
	}
	if head := read(4); head[1] != 1 || head[3] != 3 {
		_, _ = c.Write([]byte{5, 7, 0, 1, 0, 0, 0, 0, 0, 0})
		return
	}
	host := string(read(int(read(1)[0])))
	port := binary.BigEndian.Uint16(read(2))
	p.ask(net.JoinHostPort(host, itoa(port)))
	_, _ = c.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	p.pipe(c, in)
}

func bufferedReader(r io.Reader) *bufio.Reader { return bufio.NewReader(r) }
