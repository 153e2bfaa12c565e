//go:build !windows && !darwin

package clipboard

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"

	"parlando/media/bounded"
)

// fromWayland reads the clipboard with wl-paste.
func fromWayland(ctx context.Context, q query, most int) ([]byte, error) {
	tool, err := exec.LookPath("wl-paste")
	if err != nil {
		return nil, ErrUnavailable
	}
	soon, cancel := context.WithTimeout(ctx, stall)
	defer cancel()
	types, err := output(soon, 64<<10, tool, "--list-types")
	if err != nil {
		return nil, ErrNoPicture
	}
	for _, kind := range q.of(strings.Split(string(types), "\n")) {
		data, err := output(ctx, most, tool, "--no-newline", "--type", kind)
		if err == nil && q.is(data) || errors.Is(err, ErrTooLarge) {
			return data, err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, ErrNoPicture
}

// output runs a program without a shell and returns its output, or ErrTooLarge beyond most bytes.
func output(ctx context.Context, most int, path string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	run := exec.CommandContext(ctx, path, args...)
	run.WaitDelay = time.Second
	written := bounded.NewFailingBuffer(most)
	run.Stdout = written
	err := run.Run()
	if written.Exceeded() {
		return nil, ErrTooLarge
	}
	return written.Bytes(), err
}
