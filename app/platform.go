package app

import (
	"context"
	"os"
	"slices"
	"strings"

	"parlando/app/desktop"
)

// Environment variables: those that choose between X11 and Wayland, and the one that names the
// input method of X11.
const (
	platformVariable = "FYNE_PLATFORM"
	methodVariable   = "XMODIFIERS"
)

// choosePlatform makes Fyne use X11 if the user composes text with an input method, which Fyne
// 2.8.1 does not support on Wayland. Remove it once Fyne does.
func choosePlatform(ctx context.Context) {
	for name, value := range platformEnv(os.Getenv, func() string { return desktop.InputMethod(ctx) }) {
		_ = os.Setenv(name, value) // fails only for invalid names
	}
}

// platformEnv returns the variables to set before the first window. inputMethod is called only if
// its result matters.
func platformEnv(getenv func(string) string, inputMethod func() string) map[string]string {
	if getenv(platformVariable) != "" || getenv("WAYLAND_DISPLAY") == "" || getenv("DISPLAY") == "" {
		return nil
	}
	if slices.Contains(strings.Split(getenv("XDG_CURRENT_DESKTOP"), ":"), "GNOME") {
		return nil // GNOME draws no window frames on Wayland, so Fyne uses X11 anyway
	}
	method := inputMethod()
	if method == "" {
		return nil
	}
	env := map[string]string{platformVariable: "x11"}
	if getenv(methodVariable) == "" {
		env[methodVariable] = "@im=" + method
	}
	return env
}
