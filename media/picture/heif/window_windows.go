package heif

import (
	"os/exec"
	"syscall"
)

// withoutWindow prevents Windows from opening a console window for the program.
func withoutWindow(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true} }
