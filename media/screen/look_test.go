//go:build !windows && !darwin

package screen

import (
	"context"
	"errors"
	"testing"

	"github.com/jezek/xgb/xproto"

	"parlando/media/internal/x11"
	"parlando/media/virtualscreen"
)

func TestAScreenThatIsRefusedIsNoEmptyPicture(t *testing.T) {
	virtualscreen.ForTest(t, "64x48x24")
	conn, err := x11.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	e, err := newEye(conn, xproto.Setup(conn).DefaultScreen(conn))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if img, err := e.look(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", img, err)
	}
	e.root = 1 // not a window
	if img, err := e.look(t.Context()); !errors.Is(err, ErrNoPermission) {
		t.Errorf("%v, %v", img, err)
	}
}
