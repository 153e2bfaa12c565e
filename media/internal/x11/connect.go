// Package x11 connects to the X server of the session for features that the GUI toolkit lacks.
package x11

import (
	"context"
	"fmt"
	"io"
	"log"
	"sync"

	"github.com/jezek/xgb"
)

// quiet discards the log output of the library, which also returns all problems as errors.
var quiet = sync.OnceFunc(func() { xgb.Logger = log.New(io.Discard, "", 0) })

// Connect opens a separate connection to the server in DISPLAY, which the caller must close. At
// most one connection may use an extension with events, because the library keeps their state
// globally and without a lock.
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
