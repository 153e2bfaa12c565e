//go:build !windows && !darwin

package screen_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"

	"parlando/media/internal/x11"
	"parlando/media/screen"
	"parlando/media/virtualscreen"
)

// painter puts windows of one color on the virtual screen.
type painter struct {
	*testing.T
	conn   *xgb.Conn
	screen *xproto.ScreenInfo
}

func newPainter(t *testing.T) painter {
	t.Helper()
	conn, err := x11.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return painter{t, conn, xproto.Setup(conn).DefaultScreen(conn)}
}

// paint shows a window and returns when it is there.
func (p painter) paint(at image.Rectangle, pixel uint32) xproto.Window {
	p.Helper()
	w, err := xproto.NewWindowId(p.conn)
	if err != nil {
		p.Fatal(err)
	}
	err = xproto.CreateWindowChecked(p.conn, p.screen.RootDepth, w, p.screen.Root, int16(at.Min.X), int16(at.Min.Y), uint16(at.Dx()), uint16(at.Dy()), 0,
		xproto.WindowClassInputOutput, p.screen.RootVisual, xproto.CwBackPixel|xproto.CwOverrideRedirect, []uint32{pixel, 1}).Check()
	if err != nil {
		p.Fatal(err)
	}
	if err := xproto.MapWindowChecked(p.conn, w).Check(); err != nil {
		p.Fatal(err)
	}
	return w
}

func (p painter) atom(name string) xproto.Atom {
	p.Helper()
	reply, err := xproto.InternAtom(p.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		p.Fatal(err)
	}
	return reply.Atom
}

func wants(t *testing.T, img image.Image, x, y int, want color.RGBA) {
	t.Helper()
	if got := color.RGBAModel.Convert(img.At(x, y)); got != want {
		t.Errorf("at %d, %d is %v, want %v", x, y, got, want)
	}
}

func TestAPictureHasThePixelsOfTheScreen(t *testing.T) {
	for _, c := range []struct {
		screen string
		pixel  uint32
		want   color.RGBA
	}{
		{"301x200x24", 0x1e90ff, color.RGBA{0x1e, 0x90, 0xff, 0xff}},
		{"301x200x16", 0x1f<<11 | 0x20<<5, color.RGBA{255, 0x20 * 255 / 63, 0, 255}},
	} {
		t.Run(c.screen, func(t *testing.T) {
			virtualscreen.ForTest(t, c.screen)
			p := newPainter(t)
			p.paint(image.Rect(100, 50, 110, 60), c.pixel)
			taken, err := screen.TakeScreenshot(t.Context(), screen.OwnWindow{})
			if err != nil {
				t.Fatal(err)
			}
			if want := image.Rect(0, 0, 301, 200); taken.Image.Bounds() != want || len(taken.Screens) != 1 || taken.Screens[0] != want || taken.UserSelected {
				t.Errorf("%v, screens %v, chosen %v", taken.Image.Bounds(), taken.Screens, taken.UserSelected)
			}
			black := color.RGBA{A: 255}
			for _, at := range [][2]int{{99, 50}, {110, 59}, {100, 49}, {109, 60}, {0, 0}, {300, 199}} {
				wants(t, taken.Image, at[0], at[1], black)
			}
			wants(t, taken.Image, 100, 50, c.want)
			wants(t, taken.Image, 109, 59, c.want)
			part := taken.Crop(image.Rect(105, 55, 120, 1000))
			if part == nil || part.Bounds() != image.Rect(0, 0, 15, 145) {
				t.Fatalf("%v", part)
			}
			wants(t, part, 4, 4, c.want)
			wants(t, part, 5, 5, black)
			if taken.Crop(image.Rect(400, 0, 500, 50)) != nil {
				t.Error("a part outside is something")
			}
		})
	}
}

func TestAPictureIsMadeSmallToBeShown(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 3000, 1000))
	for x := 1500; x < 3000; x++ {
		for y := range 1000 {
			img.SetRGBA(x, y, color.RGBA{255, 0, 0, 255})
		}
	}
	p := screen.Screenshot{Image: img}
	if p.ScaledDown(3000) != image.Image(img) {
		t.Error("one that fits is another")
	}
	small := p.ScaledDown(300)
	if small.Bounds() != image.Rect(0, 0, 300, 100) {
		t.Fatal(small.Bounds())
	}
	wants(t, small, 10, 50, color.RGBA{})
	wants(t, small, 290, 50, color.RGBA{255, 0, 0, 255})
}

