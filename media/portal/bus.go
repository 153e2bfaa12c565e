//go:build !windows && !darwin

package portal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"
)

// joinTimeout bounds joining a bus.
const joinTimeout = 5 * time.Second

// SessionBus joins the session bus, if there is one: none is started. The connection is the
// caller's own, delivers signals in their order, and outlives ctx.
func SessionBus(ctx context.Context) (*dbus.Conn, error) {
	return join(ctx, "session", dbus.SessionBusPrivateNoAutoStartup)
}

// SystemBus joins the system bus, as SessionBus does the session bus.
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
