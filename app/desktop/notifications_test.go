//go:build !windows && !darwin

package desktop

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/google/go-cmp/cmp"

	"parlando/media/portal/portaltest"
)

// notices is a notification service of the test's own.
type notices struct {
	t            *testing.T
	conn         *dbus.Conn
	capabilities []string

	shown  chan notice
	closed chan uint32
}

type notice struct {
	ID                     uint32
	App, Icon, Title, Body string
	Actions                []string
	Entry                  string
	Replaces               bool
}

func (s *notices) serve(t *testing.T) {
	s.t, s.conn = t, portaltest.SessionBus(t)
	s.shown, s.closed = make(chan notice, 8), make(chan uint32, 8)
	var next atomic.Uint32
	portaltest.Serve(t, s.conn, notificationsName, notificationsPath, notificationsName, map[string]any{
		"GetCapabilities": func() ([]string, *dbus.Error) { return s.capabilities, nil },
		"Notify": func(app string, replaces uint32, icon, title, body string, actions []string, hints map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
			id := replaces
			if id == 0 {
				id = 40 + next.Add(1)
			}
			entry, _ := hints["desktop-entry"].Value().(string)
			s.shown <- notice{ID: id, App: app, Icon: icon, Title: title, Body: body, Actions: actions, Entry: entry, Replaces: replaces != 0}
			if title == "Click" { // before Notify has been answered
				s.emit("ActivationToken", id, "token-1")
				s.emit("ActionInvoked", id, "default")
			}
			return id, nil
		},
		"CloseNotification": func(id uint32) *dbus.Error {
			s.closed <- id
			return nil
		},
	})
}

func (s *notices) emit(signal string, body ...any) {
	if err := s.conn.Emit(notificationsPath, notificationsName+"."+signal, body...); err != nil {
		s.t.Error(err)
	}
}

func TestANotificationIsShownReplacedAndWithdrawn(t *testing.T) {
	s := &notices{capabilities: []string{"actions", "body", "body-markup"}}
	s.serve(t)
	n := NewNotifications()
	defer n.Close()
	if got, err := n.Capabilities(t.Context()); err != nil || !cmp.Equal(got, s.capabilities) {
		t.Errorf("%q %v", got, err)
	}
	show := func(note Notification) notice {
		t.Helper()
		if err := n.Show(t.Context(), note); err != nil {
			t.Fatal(err)
		}
		return <-s.shown
	}
	got := show(Notification{Subject: "a", Title: "Done & <well>", Body: "1 < 2 &\x00 \xff", Action: "Open"})
	want := notice{
		ID: 41, App: "Parlando", Icon: "org.parlando.Parlando", Title: "Done & <well>", Body: "1 &lt; 2 &amp; \uFFFD",
		Actions: []string{"default", "Open"}, Entry: "org.parlando.Parlando",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if again := show(Notification{Subject: "a"}); again.ID != 41 || !again.Replaces {
		t.Errorf("of the same subject: %+v", again)
	}
	if other := show(Notification{Subject: "b"}); other.ID != 42 || other.Replaces {
		t.Errorf("of another subject: %+v", other)
	}
	for _, subject := range []string{"a", "a", "unknown"} {
		if err := n.Withdraw(t.Context(), subject); err != nil {
			t.Error(err)
		}
	}
	if id := <-s.closed; id != 41 || len(s.closed) > 0 {
		t.Errorf("withdrew %d and %d more", id, len(s.closed))
	}
	if again := show(Notification{Subject: "a"}); again.Replaces {
		t.Errorf("replaces what was withdrawn: %+v", again)
	}
}

func TestAClickOnANotificationIsHeard(t *testing.T) {
	s := &notices{}
	s.serve(t)
	type click struct{ subject, token string }
	clicks := make(chan click, 8)
	n := NewNotifications()
	n.OnAction(func(subject, token string) { clicks <- click{subject, token} })
	defer n.Close()
	if err := n.Show(t.Context(), Notification{Subject: "a", Title: "Click", Body: "1 < 2"}); err != nil {
		t.Fatal(err)
	}
	shown := <-s.shown
	if shown.Body != "1 < 2" {
		t.Errorf("a service without markup shows %q", shown.Body)
	}
	if got := <-clicks; got != (click{"a", "token-1"}) {
		t.Errorf("%+v", got)
	}
	s.emit("ActionInvoked", shown.ID, "another")
	s.emit("ActionInvoked", shown.ID+1, "default")
	s.emit("ActionInvoked", uint32(1))
	s.emit("ActionInvoked", shown.ID, "default")
	if got := <-clicks; got != (click{"a", ""}) {
		t.Errorf("%+v", got)
	}
	s.emit("NotificationClosed", shown.ID, uint32(2))
	s.emit("ActionInvoked", shown.ID, "default")
	// until the signals have been read
	for shown.Replaces = true; shown.Replaces; shown = <-s.shown {
		if err := n.Show(t.Context(), Notification{Subject: "a"}); err != nil {
			t.Fatal(err)
		}
	}
	if len(clicks) > 0 {
		t.Errorf("a notification that was closed: %+v", <-clicks)
	}
}

func TestThereAreNoNotifications(t *testing.T) {
	conn := portaltest.SessionBus(t)
	n := NewNotifications()
	if err := n.Show(t.Context(), Notification{}); !errors.Is(err, ErrNone) {
		t.Errorf("no service: %v", err)
	}
	if _, err := n.Capabilities(t.Context()); !errors.Is(err, ErrNone) {
		t.Errorf("no service: %v", err)
	}
	if err := n.Withdraw(t.Context(), ""); err != nil {
		t.Error(err)
	}
	hasty(t)
	wait := hang(t)
	portaltest.Serve(t, conn, notificationsName, notificationsPath, notificationsName, map[string]any{
		"GetCapabilities": func() ([]string, *dbus.Error) { wait(); return nil, nil },
	})
	if err := n.Show(t.Context(), Notification{}); !errors.Is(err, ErrNone) {
		t.Errorf("a service that does not answer: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := n.Show(ctx, Notification{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := n.Close(); err != nil {
		t.Error(err)
	}
	if err := n.Show(t.Context(), Notification{}); !errors.Is(err, ErrNone) {
		t.Errorf("closed: %v", err)
	}
}