func TestSeveralScreensAreOnePictureAndKnown(t *testing.T) {
	virtualscreen.ForTest(t, "500x200x24")
	p := newPainter(t)
	if err := randr.Init(p.conn); err != nil {
		t.Fatal(err)
	}
	have, err := randr.GetScreenResources(p.conn, p.screen.Root).Reply()
	if err != nil {
		t.Fatal(err)
	}
	want := []image.Rectangle{image.Rect(0, 0, 300, 200), image.Rect(300, 50, 500, 150)}
	for i, at := range want {
		name, err := xproto.InternAtom(p.conn, false, 2, "S"+string(rune('0'+i))).Reply()
		if err != nil {
			t.Fatal(err)
		}
		m := randr.MonitorInfo{
			Name: name.Atom, X: int16(at.Min.X), Y: int16(at.Min.Y), Width: uint16(at.Dx()), Height: uint16(at.Dy()),
			WidthInMillimeters: 100, HeightInMillimeters: 100, Primary: i == 0,
		}
		if i == 0 { // else the server adds a screen by itself
			m.Outputs, m.NOutput = have.Outputs, uint16(len(have.Outputs))
		}
		if err := randr.SetMonitorChecked(p.conn, p.screen.Root, m).Check(); err != nil {
			t.Fatal(err)
		}
	}
	p.paint(image.Rect(320, 60, 330, 70), 0xff0000)
	taken, err := screen.TakeScreenshot(t.Context(), screen.OwnWindow{})
	if err != nil {
		t.Fatal(err)
	}
	if len(taken.Screens) != 2 || taken.Screens[0] != want[0] || taken.Screens[1] != want[1] {
		t.Fatalf("%v", taken.Screens)
	}
	wants(t, taken.Crop(taken.Screens[1]), 20, 10, color.RGBA{255, 0, 0, 255})
}

func TestAWindowThatIsHiddenIsNotInThePicture(t *testing.T) {
	virtualscreen.ForTest(t, "300x200x24")
	p := newPainter(t)
	window := p.paint(image.Rect(0, 0, 300, 200), 0xff0000)
	state, fills := p.atom("_NET_WM_STATE"), p.atom("_NET_WM_STATE_FULLSCREEN")
	large := binary.LittleEndian.AppendUint32(nil, uint32(fills))
	xproto.ChangeProperty(p.conn, xproto.PropModeReplace, window, state, xproto.AtomAtom, 32, 1, large)
	type result struct {
		taken screen.Screenshot
		err   error
	}
	done, asked := make(chan result, 1), make(chan struct{})
	go func() {
		taken, err := screen.TakeScreenshot(t.Context(), screen.OwnWindow{Window: uintptr(window), Hide: func() { close(asked) }})
		done <- result{taken, err}
	}()
	<-asked
	select { // it waits for more than the request
	case <-done:
		t.Fatal("the picture was taken with the window there")
	default:
	}
	xproto.DeleteProperty(p.conn, window, state) // as window managers do
	xproto.UnmapWindow(p.conn, window)
	r := <-done
	if r.err != nil {
		t.Fatal(r.err)
	}
	wants(t, r.taken.Image, 150, 100, color.RGBA{A: 255})
	reply, err := xproto.GetProperty(p.conn, false, window, state, xproto.AtomAtom, 0, 10).Reply()
	if err != nil || !bytes.Equal(reply.Value, large) {
		t.Errorf("how the window was shown is %v, %v", reply, err)
	}
}

func TestWithoutADisplayThereIsNoPicture(t *testing.T) {
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("XDG_SESSION_TYPE", "")
	t.Setenv("DISPLAY", "")
	if screen.AvailableMethod() != screen.MethodNone {
		t.Error("a picture of no screen is offered")
	}
	t.Setenv("DISPLAY", ":99999")
	if screen.AvailableMethod() != screen.MethodDirect {
		t.Error("no picture of an X11 screen is offered")
	}
	if _, err := screen.TakeScreenshot(t.Context(), screen.OwnWindow{}); !errors.Is(err, screen.ErrNoDisplay) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := screen.TakeScreenshot(ctx, screen.OwnWindow{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
