package desktop

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
)

// showInFolder passes the arguments as Explorer reads them, which is not as other programs do. It
// ends with 1 even when it has shown the file.
func showInFolder(ctx context.Context, path string) error {
	cmd := exec.Command("explorer.exe") //nolint:noctx // it may become the file manager
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `explorer.exe /select,"` + path + `"`}
	err := runOpener(ctx, cmd)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil
	}
	return err
}
