package desktop

import (
	"context"
	"os/exec"
)

func showInFolder(ctx context.Context, path string) error {
	return runOpener(ctx, exec.Command("open", "-R", path)) //nolint:noctx // runOpener bounds it
}
