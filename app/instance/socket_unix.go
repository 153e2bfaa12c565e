//go:build !windows

package instance

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
)

// name is the file name of the socket in the library's folder.
const name = "first.socket"

// socket listens at a Unix socket, whose address is valid until release is called.
type socket struct {
	listener *net.UnixListener
	release  func()
}

// Accept implements listener.
func (s socket) Accept() (conn, error) { return s.listener.Accept() }

// Close implements listener.
func (s socket) Close() error {
	defer s.release()
	return s.listener.Close()
}

// listen opens the socket in dir, and replaces a socket left by a crash.
func listen(dir string) (listener, error) {
	at, release, err := place(dir)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(at); err != nil && !errors.Is(err, os.ErrNotExist) {
		release()
		return nil, fmt.Errorf("clear the socket: %w", err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: at, Net: "unix"})
	if err != nil {
		release()
		return nil, err
	}
	// Only this user can open the folder. Restrict the socket, too, in case the folder's mode was
	// changed.
	if err := os.Chmod(at, 0o600); err != nil {
		release()
		return nil, errors.Join(err, l.Close())
	}
	return socket{l, release}, nil
}

// connect connects to the socket in dir.
func connect(ctx context.Context, dir string) (conn, error) {
	at, release, err := place(dir)
	if err != nil {
		return nil, err
	}
	defer release()
	return (&net.Dialer{}).DialContext(ctx, "unix", at)
}
