//go:build !linux

package virtualscreen

import "syscall"

var dies *syscall.SysProcAttr
