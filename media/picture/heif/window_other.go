//go:build !windows

package heif

import "os/exec"

// withoutWindow does nothing: only Windows opens console windows.
func withoutWindow(*exec.Cmd) {}
