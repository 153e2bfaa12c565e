package secrets

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/zalando/go-keyring"
)

func TestTheSystemsStoreIsAskedThroughGoKeyring(t *testing.T) {
	keyring.MockInit()
	s := New(system{func() error { return nil }})
	if err := s.Set(t.Context(), "a", NewKey("k")); err != nil {
		t.Fatal(err)
	}
	if got, err := keyring.Get("Parlando", "a"); err != nil || got != "k" {
		t.Errorf("%q, %v", got, err)
	}
	again := New(system{func() error { return nil }})
	if key, err := again.Get(t.Context(), "a"); err != nil || key.Reveal() != "k" {
		t.Errorf("%v, %v", key, err)
	}
	if err := again.Delete(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := keyring.Get("Parlando", "a"); !errors.Is(err, keyring.ErrNotFound) {
		t.Errorf("%v", err)
	}
}

func TestEachProblemOfAPasswordStoreHasItsKind(t *testing.T) {
	bus := func(name string) error { return dbus.Error{Name: name, Body: []any{"words"}} }
	for _, c := range []struct {
		err  error
		took time.Duration
		want Kind
	}{
		{keyring.ErrNotFound, 0, NotFound},
		{keyring.ErrUnsupportedPlatform, 0, Missing},
		{&exec.Error{Name: "dbus-launch", Err: exec.ErrNotFound}, 0, Missing},
		{errors.New("The name org.freedesktop.secrets was not provided by any .service files"), 0, Missing},
		{bus("org.freedesktop.DBus.Error.ServiceUnknown"), 0, Missing},
		{errors.New("dial unix /run/user/1000/bus: connect: connection refused"), 0, Missing},
		{errors.New("dial unix /nonexistent: connect: no such file or directory"), 0, Missing},
		{errors.New("failed to unlock correct collection '/org/freedesktop/secrets/aliases/default'"), 30 * time.Millisecond, Missing},
		{errors.New("failed to unlock correct collection '/org/freedesktop/secrets/aliases/default'"), 8 * time.Second, Locked},
		{errors.New("failed to unlock correct collection '/org/freedesktop/secrets/collection/login'"), 30 * time.Millisecond, Locked},
		{bus("org.freedesktop.Secret.Error.IsLocked"), 0, Locked},
		{keyring.ErrSetDataTooBig, 0, Failed},
		{bus("org.freedesktop.DBus.Error.NoReply"), 0, Failed},
	} {
		keyring.MockInitWithError(c.err)
		_, err := system{func() error { return nil }}.Get(Service, "a")
		if got := KindOf(classify(err, c.took)); got != c.want {
			t.Errorf("%v after %v: %s, want %s", c.err, c.took, got, c.want)
		}
		if errors.Unwrap(classify(err, c.took)) == nil {
			t.Errorf("%v: the cause is lost", c.err)
		}
	}
	if classify(nil, 0) != nil {
		t.Error("trouble out of nothing")
	}
}

func TestWithoutASessionBusNothingIsStarted(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("there is no session bus here")
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/none")
	keyring.MockInitWithError(errors.New("it was called"))
	if _, err := New(nil).Get(t.Context(), "a"); KindOf(err) != Missing {
		t.Errorf("%v", err)
	}
}

func TestAPanicInGoKeyringIsAnError(t *testing.T) {
	err := system{func() error { return nil }}.call(func() error { panic("index out of range") })
	if got := fmt.Sprint(err); got != "go-keyring: index out of range" {
		t.Errorf("%v", got)
	}
}
