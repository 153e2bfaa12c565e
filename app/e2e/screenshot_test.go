//go:build e2e

package e2e_test

import (
	"bytes"
	"database/sql"
	"image"
	"image/color"
	_ "image/jpeg"
	"image/png"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"parlando/app/e2e"
)

// sent is the picture that was sent as the last message.
func sent(t *testing.T, library string) image.Image {
	t.Helper()
	data := filepath.Join(library, "data")
	db, err := sql.Open("sqlite", "file:"+filepath.Join(data, "library.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var sum string
	if err := db.QueryRow("select blob from part where kind = 'image' and blob is not null order by message desc limit 1").Scan(&sum); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(data, "blobs", sum[:2], sum))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	img, _, err := image.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func isLike(img image.Image, x, y int, want color.RGBA) bool {
	got := color.RGBAModel.Convert(img.At(img.Bounds().Min.X+x, img.Bounds().Min.Y+y)).(color.RGBA)
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) < 40 }
	return near(got.R, want.R) && near(got.G, want.G) && near(got.B, want.B)
}

// desk paints the ground of a screen and a window on it.
func desk(t *testing.T, screen *e2e.Screen, ground, window uint32, at image.Rectangle) *xgb.Conn {
	t.Helper()
	var display string
	for _, v := range screen.Env {
		if name, value, _ := strings.Cut(v, "="); name == "DISPLAY" {
			display = value
		}
	}
	xgb.Logger = log.New(io.Discard, "", 0)
	conn, err := xgb.NewConnDisplay(display)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	root := xproto.Setup(conn).DefaultScreen(conn)
	id, err := xproto.NewWindowId(conn)
	if err != nil {
		t.Fatal(err)
	}
	xproto.ChangeWindowAttributes(conn, root.Root, xproto.CwBackPixel, []uint32{ground})
	xproto.ClearArea(conn, false, root.Root, 0, 0, root.WidthInPixels, root.HeightInPixels)
	xproto.CreateWindow(conn, root.RootDepth, id, root.Root, int16(at.Min.X), int16(at.Min.Y), uint16(at.Dx()), uint16(at.Dy()), 0,
		xproto.WindowClassInputOutput, root.RootVisual, xproto.CwBackPixel|xproto.CwOverrideRedirect, []uint32{window, 1})
	if err := xproto.MapWindowChecked(conn, id).Check(); err != nil {
		t.Fatal(err)
	}
	// Below the program, wherever that is.
	if err := xproto.ConfigureWindowChecked(conn, id, xproto.ConfigWindowStackMode, []uint32{xproto.StackModeBelow}).Check(); err != nil {
		t.Fatal(err)
	}
	return conn
}

