//go:build !windows && !darwin

package desktop

import (
	"context"
	"fmt"

	"parlando/media/portal"
)

// PrefersReducedMotion reports whether animations are disabled in the desktop's settings. The error
// is ErrNone if the desktop has no such setting.
func PrefersReducedMotion(ctx context.Context) (bool, error) {
	conn, err := portal.SessionBus(ctx)
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrNone, err)
	}
	defer conn.Close()
	value, err := readSetting(ctx, conn, "org.gnome.desktop.interface", "enable-animations")
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrNone, err)
	}
	animations, ok := value.Value().(bool)
	return ok && !animations, nil
}
