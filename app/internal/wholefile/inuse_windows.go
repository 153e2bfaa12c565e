package wholefile

import (
	"errors"
	"syscall"
)

// Error codes of the Windows API.
const (
	accessDenied     = syscall.ERROR_ACCESS_DENIED
	sharingViolation = syscall.Errno(32)
	lockViolation    = syscall.Errno(33)
)

// isInUse reports whether renaming failed because another program has the file open.
func isInUse(err error) bool {
	return errors.Is(err, accessDenied) || errors.Is(err, sharingViolation) || errors.Is(err, lockViolation)
}
