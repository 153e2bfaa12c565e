//go:build !windows

package console

import "os/exec"

// Hide keeps Windows from opening a console window for a program that is not started yet.
func Hide(*exec.Cmd) {}
