package attachments

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// ErrNoClipboardPicture means that there is no picture on the clipboard, or none that Parley can reach on this system.
var ErrNoClipboardPicture = errors.New("attachments: no picture on the clipboard")

// clipboardWait is how long the program that owns the clipboard may take to hand a picture over.
const clipboardWait = 3 * time.Second

// FromClipboard returns the picture on the clipboard as a PNG file. The window's toolkit knows of texts alone, so on Linux the
// tools wl-paste (Wayland) and xclip (X11) are asked, where they are installed. The error is
// ErrNoClipboardPicture, or that of ctx.
func (a *Attachments) FromClipboard(ctx context.Context) ([]byte, error) {
	tools := [][]string{{"xclip", "-selection", "clipboard", "-target", "image/png", "-out"}}
	if os.Getenv("WAYLAND_DISPLAY") != "" {
		tools = append([][]string{{"wl-paste", "--no-newline", "--type", "image/png"}}, tools...)
	}
	why := ErrNoClipboardPicture
	for _, tool := range tools {
		path, err := exec.LookPath(tool[0])
		if err != nil {
			continue
		}
		data, err := output(ctx, path, tool[1:])
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && len(data) > 0 || len(data) > MaxFile { // Add says that it is too large
			return data, nil
		}
		why = errors.Join(fmt.Errorf("%w: %s gave %d bytes", ErrNoClipboardPicture, tool[0], len(data)), err)
	}
	return nil, why
}

// output runs a program without a shell and returns what it writes, at most MaxFile bytes and one.
func output(ctx context.Context, path string, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, clipboardWait)
	defer cancel()
	run := exec.CommandContext(ctx, path, args...)
	run.WaitDelay = time.Second
	written := &capped{left: MaxFile + 1}
	run.Stdout = written
	err := run.Run()
	return written.buffer.Bytes(), err
}

// capped is a buffer that takes no more than it may. The buffer is not embedded: io.Copy would go past Write by its ReadFrom.
type capped struct {
	buffer bytes.Buffer
	left   int
}

func (c *capped) Write(p []byte) (int, error) {
	n, err := c.buffer.Write(p[:min(len(p), c.left)])
	c.left -= n
	if n < len(p) {
		return n, io.ErrShortWrite
	}
	return n, err
}
