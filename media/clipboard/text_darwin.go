package clipboard

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// heldText is nothing: macOS keeps what is on the clipboard.
type heldText struct{}

func (heldText) close(context.Context) {}

// scriptWait is the time that osascript has.
const scriptWait = 5 * time.Second

func (heldText) set(ctx context.Context, plain, html string) error {
	ctx, cancel := context.WithTimeout(ctx, scriptWait)
	defer cancel()
	run := exec.CommandContext(ctx, "/usr/bin/osascript", "-")
	run.Stdin = strings.NewReader(macScript(plain, html))
	if err := run.Run(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return nil
}
