package virtualscreen_test

import (
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"parlando/media/virtualscreen"
)

// A window manager that connected while the client before it left was lost with the server's first
// life.
func TestTheScreenOutlivesItsLastClient(t *testing.T) {
	virtualscreen.ForTest(t, "640x480x24")
	first := connected(t)
	name := "PARLANDO_KEPT"
	atom, err := xproto.InternAtom(first, false, uint16(len(name)), name).Reply()
	if err != nil {
		t.Fatal(err)
	}
	first.Close()
	// A server that begins anew has forgotten the names it was taught.
	second := connected(t)
	defer second.Close()
	again, err := xproto.InternAtom(second, true, uint16(len(name)), name).Reply()
	if err != nil {
		t.Fatal(err)
	}
	if again.Atom != atom.Atom {
		t.Errorf("the name has the number %d, and had %d before the last client left", again.Atom, atom.Atom)
	}
}

func connected(t *testing.T) *xgb.Conn {
	t.Helper()
	conn, err := xgb.NewConn()
	if err != nil {
		t.Fatal(err)
	}
	return conn
}
