// Package instance lets a second start of Parlando reach the first, over a Unix socket beside the
// library's lock or, on Windows, a named pipe; only the same user can open either. A request says
// which window to show, what to start in it, and the paths of files from the command line, or that
// Parlando is to close; nothing else is sent.
package instance

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"
)

// ErrNotRunning reports that no running Parlando fulfilled the request.
var ErrNotRunning = errors.New("no other Parlando responds")

// Request is a second start's request to the first.
type Request struct {
	// Quick requests the quick window in place of the main window.
	Quick bool `json:"quick,omitempty"`
	// NewChat requests an empty chat. Dictate starts a dictation, or ends the running one.
	NewChat bool `json:"new_chat,omitempty"`
	Dictate bool `json:"dictate,omitempty"`
	// Announce turns announcements on.
	Announce bool `json:"announce,omitempty"`
	// Files are absolute paths of files to attach to the message, at most MaxFiles.
	Files []string `json:"files,omitempty"`
	// Quit requests that Parlando closes, like closing its window.
	Quit bool `json:"quit,omitempty"`
}

// MaxFiles is the maximum number of files in a request.
const MaxFiles = 100

const (
	// answerWithin is the timeout of an exchange, on both sides.
	answerWithin = 1500 * time.Millisecond
	// longest is the maximum size of a request in bytes.
	longest = 1 << 20
)

// The possible answers.
const (
	yes = "yes\n"
	no  = "no\n"
)

// listener accepts connections from other processes of the program.
type listener interface {
	// Accept returns the next connection. After an error it must not be called again.
	Accept() (conn, error)
	// Close makes Accept return an error.
	Close() error
}

// conn is a connection with another start.
type conn interface {
	io.ReadWriteCloser
	SetDeadline(t time.Time) error
}

// Listen answers other starts until the returned function is called. The caller must hold the lock
// of the library in dir, so that Listen may replace a socket left by a crash. do is called on its
// own goroutine, one call at a time, and reports whether it fulfilled the request before its
// context ended.
func Listen(dir string, do func(context.Context, Request) bool) (closing func() error, err error) {
	l, err := listen(dir)
	if err != nil {
		return nil, fmt.Errorf("listen for other starts: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			came, err := l.Accept()
			if err != nil {
				return
			}
			answer(ctx, came, do)
		}
	}()
	return func() error {
		cancel()
		err := l.Close()
		<-ended
		return err
	}, nil
}

// answer reads one request and sends back whether it was fulfilled.
func answer(ctx context.Context, with conn, do func(context.Context, Request) bool) {
	defer with.Close()
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	_ = with.SetDeadline(time.Now().Add(answerWithin))
	// Closing must not wait for the other process.
	stop := context.AfterFunc(ctx, func() { _ = with.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	line, err := bufio.NewReader(io.LimitReader(with, longest)).ReadBytes('\n')
	if err != nil {
		return
	}
	var r Request
	if err := json.Unmarshal(line, &r); err != nil || !r.sound() || !do(ctx, r) {
		_, _ = io.WriteString(with, no)
		return
	}
	_, _ = io.WriteString(with, yes)
}

// IsZero reports whether the request asks only to show the window.
func (r Request) IsZero() bool {
	return !r.Quick && !r.NewChat && !r.Dictate && !r.Announce && !r.Quit && len(r.Files) == 0
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
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	first, err := connect(ctx, dir)
	if err != nil {
		return errors.Join(ErrNotRunning, err)
	}
	defer first.Close()
	stop := context.AfterFunc(ctx, func() { _ = first.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := first.Write(append(line, '\n')); err != nil {
		return errors.Join(ErrNotRunning, err)
	}
	said, err := bufio.NewReader(io.LimitReader(first, int64(len(yes)))).ReadString('\n')
	if err != nil || said != yes {
		return errors.Join(ErrNotRunning, err)
	}
	return nil
}
