//go:build !windows && !darwin

package screen

import (
	"context"
	"os"
	"path/filepath"
)

func here() Method {
	switch {
	case onWayland() && hasBus():
		return MethodAsks
	case onWayland() || os.Getenv("DISPLAY") == "":
		return MethodNone
	}
	return MethodDirect
}

// onWayland reports whether the session uses Wayland, where X11 captures only X11 windows.
func onWayland() bool {
	return os.Getenv("WAYLAND_DISPLAY") != "" || os.Getenv("XDG_SESSION_TYPE") == "wayland"
}

func hasBus() bool {
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return true
	}
	_, err := os.Stat(filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "bus"))
	return os.Getenv("XDG_RUNTIME_DIR") != "" && err == nil
}

func take(ctx context.Context, self OwnWindow) (Screenshot, error) {
	if onWayland() {
		return fromPortal(ctx)
	}
	return fromX11(ctx, self)
}
