//go:build !windows

package heif

import "os/exec"

// withoutWindow has nothing to do: programs get no window unasked.
func withoutWindow(*exec.Cmd) {}
