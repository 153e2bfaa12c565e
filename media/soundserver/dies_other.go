//go:build !linux

package soundserver

import "syscall"

var dies *syscall.SysProcAttr
