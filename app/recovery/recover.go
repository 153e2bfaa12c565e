package recovery

import (
	"context"
	"errors"
)

// Recover writes a new library into the folder To, out of what can be read in From. On error, or
// when ctx is done, To is removed; From is never changed.
func Recover(context.Context, Options) (Report, error) {
	return Report{}, errors.New("recovery: not written yet")
}
