package desktop

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// ShowInFolder shows a file or folder in the desktop's file manager: its folder with it selected,
// or where that is not possible its folder. It waits a few seconds at most.
func ShowInFolder(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(path); err != nil {
		return err
	}
	return showInFolder(ctx, path)
}

// runOpener starts a program that opens something and returns how it ended. One that goes on has
// become what it opened, and is left alone.
func runOpener(ctx context.Context, cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%w: %w", ErrNone, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	patience := time.NewTimer(callTimeout)
	defer patience.Stop()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("%w: %w", ErrNone, err)
		}
		return nil
	case <-patience.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
