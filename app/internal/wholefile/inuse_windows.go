package wholefile

import (
	"errors"

	"golang.org/x/sys/windows"
)

// isInUse reports whether renaming failed because another program has the file open.
func isInUse(err error) bool {
	return errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_SHARING_VIOLATION) ||
		errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
