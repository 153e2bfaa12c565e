package core

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"parlando/client/practice"
)

// ServePractice serves the practice gateway to other programs at addr, a loopback address with a
// port (0 for a free one), until ctx ends. Once it accepts requests, it prints the base address
// with the key and the paths of the other scenes to out, in two lines. It needs no window and
// stores nothing. The error is about the address or the network; the end of ctx is no error.
func ServePractice(ctx context.Context, addr string, o Options, out io.Writer) error {
	listener, err := listenLoopback(ctx, addr)
	if err != nil {
		return err
	}
	serving, stop := context.WithCancel(ctx)
	defer stop()
	server := &http.Server{
		Handler: practice.New(o.Practice), ReadHeaderTimeout: 30 * time.Second,
		// Stopping the server must also stop requests whose reply never ends.
		BaseContext: func(net.Listener) context.Context { return serving },
		ErrorLog:    log.New(io.Discard, "", 0),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	everyday, others := practice.Scenes()[0], []string(nil)
	for _, s := range practice.Scenes()[1:] {
		others = append(others, s.Path)
	}
	fmt.Fprintf(out, "The practice gateway answers at http://%s%s with the key %s until you press Ctrl+C.\nOther lists of models are at %s.\n",
		listener.Addr(), everyday.Path, practice.Key, strings.Join(others, ", "))
	select {
	case err := <-ended:
		return fmt.Errorf("the practice gateway stopped: %w", err)
	case <-ctx.Done():
	}
	return server.Close()
}

// listenLoopback listens at addr, which must be a loopback address: the practice key is not secret.
func listenLoopback(ctx context.Context, addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("the practice gateway needs an address with a port, such as 127.0.0.1:0, not %q", addr)
	}
	ip := net.ParseIP(host)
	if host == "localhost" {
		ip = net.IPv4(127, 0, 0, 1)
	}
	if ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("the practice gateway serves this computer only: %q is not a loopback address such as 127.0.0.1:0", addr)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(ip.String(), port))
	if err != nil {
		var refused *net.OpError
		if errors.As(err, &refused) {
			err = refused.Err
		}
		return nil, fmt.Errorf("the practice gateway cannot listen at %s: %w", addr, err)
	}
	return listener, nil
}
