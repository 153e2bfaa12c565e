package virtualscreen

import "syscall"

// dies has a process end with the one that started it, even when that is killed.
var dies = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
