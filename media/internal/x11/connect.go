// Package x11 joins the X server of this session, for what the window's toolkit does not do.
package x11

import (
	"context"
	"fmt"
	"io"
	"log"
	"sync"

	"github.com/jezek/xgb"
)

// quiet keeps the library from writing to the terminal of the user: each of its problems comes
// back as an error, too.
var quiet = sync.OnceFunc(func() { xgb.Logger = log.New(io.Discard, "", 0) })

// Connect opens a connection of its own to the server that DISPLAY names, which the caller closes.
// No two connections may use an extension with events: the library keeps what it knows of those for
// all of them, without a lock.
func Connect(ctx context.Context) (*xgb.Conn, error) {
	quiet()
	type connectResult struct {
		conn *xgb.Conn
		err  error
	}
	done := make(chan connectResult, 1)
	go func() {
		conn, err := xgb.NewConn()
		done <- connectResult{conn, err}
	}()
	select {
	case c := <-done:
		if c.err != nil {
			return nil, fmt.Errorf("join the display: %w", c.err)
		}
		return c.conn, nil
	case <-ctx.Done():
		go func() {
			if c := <-done; c.err == nil {
				c.conn.Close()
			}
		}()
		return nil, ctx.Err()
	}
}
