//go:build !windows && !darwin

package desktop

import (
	"context"
	"errors"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal"
)

const settingsInterface = "org.freedesktop.portal.Settings"

// readSetting reads a setting of the desktop. Portals from before 2023 support only Read, which
// returns a variant inside a variant.
func readSetting(ctx context.Context, conn *dbus.Conn, namespace, key string) (dbus.Variant, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var value dbus.Variant
	read := func(method string) error {
		return conn.Object(portal.Name, portal.Path).CallWithContext(ctx, settingsInterface+"."+method, 0, namespace, key).Store(&value)
	}
	err := read("ReadOne")
	var refused dbus.Error
	if errors.As(err, &refused) && refused.Name == "org.freedesktop.DBus.Error.UnknownMethod" {
		err = read("Read")
	}
	if inner, ok := value.Value().(dbus.Variant); ok {
		value = inner
	}
	return value, err
}
