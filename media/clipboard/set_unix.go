//go:build !windows && !darwin

package clipboard

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// setWait bounds waiting for a tool to take over a picture.
const setWait = 10 * time.Second

func canSet() bool { return setter() != nil }

// setter returns the command line of a tool that puts a picture on the clipboard; nil if none is
// installed. The tool stays running to serve the picture, as the GUI toolkit can serve text only.
func setter() []string {
	tools := [][]string{{"xclip", "-selection", "clipboard", "-target", "image/png", "-in"}}
	if os.Getenv("WAYLAND_DISPLAY") != "" {
		tools = append([][]string{{"wl-copy", "--type", "image/png"}}, tools...)
	}
	for _, tool := range tools {
		if path, err := exec.LookPath(tool[0]); err == nil {
			return append([]string{path}, tool[1:]...)
		}
	}
	return nil
}

func set(ctx context.Context, png []byte) error {
	tool := setter()
	if tool == nil {
		return ErrUnavailable
	}
	ctx, cancel := context.WithTimeout(ctx, setWait)
	defer cancel()
	run := exec.CommandContext(ctx, tool[0], tool[1:]...)
	run.Stdin = bytes.NewReader(png)
	if err := run.Run(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}
