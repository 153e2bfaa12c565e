//go:build !windows

package subprocess

import "os/exec"

// Start starts a program. On Windows it opens no console window and ends with its parent.
func Start(cmd *exec.Cmd) error { return cmd.Start() }
