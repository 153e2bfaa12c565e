//go:build !windows && !darwin

package desktop

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal"
)

const (
	loginName = "org.freedesktop.login1"
	loginPath = "/org/freedesktop/login1"
	// inhibitSuspend is the portal flag that inhibits only suspend.
	inhibitSuspend = uint32(4)
)

// inhibitSleep keeps the computer awake until ctx is done. It first asks logind, by which every
// desktop suspends. It falls back to the portal if logind cannot be reached, as in a sandbox, or
// refuses, as in a remote session.
func inhibitSleep(ctx context.Context, reason string) error {
	release, err := inhibitLogin(ctx, busText(reason))
	if err != nil {
		var second error
		if release, second = inhibitPortal(ctx, busText(reason)); second != nil {
			return fmt.Errorf("%w: %w", ErrNone, errors.Join(err, second))
		}
	}
	<-ctx.Done()
	release()
	return nil
}

// inhibitLogin takes a logind inhibitor lock, which lasts until its file is closed.
func inhibitLogin(ctx context.Context, reason string) (release func(), err error) {
	conn, err := portal.SystemBus(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	// No context as timeout: a lock that arrived after it would stay until Parlando quits.
	bound := time.AfterFunc(callTimeout, func() { conn.Close() })
	defer bound.Stop()
	var fd dbus.UnixFD
	err = conn.Object(loginName, loginPath).Call(loginName+".Manager.Inhibit", 0, "sleep", "Parlando", reason, "block").Store(&fd)
	if err != nil {
		return nil, fmt.Errorf("ask logind: %w", err)
	}
	lock := os.NewFile(uintptr(fd), "logind's lock")
	return func() { lock.Close() }, nil
}

// inhibitPortal takes a portal inhibitor lock, which lasts until it is closed or the connection
// ends.
func inhibitPortal(ctx context.Context, reason string) (release func(), err error) {
	conn, err := portal.SessionBus(ctx)
	if err != nil {
		return nil, err
	}
	// If the call were canceled, nobody would close the lock that it still acquires.
	ctx = context.WithoutCancel(ctx)
	limited, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var handle dbus.ObjectPath
	options := map[string]dbus.Variant{"reason": dbus.MakeVariant(reason)}
	err = conn.Object(portal.Name, portal.Path).CallWithContext(limited, "org.freedesktop.portal.Inhibit.Inhibit", 0, "", inhibitSuspend, options).Store(&handle)
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("ask the portal: %w", err)
	}
	return func() {
		defer conn.Close()
		limited, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		// The error does not matter, because closing the connection also ends the lock.
		conn.Object(portal.Name, handle).CallWithContext(limited, "org.freedesktop.portal.Request.Close", 0)
	}, nil
}
