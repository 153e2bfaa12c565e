//go:build !windows && !darwin

package desktop

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal"
)

const (
	notificationsName = "org.freedesktop.Notifications"
	notificationsPath = "/org/freedesktop/Notifications"
	// defaultAction is the key of the action that a click on the notification triggers.
	defaultAction = "default"
)

var bodyMarkup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// Notifications shows notifications and reports clicks on them. It connects to the session bus on
// first use and is safe for concurrent use.
type Notifications struct {
	// mu stays locked during calls, so that receive handles a signal only after its notification ID
	// is stored.
	mu       sync.Mutex
	onAction func(subject, token string)
	server   *notificationServer
	closed   bool
}

// notificationServer is a connection to the service, with the notifications sent over it.
type notificationServer struct {
	conn         *dbus.Conn
	capabilities []string
	// ids holds the IDs of notifications that may still be shown, by subject.
	ids map[string]uint32
	// tokens maps the IDs of notifications to activation tokens for raising a window after a click.
	tokens map[uint32]string
}

// NewNotifications returns Notifications. The first call of Show connects to the bus.
func NewNotifications() *Notifications { return &Notifications{} }

// OnAction sets a function that is called, on a separate goroutine, when the user clicks a
// notification; token is an activation token for the window, or "".
func (n *Notifications) OnAction(f func(subject, token string)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.onAction = f
}

// Show shows a notification, replacing one with the same subject. It waits at most a few seconds
// for the service. The error is ErrNone if there is no service.
func (n *Notifications) Show(ctx context.Context, note Notification) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	s, err := n.connect(ctx)
	if err != nil {
		return err
	}
	body := busText(note.Body)
	if slices.Contains(s.capabilities, "body-markup") {
		body = bodyMarkup.Replace(body)
	}
	var id uint32
	err = s.call(ctx, "Notify", "Parlando", s.ids[note.Subject], appID, busText(note.Title), body,
		[]string{defaultAction, busText(note.Action)},
		map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant(appID)}, int32(-1)).Store(&id)
	if err != nil {
		return notificationError(ctx, err)
	}
	s.ids[note.Subject] = id
	return nil
}

// Withdraw removes the notification with that subject, if there is one.
func (n *Notifications) Withdraw(ctx context.Context, subject string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.server == nil {
		return nil
	}
	id, ok := n.server.ids[subject]
	if !ok {
		return nil
	}
	n.server.forget(id)
	if err := n.server.call(ctx, "CloseNotification", id).Err; err != nil {
		return notificationError(ctx, err)
	}
	return nil
}

// Capabilities returns the capabilities of the service as named in its specification, such as
// "actions" and "body". The error is ErrNone if there is no service.
func (n *Notifications) Capabilities(ctx context.Context) ([]string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	s, err := n.connect(ctx)
	if err != nil {
		return nil, err
	}
	return slices.Clone(s.capabilities), nil
}

// Close disconnects from the bus. Notifications stay on the screen, and the OnAction function is
// not called again.
func (n *Notifications) Close() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.closed = true
	if n.server == nil {
		return nil
	}
	return n.server.conn.Close()
}

// connect returns the current connection to the service, or a new one if the bus connection has
// ended. The caller holds mu.
func (n *Notifications) connect(ctx context.Context) (*notificationServer, error) {
	switch {
	case n.closed:
		return nil, fmt.Errorf("%w: closed", ErrNone)
	case n.server != nil && n.server.conn.Connected():
		return n.server, nil
	}
	conn, err := portal.SessionBus(ctx)
	if err != nil {
		return nil, notificationError(ctx, err)
	}
	s := &notificationServer{conn: conn, ids: map[string]uint32{}, tokens: map[uint32]string{}}
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	err = conn.AddMatchSignalContext(ctx, dbus.WithMatchSender(notificationsName), dbus.WithMatchObjectPath(notificationsPath))
	if err == nil {
		err = s.call(ctx, "GetCapabilities").Store(&s.capabilities)
	}
	if err != nil {
		conn.Close()
		return nil, notificationError(ctx, err)
	}
	n.server = s
	go func() {
		for signal := range signals {
			n.receive(s, signal)
		}
	}()
	return s, nil
}

// receive handles a signal of the service, ignoring those about notifications of other programs.
func (n *Notifications) receive(s *notificationServer, signal *dbus.Signal) {
	if len(signal.Body) != 2 {
		return
	}
	id, _ := signal.Body[0].(uint32)
	text, _ := signal.Body[1].(string)
	n.mu.Lock()
	subject, ours := s.subject(id)
	token := s.tokens[id]
	acted, onAction := false, n.onAction
	if ours && !n.closed {
		switch strings.TrimPrefix(signal.Name, notificationsName+".") {
		case "ActivationToken": // arrives before ActionInvoked
			s.tokens[id] = text
		case "ActionInvoked":
			acted = text == defaultAction
			delete(s.tokens, id) // a token can be used once
		case "NotificationClosed":
			s.forget(id)
		}
	}
	n.mu.Unlock()
	if acted && onAction != nil {
		onAction(subject, token)
	}
}

func (s *notificationServer) subject(id uint32) (subject string, ok bool) {
	for subject, known := range s.ids {
		if known == id {
			return subject, true
		}
	}
	return "", false
}

func (s *notificationServer) forget(id uint32) {
	delete(s.tokens, id)
	if subject, ok := s.subject(id); ok {
		delete(s.ids, subject)
	}
}

func (s *notificationServer) call(ctx context.Context, method string, arguments ...any) *dbus.Call {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return s.conn.Object(notificationsName, notificationsPath).CallWithContext(ctx, notificationsName+"."+method, 0, arguments...)
}

func notificationError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%w: %w", ErrNone, err)
}
