package clipboard

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// heldText is empty: macOS stores the contents of the clipboard.
type heldText struct{}

func (heldText) close(context.Context) {}

// scriptWait bounds the run time of osascript.
const scriptWait = 5 * time.Second

func (heldText) set(ctx context.Context, plain, html string) error {
	ctx, cancel := context.WithTimeout(ctx, scriptWait)
	defer cancel()
	run := exec.CommandContext(ctx, "/usr/bin/osascript", "-")
	run.Stdin = strings.NewReader(macScript(plain, html))
	if err := run.Run(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}
