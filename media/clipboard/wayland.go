//go:build !windows && !darwin

package clipboard

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"time"
)

// fromWayland asks the tool wl-paste.
func fromWayland(ctx context.Context, most int) ([]byte, error) {
	tool, err := exec.LookPath("wl-paste")
	if err != nil {
		return nil, ErrUnreachable
	}
	soon, cancel := context.WithTimeout(ctx, stall)
	defer cancel()
	types, err := output(soon, 64<<10, tool, "--list-types")
	if err != nil {
		return nil, ErrNoPicture
	}
	for _, kind := range wanted(strings.Split(string(types), "\n")) {
		data, err := output(ctx, most, tool, "--no-newline", "--type", kind)
		if err == nil && isPicture(data) || errors.Is(err, ErrTooLarge) {
			return data, err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, ErrNoPicture
}

// output runs a program without a shell and returns what it writes, or ErrTooLarge beyond most bytes.
func output(ctx context.Context, most int, path string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	run := exec.CommandContext(ctx, path, args...)
	run.WaitDelay = time.Second
	written := &capped{left: most}
	run.Stdout = written
	err := run.Run()
	if written.over {
		return nil, ErrTooLarge
	}
	return written.buffer.Bytes(), err
}

// capped is a buffer that takes no more than it may. The buffer is not embedded: io.Copy would go past Write by its ReadFrom.
type capped struct {
	buffer bytes.Buffer
	left   int
	over   bool
}

func (c *capped) Write(p []byte) (int, error) {
	if len(p) > c.left {
		c.over = true
		return 0, io.ErrShortWrite
	}
	c.left -= len(p)
	return c.buffer.Write(p)
}
