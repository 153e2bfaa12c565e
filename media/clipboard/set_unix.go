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

// setWait is the time that a tool has to take a picture over.
const setWait = 10 * time.Second

func canSet() bool { return setter() != nil }

// setter is the tool that keeps a picture on the clipboard, with its arguments; nil where there is
// none. What is on the clipboard belongs to a program that hands it over whenever it is asked,
// which the window's toolkit does for texts alone.
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
		return ErrUnreachable
	}
	ctx, cancel := context.WithTimeout(ctx, setWait)
	defer cancel()
	run := exec.CommandContext(ctx, tool[0], tool[1:]...)
	run.Stdin = bytes.NewReader(png)
	if err := run.Run(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return nil
}
