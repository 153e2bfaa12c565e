//go:build !windows && !darwin

package desktop

import (
	"context"
	"os"

	"parlando/media/portal"
)

// inputMethodNames are what input methods are called on the session bus.
var inputMethodNames = []struct{ bus, method string }{
	{"org.fcitx.Fcitx5", "fcitx"},
	{"org.fcitx.Fcitx", "fcitx"},
	{"org.freedesktop.portal.Fcitx", "fcitx"},
	{"org.freedesktop.IBus", "ibus"},
	{"org.freedesktop.portal.IBus", "ibus"},
}

// InputMethod returns the name of the input method that is present, such as "fcitx" or "ibus", or
// "" if there is none. It looks at the environment and then at the session bus. That one is present
// does not say that it has a language besides the keyboard's: GNOME always runs ibus.
func InputMethod(ctx context.Context) string {
	if method := inputMethodOf(os.Getenv); method != "" {
		return method
	}
	conn, err := portal.SessionBus(ctx)
	if err != nil {
		return ""
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	for _, name := range inputMethodNames {
		var owned bool
		if err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, name.bus).Store(&owned); err == nil && owned {
			return name.method
		}
	}
	return ""
}
