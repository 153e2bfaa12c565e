// Package instance lets a second start of Parlando reach the first, over a Unix socket beside the
// library's lock that only the same user can open. A request says which window to show, what to
// start in it, and the paths of files from the command line; nothing else is sent.
package instance

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"
)

// ErrNotRunning reports that no running Parlando fulfilled the request.
var ErrNotRunning = errors.New("no other Parlando answers")

// Request is a second start's request to the first.
type Request struct {
	// Quick requests the quick window instead of the main one.
	Quick bool `json:"quick,omitempty"`
	// NewChat requests an empty chat; Dictate starts or ends a dictation.
	NewChat bool `json:"new_chat,omitempty"`
	Dictate bool `json:"dictate,omitempty"`
	// Files are absolute paths of files to attach to the message, at most MaxFiles.
	Files []string `json:"files,omitempty"`
}

// MaxFiles is the maximum number of files in a request.
const MaxFiles = 100

const (
	// name is the file name of the socket in the library's folder.
	name = "first.socket"
	// answerWithin is the timeout of both sides.
	answerWithin = 1500 * time.Millisecond
	// longest is the maximum size of a request in bytes.
	longest = 1 << 20
)

// The possible answers.
const (
	yes = "yes\n"
	no  = "no\n"
)

// Listen answers other starts until the returned function is called. The caller must hold the lock
// of the library in dir, so that a socket left by a crash can be replaced. do is called on its own
// goroutine, one call at a time; it reports whether it fulfilled the request before its context
// ended.
func Listen(dir string, do func(context.Context, Request) bool) (closing func() error, err error) {
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
		return nil, fmt.Errorf("listen for other starts: %w", err)
	}
	// The folder is closed to other people; this closes the socket too, where somebody opened the
	// folder.
	if err := os.Chmod(at, 0o600); err != nil {
		release()
		return nil, errors.Join(err, l.Close())
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			answer(ctx, conn, do)
		}
	}()
	return func() error {
		cancel()
		err := l.Close()
		<-ended
		release()
		return err
	}, nil
}

// answer reads one request and sends back whether it was fulfilled.
func answer(ctx context.Context, conn net.Conn, do func(context.Context, Request) bool) {
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	_ = conn.SetDeadline(time.Now().Add(answerWithin))
	// who closes waits for nobody
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	line, err := bufio.NewReader(io.LimitReader(conn, longest)).ReadBytes('\n')
	if err != nil {
		return
	}
	var r Request
	if err := json.Unmarshal(line, &r); err != nil || !r.sound() || !do(ctx, r) {
		_, _ = io.WriteString(conn, no)
		return
	}
	_, _ = io.WriteString(conn, yes)
}

// IsZero reports whether the request only shows the window.
func (r Request) IsZero() bool {
	return !r.Quick && !r.NewChat && !r.Dictate && len(r.Files) == 0
}

func (r Request) sound() bool {
	for _, f := range r.Files {
		if !filepath.IsAbs(f) {
			return false
		}
	}
	return len(r.Files) <= MaxFiles
}

// SendRequest sends a request to the Parlando that has the library in dir open, and waits until it
// is fulfilled. The error is ErrNotRunning if there is none, if it does not answer in time, or if
// it cannot fulfill the request.
func SendRequest(ctx context.Context, dir string, r Request) error {
	at, release, err := place(dir)
	if err != nil {
		return errors.Join(ErrNotRunning, err)
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", at)
	if err != nil {
		return errors.Join(ErrNotRunning, err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := conn.Write(append(line, '\n')); err != nil {
		return errors.Join(ErrNotRunning, err)
	}
	said, err := bufio.NewReader(io.LimitReader(conn, int64(len(yes)))).ReadString('\n')
	if err != nil || said != yes {
		return errors.Join(ErrNotRunning, err)
	}
	return nil
}
