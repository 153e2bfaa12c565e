//go:build !windows && !darwin

package desktop

import (
	"context"
	"fmt"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal"
)

const appearanceNamespace = "org.freedesktop.appearance"

// watchAppearance returns the value that parse reads from a setting of the desktop's appearance
// and, until ctx is done, calls changed on a separate goroutine when the value changes. The error
// is ErrNone or that of ctx; after an error changed is never called.
func watchAppearance[T comparable](ctx context.Context, key string, parse func(dbus.Variant) (T, bool), changed func(T)) (T, error) {
	var none T
	value, err := followAppearance(ctx, key, parse, changed)
	switch {
	case ctx.Err() != nil:
		return none, ctx.Err()
	case err != nil:
		return none, fmt.Errorf("%w: %w", ErrNone, err)
	}
	return value, nil
}

func followAppearance[T comparable](ctx context.Context, key string, parse func(dbus.Variant) (T, bool), changed func(T)) (value T, err error) {
	conn, err := portal.SessionBus(ctx)
	if err != nil {
		return value, err
	}
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	err = conn.AddMatchSignalContext(ctx, dbus.WithMatchSender(portal.Name), dbus.WithMatchObjectPath(portal.Path),
		dbus.WithMatchInterface(settingsInterface), dbus.WithMatchArg(0, appearanceNamespace))
	if err == nil {
		value, err = readAppearance(ctx, conn, key, parse)
	}
	if err != nil {
		conn.Close()
		return value, err
	}
	context.AfterFunc(ctx, func() { conn.Close() })
	go func(last T) {
		for s := range signals {
			changedTo, ok := changedSetting(s, key)
			if !ok {
				continue
			}
			now, ok := parse(changedTo)
			if !ok || now == last || ctx.Err() != nil {
				continue
			}
			last = now
			changed(now)
		}
	}(value)
	return value, nil
}

func readAppearance[T any](ctx context.Context, conn *dbus.Conn, key string, parse func(dbus.Variant) (T, bool)) (value T, err error) {
	set, err := readSetting(ctx, conn, appearanceNamespace, key)
	if err != nil {
		return value, err
	}
	value, ok := parse(set)
	if !ok {
		return value, fmt.Errorf("the setting %s is %v", key, set)
	}
	return value, nil
}

// changedSetting returns the new value of a setting of the appearance; ok is false if s reports no
// change of that setting.
func changedSetting(s *dbus.Signal, key string) (value dbus.Variant, ok bool) {
	var namespace, changed string
	if s.Name != settingsInterface+".SettingChanged" || dbus.Store(s.Body, &namespace, &changed, &value) != nil {
		return value, false
	}
	return value, namespace == appearanceNamespace && changed == key
}
