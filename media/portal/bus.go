//go:build !windows && !darwin

package portal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"
)

// joinTimeout bounds connecting to a bus.
const joinTimeout = 5 * time.Second

// SessionBus connects to the session bus if it is running, but never starts one. The caller owns
// the connection, which delivers signals in order and outlives ctx.
func SessionBus(ctx context.Context) (*dbus.Conn, error) {
	return join(ctx, "session", dbus.SessionBusPrivateNoAutoStartup)
}

// SystemBus connects to the system bus like SessionBus.
func SystemBus(ctx context.Context) (*dbus.Conn, error) {
	return join(ctx, "system", dbus.SystemBusPrivate)
}

func join(ctx context.Context, name string, open func(...dbus.ConnOption) (*dbus.Conn, error)) (*dbus.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	joining, joined := context.WithTimeout(ctx, joinTimeout)
	defer joined()
	stop := context.AfterFunc(joining, cancel)
	conn, err := open(dbus.WithContext(life), dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	if err != nil {
		cancel()
		return nil, fmt.Errorf("find the %s bus: %w", name, err)
	}
	context.AfterFunc(conn.Context(), cancel)
	err = errors.Join(conn.Auth(nil), conn.Hello())
	if !stop() {
		err = errors.Join(joining.Err(), err)
	}
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("join the %s bus: %w", name, err)
	}
	return conn, nil
}
