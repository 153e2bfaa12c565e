package desktop

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
)

// showInFolder opens Explorer, whose quoting of arguments differs from that of other programs.
// Explorer exits with 1 even on success.
func showInFolder(ctx context.Context, path string) error {
	cmd := exec.Command("explorer.exe") //nolint:noctx // it may become the file manager
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `explorer.exe /select,"` + path + `"`}
	err := runOpener(ctx, cmd)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil
	}
	return err
}
