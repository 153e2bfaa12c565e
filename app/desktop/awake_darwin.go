package desktop

import (
	"context"
	"os"
	"os/exec"
	"strconv"
)

// inhibitSleep keeps the computer awake until ctx is done or the process ends.
func inhibitSleep(ctx context.Context, _ string) error {
	return exec.CommandContext(ctx, "caffeinate", "-i", "-w", strconv.Itoa(os.Getpid())).Run()
}
