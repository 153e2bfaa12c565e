package desktop

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// ShowInFolder opens the folder of a file or folder in the file manager, with the item selected
// where possible. It waits at most a few seconds.
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

// runOpener runs a program that opens a file or folder, and returns its error. A program that keeps
// running is the application itself, so it is not waited for.
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
