// Package instance lets a second start of Parlando reach the first: over a Unix socket beside the
// lock of the library, which nobody but the same user can open. Nothing travels on it but that
// the window is to be shown, which of the two, what it is to begin, and the paths of files that
// were named on the command line.
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

// ErrNobody means that no first Parlando did what was asked.
var ErrNobody = errors.New("no other Parlando answers")

// Request is a second start's request to the first.
type Request struct {
	// Quick asks for the quick window instead of the large one.
	Quick bool `json:"quick,omitempty"`
	// NewChat asks for an empty chat; Dictate begins a dictation, or ends one.
	NewChat bool `json:"new_chat,omitempty"`
	Dictate bool `json:"dictate,omitempty"`
	// Files are the paths of files to be put into the message, whole paths, at most MostFiles.
	Files []string `json:"files,omitempty"`
}

// MostFiles is the number of files in a request.
const MostFiles = 100

const (
	// name is that of the socket, in the folder of the library.
	name = "first.socket"
	// answerWithin is the time for which either side waits for the other.
	answerWithin = 1500 * time.Millisecond
	// longest is the size of a request at most, in bytes.
	longest = 1 << 20
)

// What is answered.
const (
	yes = "yes\n"
	no  = "no\n"
)

// Listen answers other starts until the returned function is called. The caller holds the lock of
// the library in dir: a socket that a crash has left there is nobody's. do is called on a goroutine
// of its own, one call at a time; it reports whether it did what was asked, before its context
// ends.
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

// answer reads one request and reports whether it was done.
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

// IsZero reports whether nothing is asked but that the window is shown.
func (r Request) IsZero() bool {
	return !r.Quick && !r.NewChat && !r.Dictate && len(r.Files) == 0
}

func (r Request) sound() bool {
	for _, f := range r.Files {
		if !filepath.IsAbs(f) {
			return false
		}
	}
	return len(r.Files) <= MostFiles
}

// Ask asks the Parlando that has the library in dir, and returns when it has done that. The error
// is ErrNobody when there is none, when it does not answer within a moment, or when it cannot do
// it.
func Ask(ctx context.Context, dir string, r Request) error {
	at, release, err := place(dir)
	if err != nil {
		return errors.Join(ErrNobody, err)
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", at)
	if err != nil {
		return errors.Join(ErrNobody, err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := conn.Write(append(line, '\n')); err != nil {
		return errors.Join(ErrNobody, err)
	}
	said, err := bufio.NewReader(io.LimitReader(conn, int64(len(yes)))).ReadString('\n')
	if err != nil || said != yes {
		return errors.Join(ErrNobody, err)
	}
	return nil
}
