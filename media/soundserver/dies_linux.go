package soundserver

import "syscall"

// dies makes a child process exit with its parent, even if that is killed.
var dies = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
