//go:build !windows && !darwin

package desktop

import (
	"context"
	"iter"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"parlando/media/portal"
)

// inputMethodNames maps names on the session bus to input methods.
var inputMethodNames = []struct{ bus, method string }{
	{"org.fcitx.Fcitx5", "fcitx"},
	{"org.fcitx.Fcitx", "fcitx"},
	{"org.freedesktop.portal.Fcitx", "fcitx"},
	{"org.freedesktop.IBus", "ibus"},
	{"org.freedesktop.portal.IBus", "ibus"},
}

// inputMethodTimeout bounds each wait for the session bus or a program during startup.
const inputMethodTimeout = 200 * time.Millisecond

// InputMethod returns the name of the active input method, such as "fcitx" or "ibus", or "" if
// there is none. It checks the environment and then the session bus. GNOME and Ubuntu always run
// ibus, so ibus counts only if it has an engine other than keyboard layouts.
func InputMethod(ctx context.Context) string {
	method := inputMethodOf(os.Getenv)
	if method == "" {
		method = inputMethodOnBus(ctx)
	}
	if method == "ibus" && !ibusComposes(ctx) {
		return ""
	}
	return method
}

func inputMethodOnBus(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, inputMethodTimeout)
	defer cancel()
	conn, err := portal.SessionBus(ctx)
	if err != nil {
		return ""
	}
	defer conn.Close()
	var owned []string
	if err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.ListNames", 0).Store(&owned); err != nil {
		return ""
	}
	for _, name := range inputMethodNames {
		if slices.Contains(owned, name.bus) {
			return name.method
		}
	}
	return ""
}

// ibusComposes reports whether ibus has an engine other than plain keyboard layouts, according to
// its own settings or those of GNOME, which starts it.
func ibusComposes(ctx context.Context) bool {
	for engine := range quoted(gsetting(ctx, "org.freedesktop.ibus.general", "preload-engines")) {
		if !strings.HasPrefix(engine, "xkb:") {
			return true
		}
	}
	for kind := range quoted(gsetting(ctx, "org.gnome.desktop.input-sources", "sources")) {
		if kind == "ibus" {
			return true
		}
	}
	return false
}

// gsetting returns a setting as GVariant text, "" if it cannot be read.
func gsetting(ctx context.Context, schema, key string) string {
	ctx, cancel := context.WithTimeout(ctx, inputMethodTimeout)
	defer cancel()
	out, _ := exec.CommandContext(ctx, "gsettings", "get", schema, key).Output()
	return string(out)
}

// quoted returns the quoted strings in a GVariant text; strings that contain quotes are not
// supported.
func quoted(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i, part := range strings.Split(text, "'") {
			if i%2 == 1 && !yield(part) {
				return
			}
		}
	}
}
