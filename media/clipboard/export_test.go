//go:build !windows && !darwin

package clipboard

import (
	"context"
	"time"
)

// FromX11 is fromX11: a test need not wait as long as a user would.
func FromX11(ctx context.Context, most int, stall time.Duration) ([]byte, error) {
	return fromX11(ctx, query{kinds, isPicture}, most, stall)
}