// fill has a window fill the screen, as its own button would.
func fill(t *testing.T, conn *xgb.Conn, window string) {
	t.Helper()
	id, err := strconv.ParseUint(window, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	atom := func(name string) xproto.Atom {
		reply, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply()
		if err != nil {
			t.Fatal(err)
		}
		return reply.Atom
	}
	const add = 1
	message := xproto.ClientMessageEvent{
		Format: 32, Window: xproto.Window(id), Type: atom("_NET_WM_STATE"), Data: xproto.ClientMessageDataUnionData32New([]uint32{
			add, uint32(atom("_NET_WM_STATE_MAXIMIZED_VERT")), uint32(atom("_NET_WM_STATE_MAXIMIZED_HORZ")), 1, 0,
		}),
	}
	err = xproto.SendEventChecked(conn, false, xproto.Setup(conn).DefaultScreen(conn).Root,
		xproto.EventMaskSubstructureRedirect|xproto.EventMaskSubstructureNotify, string(message.Bytes())).Check()
	if err != nil {
		t.Fatal(err)
	}
}

// A part of the screen, of what lies behind Parlando's own window.
func TestEndToEndAPartOfTheScreenIsSent(t *testing.T) {
	aPartOfTheScreenIsSent(t, 1)
}

// The same where there are two pixels to a unit: the pixels that were seen are sent, and all of
// them.
func TestEndToEndAPartOfAScreenOfFineDotsIsSent(t *testing.T) {
	aPartOfTheScreenIsSent(t, 2)
}

func aPartOfTheScreenIsSent(t *testing.T, fine int) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true, Scale: fine})
	library := filepath.Join(screen.Dir, "library")
	p := begin(t, ctx, screen, "--data-dir", library, "--practice")
	p.sees("Write a message…")
	magenta, green := color.RGBA{255, 0, 255, 255}, color.RGBA{0, 160, 0, 255}
	conn := desk(t, screen, 0xff00ff, 0x00a000, image.Rect(400*fine, 300*fine, 700*fine, 500*fine))
	p.chooses("Practice eyes")

	out, err := screen.Run(ctx, "xdotool", "search", "--onlyvisible", "--name", "Parlando")
	p.do("find the window", err)
	fill(t, conn, strings.Fields(out)[0])
	where := func() string {
		t.Helper()
		out, err := screen.Run(ctx, "xdotool", "search", "--onlyvisible", "--name", "Parlando", "getwindowgeometry")
		p.do("find the window", err)
		return out
	}
	before := ""
	width := strconv.Itoa(1320 * fine)
	// until it stands still
	for before != where() || !strings.Contains(before, "Geometry: "+width[:2]) {
		before = where()
	}
	p.click("Add a picture or file")
	p.click("Take a screenshot")
	p.sees("Choose the part of the screen to send")
	if after := where(); after != before {
		t.Errorf("the window came back elsewhere: %s was %s", after, before)
	}
	p.key("Right")
	if fine == 1 {
		p.sees("890 × 430") // the middle, with the keys alone
		p.key("shift+Left")
		p.sees("880 × 430")
	}
	p.key("Escape")
	p.seesNoMore("Choose the part of the screen to send")
	p.click("Add a picture or file")
	p.click("Take a screenshot")
	// The sheet gets its place with its first painting, after it can be found.
	var r, stood e2e.Rect
	for again := true; again; again = r != stood {
		stood = r
		r, err = p.program.WaitFor(ctx, "=Screenshot")
		p.do("find the picture", err)
		p.do("point at it", p.program.MoveTo(ctx, r.X+r.Width/2, r.Y+r.Height/2))
	}
	// The screen is 1320 by 860, and as large as it fits.
	scale := max(1320/float64(r.Width), 860/float64(r.Height))
	x := func(px float64) int { return r.X + int((float64(r.Width)-1320/scale)/2+px/scale) }
	y := func(px float64) int { return r.Y + int((float64(r.Height)-860/scale)/2+px/scale) }
	p.do("draw", p.program.Drag(ctx, x(300), y(250), x(500), y(400)))
	p.click("Add selection")
	p.seesNoMore("Choose the part of the screen to send")
	p.typ("What is this?")
	p.key("Return")
	p.sees("=Stop")
	p.seesNoMore("=Stop")
	p.do("quit", p.program.Quit(ctx))

	img := sent(t, library)
	if w, h := img.Bounds().Dx(), img.Bounds().Dy(); w < 190*fine || w > 210*fine || h < 140*fine || h > 160*fine {
		t.Errorf("%d by %d was sent, want about %d by %d", w, h, 200*fine, 150*fine)
	}
	for _, c := range []struct {
		x, y int
		want color.RGBA
	}{{5, 5, magenta}, {90, 90, magenta}, {180, 30, magenta}, {110, 60, green}, {180, 130, green}} {
		if x, y := c.x*fine, c.y*fine; !isLike(img, x, y, c.want) {
			t.Errorf("at %d, %d is %v, want %v", x, y, img.At(x, y), c.want)
		}
	}
}

// A bitmap of 12 MB that another program hands over in pieces, as it is too large for one.
func TestEndToEndALargeBitmapIsPasted(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	library := filepath.Join(screen.Dir, "library")
	p := begin(t, ctx, screen, "--data-dir", library, "--practice")
	p.sees("Write a message…")
	p.chooses("Practice eyes")

	const width, height = 2400, 1600
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	_, _ = rand.NewChaCha8([32]byte{}).Read(img.Pix) // it never fails
	for i := 0; i < len(img.Pix); i += 4 {
		if img.Pix[i+3] = 255; i > len(img.Pix)/2 {
			copy(img.Pix[i:], []byte{200, 100, 0})
		}
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	if b.Len() < 11e6 {
		t.Fatalf("%d bytes are not large", b.Len())
	}
	file := filepath.Join(screen.Dir, "large.png")
	p.do("write it", os.WriteFile(file, b.Bytes(), 0o600))
	_, err := screen.Run(ctx, "sh", "-c", `xclip -selection clipboard -target image/png -in "$1" >/dev/null 2>&1`, "sh", file)
	p.do("copy it", err)
	p.click("What can I help with?") // nothing has the keyboard
	p.key("ctrl+v")
	p.sees("Pasted picture")
	p.click("Remove")
	p.seesNoMore("Pasted picture")
	p.click("Write a message…")
	p.key("ctrl+v")
	p.sees("Pasted picture")
	p.seesNoMore("Preparing")
	p.typ("What is this?")
	p.key("Return")
	p.sees("=Stop")
	p.seesNoMore("=Stop")
	p.do("quit", p.program.Quit(ctx))

	got := sent(t, library)
	w, h := got.Bounds().Dx(), got.Bounds().Dy()
	if w < 500 || w*height != h*width && (w*height-h*width) > 3*width {
		t.Errorf("%d by %d was sent of %d by %d", w, h, width, height)
	}
	if !isLike(got, w/3, h*3/4, color.RGBA{200, 100, 0, 255}) {
		t.Errorf("in the lower half is %v", got.At(w/3, h*3/4))
	}
}
