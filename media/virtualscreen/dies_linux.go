package virtualscreen

import "syscall"

// dies makes a child process exit with its parent, even if the parent is killed.
var dies = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
