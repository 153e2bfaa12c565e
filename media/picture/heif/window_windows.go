package heif

import (
	"os/exec"
	"syscall"
)

// withoutWindow keeps the system from opening a window for a program of the console.
func withoutWindow(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true} }
