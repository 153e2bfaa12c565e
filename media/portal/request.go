//go:build !windows && !darwin

package portal

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// The bus name and object path of the desktop portal.
const (
	Name = "org.freedesktop.portal.Desktop"
	Path = dbus.ObjectPath("/org/freedesktop/portal/desktop")
)

const (
	requestInterface = "org.freedesktop.portal.Request"
	busName          = "org.freedesktop.DBus"
)

// The errors of a request, besides errors of the bus.
var (
	// ErrCanceled means that the user canceled the portal's dialog.
	ErrCanceled = errors.New("portal: canceled by the user")
	// ErrDenied means that the portal refuses requests of Parlando, or closed the dialog itself.
	ErrDenied = errors.New("portal: denied")
)

// Request is a portal call that the user responds to in a dialog.
type Request struct {
	// Method is the full name, such as "org.freedesktop.portal.Screenshot.Screenshot".
	Method string
	// Arguments precede the options.
	Arguments []any
	// Options are sent together with a handle_token.
	Options map[string]dbus.Variant
	// AcceptTimeout bounds the call, not the user's answer. 0 waits as long as ctx lasts.
	AcceptTimeout time.Duration
}

// Do makes the request and returns the results when the user has answered. Once ctx is done it
// closes the portal's dialog and returns the error of ctx.
func (r Request) Do(ctx context.Context) (map[string]dbus.Variant, error) {
	conn, err := SessionBus(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	token := "parlando" + strings.ToLower(rand.Text())
	sender := strings.ReplaceAll(strings.TrimPrefix(conn.Names()[0], ":"), ".", "_")
	p := exchange{conn: conn, signals: make(chan *dbus.Signal, 16), handle: Path + dbus.ObjectPath("/request/"+sender+"/"+token)}
	conn.Signal(p.signals)
	// The Response signal may arrive before the call returns, so subscribe first.
	if err := p.subscribe(ctx); err != nil {
		return nil, err
	}
	results, err := p.run(ctx, r, token)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return results, err
}

// exchange is one request to the portal and its response.
type exchange struct {
	conn    *dbus.Conn
	signals chan *dbus.Signal
	handle  dbus.ObjectPath
}

// subscribe subscribes to the response, and to the signal that the portal has left the bus.
func (p *exchange) subscribe(ctx context.Context) error {
	return errors.Join(
		p.conn.AddMatchSignalContext(ctx, dbus.WithMatchObjectPath(p.handle), dbus.WithMatchInterface(requestInterface)),
		p.conn.AddMatchSignalContext(ctx, dbus.WithMatchSender(busName), dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, Name)),
	)
}

func (p *exchange) run(ctx context.Context, r Request, token string) (map[string]dbus.Variant, error) {
	named, err := p.call(ctx, r, token)
	if err != nil {
		p.close() // the request may still be open in a slow portal
		return nil, err
	}
	if named != p.handle { // portals before 2016 choose their own handle
		p.handle = named
		if err := p.subscribe(ctx); err != nil {
			return nil, err
		}
	}
	for {
		select {
		case s, ok := <-p.signals:
			switch {
			case !ok:
				return nil, dbus.ErrClosed
			case s.Path == p.handle && s.Name == requestInterface+".Response":
				return response(s.Body)
			case s.Name == busName+".NameOwnerChanged" && portalEnded(s.Body):
				return nil, errors.New("the portal has ended")
			}
		case <-ctx.Done():
			p.close()
			return nil, ctx.Err()
		}
	}
}

// call calls the method and returns the handle of the request.
func (p *exchange) call(ctx context.Context, r Request, token string) (handle dbus.ObjectPath, err error) {
	if r.AcceptTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.AcceptTimeout)
		defer cancel()
	}
	options := map[string]dbus.Variant{"handle_token": dbus.MakeVariant(token)}
	maps.Copy(options, r.Options)
	arguments := append(append([]any{}, r.Arguments...), options)
	err = p.conn.Object(Name, Path).CallWithContext(ctx, r.Method, 0, arguments...).Store(&handle)
	var refused dbus.Error
	if errors.As(err, &refused) && strings.HasSuffix(refused.Name, ".AccessDenied") {
		return "", fmt.Errorf("%w: %w", ErrDenied, err)
	}
	return handle, err
}

// close asks the portal to close its dialog.
func (p *exchange) close() {
	p.conn.Object(Name, p.handle).Call(requestInterface+".Close", dbus.FlagNoReplyExpected)
}

// response parses the result of a request.
func response(body []any) (results map[string]dbus.Variant, err error) {
	var code uint32
	if err := dbus.Store(body, &code, &results); err != nil {
		return nil, err
	}
	switch code {
	case 0:
		return results, nil
	case 1:
		return nil, ErrCanceled
	}
	return nil, ErrDenied
}

// portalEnded reports whether a NameOwnerChanged signal means that the portal has left the bus.
func portalEnded(body []any) bool {
	var name, before, after string
	return dbus.Store(body, &name, &before, &after) == nil && name == Name && before != "" && after == ""
}
