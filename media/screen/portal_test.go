//go:build !windows && !darwin

package screen_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal/portaltest"
	"parlando/media/screen"
)

// portal is a desktop of the test's own, whose user answers at once.
type portal struct {
	conn  *dbus.Conn
	ended uint32
	uri   string
	// asked has the options of the question, if nobody answers it; closed is told when it was taken
	// back.
	asked  chan map[string]dbus.Variant
	closed chan struct{}
	denied bool
}

// Screenshot implements org.freedesktop.portal.Screenshot.
func (p *portal) Screenshot(sender dbus.Sender, _ string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	if p.denied {
		return "", dbus.NewError("org.freedesktop.DBus.Error.AccessDenied", nil)
	}
	name := strings.ReplaceAll(strings.TrimPrefix(string(sender), ":"), ".", "_")
	request := dbus.ObjectPath("/org/freedesktop/portal/desktop/request/" + name + "/" + options["handle_token"].Value().(string))
	if err := p.conn.Export(p, request, "org.freedesktop.portal.Request"); err != nil {
		return "", dbus.MakeFailedError(err)
	}
	p.asked <- options
	if p.closed == nil {
		// Before the answer to the call, as a quick desktop does.
		results := map[string]dbus.Variant{}
		if p.uri != "" {
			results["uri"] = dbus.MakeVariant(p.uri)
		}
		_ = p.conn.Emit(request, "org.freedesktop.portal.Request.Response", p.ended, results)
	}
	return request, nil
}

// Close implements org.freedesktop.portal.Request.
func (p *portal) Close() *dbus.Error { close(p.closed); return nil }

// onWayland makes a session on Wayland with a message bus and, if there is one, a portal.
func onWayland(t *testing.T, p *portal) {
	t.Helper()
	conn := portaltest.SessionBus(t)
	t.Setenv("WAYLAND_DISPLAY", "wayland-of-the-test")
	if screen.AvailableMethod() != screen.MethodAsks {
		t.Error("the desktop is not asked")
	}
	if p == nil {
		return
	}
	p.asked = make(chan map[string]dbus.Variant, 1)
	p.conn = conn
	if err := p.conn.Export(p, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Screenshot"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.conn.RequestName("org.freedesktop.portal.Desktop", 0); err != nil {
		t.Fatal(err)
	}
}

func save(t *testing.T, path string) string {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	img.Set(5, 6, color.NRGBA{R: 255, A: 255})
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := png.Encode(file, img); err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

func TestOnWaylandTheDesktopAsksTheUser(t *testing.T) {
	home, passes := t.TempDir(), t.TempDir()
	kept, passing := filepath.Join(home, "Screenshot from today.png"), filepath.Join(passes, "shot.png")
	for _, path := range []string{kept, passing} {
		p := &portal{uri: save(t, path)}
		onWayland(t, p)
		t.Setenv("TMPDIR", passes)
		taken, err := screen.TakeScreenshot(t.Context(), screen.OwnWindow{})
		if err != nil {
			t.Fatal(err)
		}
		if !taken.UserSelected || taken.Image.Bounds() != image.Rect(0, 0, 40, 30) || len(taken.Screens) != 1 {
			t.Errorf("%v %v %v", taken.UserSelected, taken.Image.Bounds(), taken.Screens)
		}
		wants(t, taken.Image, 5, 6, color.RGBA{255, 0, 0, 255})
		if options := <-p.asked; options["interactive"].Value() != true {
			t.Errorf("the person is not asked: %v", options)
		}
	}
	if _, err := os.Stat(kept); err != nil {
		t.Errorf("what the desktop keeps for the person: %v", err)
	}
	if _, err := os.Stat(passing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what only passed the picture on is left: %v", err)
	}
}

func TestOnWaylandAPictureMayBeRefused(t *testing.T) {
	for name, c := range map[string]struct {
		portal *portal
		want   error
	}{
		"the person says no":    {&portal{ended: 1}, screen.ErrCanceled},
		"the desktop says no":   {&portal{ended: 2}, screen.ErrNoPermission},
		"Parlando may not ask":  {&portal{denied: true}, screen.ErrNoPermission},
		"there is no portal":    {nil, screen.ErrUnsupported},
		"no picture":            {&portal{}, screen.ErrUnsupported},
		"no file":               {&portal{uri: "https://example.com/x.png"}, screen.ErrUnsupported},
		"a file that is no PNG": {&portal{uri: "file:///dev/null"}, screen.ErrNoPermission},
	} {
		t.Run(name, func(t *testing.T) {
			onWayland(t, c.portal)
			if _, err := screen.TakeScreenshot(t.Context(), screen.OwnWindow{}); !errors.Is(err, c.want) {
				t.Error(err)
			}
		})
	}
}

func TestAQuestionOfTheDesktopIsTakenBack(t *testing.T) {
	p := &portal{closed: make(chan struct{})}
	onWayland(t, p)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-p.asked; cancel() }()
	if _, err := screen.TakeScreenshot(ctx, screen.OwnWindow{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-p.closed
}
