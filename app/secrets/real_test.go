package secrets

import (
	"os"
	"testing"
)

// The contract with a real password store. It runs where PARLANDO_TEST_KEYRING names what to
// expect: "unlocked" or "locked", as in
//
//	dbus-run-session -- sh -c 'printf pass | gnome-keyring-daemon --unlock --components=secrets &&
//	    PARLANDO_TEST_KEYRING=unlocked go test -run Real ./app/secrets'
func TestRealStore(t *testing.T) {
	state := os.Getenv("PARLANDO_TEST_KEYRING")
	if state == "" {
		t.Skip("PARLANDO_TEST_KEYRING is not set")
	}
	account := Account("test", "https://gateway.example:443")
	s := New(nil)
	err := s.Set(t.Context(), account, NewKey("schlüssel 鍵"))
	switch state {
	case "locked":
		if k := KindOf(err); k != Locked && k != Missing {
			t.Fatalf("%v", err)
		}
		return
	case "missing":
		if KindOf(err) != Missing {
			t.Fatalf("%v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	fresh := New(nil)
	if key, err := fresh.Get(t.Context(), account); err != nil || key.Reveal() != "schlüssel 鍵" {
		t.Errorf("%v, %v", key, err)
	}
	if err := fresh.Delete(t.Context(), account); err != nil {
		t.Error(err)
	}
	if _, err := New(nil).Get(t.Context(), account); KindOf(err) != NotFound {
		t.Errorf("%v", err)
	}
}
