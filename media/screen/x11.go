//go:build !windows && !darwin

package screen

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"math/bits"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xinerama"
	"github.com/jezek/xgb/xproto"

	"parlando/media/internal/x11"
)

const (
	// between is the interval between two captures, and stillWithin the largest number of captures
	// until two are equal: the desktop must repaint the area that the window covered, and may fade
	// windows out.
	between     = 60 * time.Millisecond
	stillWithin = 10
	// band is the approximate number of bytes fetched at a time.
	band = 8 << 20
)

func fromX11(ctx context.Context, self OwnWindow) (Screenshot, error) {
	conn, err := x11.Connect(ctx)
	if err != nil {
		return Screenshot{}, fmt.Errorf("%w: %w", ErrNoDisplay, err)
	}
	defer conn.Close()
	root := xproto.Setup(conn).DefaultScreen(conn)
	eye, err := newEye(conn, root)
	if err != nil {
		return Screenshot{}, err
	}
	if self.Window != 0 {
		own, err := newOwn(conn, xproto.Window(self.Window))
		if err != nil {
			return Screenshot{}, fmt.Errorf("%w: %w", ErrNoDisplay, err)
		}
		self.Hide()
		own.waitGone(ctx)
		defer own.keepStates()
	}
	img, err := eye.look(ctx)
	for range stillWithin {
		if err != nil || self.Window == 0 {
			break
		}
		if err = pause(ctx, between); err != nil {
			break
		}
		before := img
		if img, err = eye.look(ctx); err == nil && bytes.Equal(img.Pix, before.Pix) {
			break
		}
	}
	if err != nil {
		return Screenshot{}, err
	}
	return arranged(img, screens(conn)), nil
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// screens returns the bounds of each screen; nil if the server does not list them.
func screens(conn *xgb.Conn) []image.Rectangle {
	if xinerama.Init(conn) != nil {
		return nil
	}
	reply, err := xinerama.QueryScreens(conn).Reply()
	if err != nil {
		return nil
	}
	var out []image.Rectangle
	for _, s := range reply.ScreenInfo {
		x, y := int(s.XOrg), int(s.YOrg)
		out = append(out, image.Rect(x, y, x+int(s.Width), y+int(s.Height)))
	}
	return out
}

// eye reads the pixels of the root window, which spans all screens.
type eye struct {
	conn   *xgb.Conn
	root   xproto.Window
	size   image.Point
	order  binary.ByteOrder
	pixel  int // bytes per pixel
	pad    int // row alignment in bytes
	colors [3]channel
}

// channel describes the bits of a color channel in a pixel, and its largest value.
type channel struct{ mask, shift, most uint32 }

func newEye(conn *xgb.Conn, screen *xproto.ScreenInfo) (*eye, error) {
	setup := xproto.Setup(conn)
	e := &eye{conn: conn, root: screen.Root, size: image.Pt(int(screen.WidthInPixels), int(screen.HeightInPixels)), order: binary.LittleEndian}
	if setup.ImageByteOrder == xproto.ImageOrderMSBFirst {
		e.order = binary.BigEndian
	}
	for _, f := range setup.PixmapFormats {
		if f.Depth == screen.RootDepth {
			e.pixel, e.pad = int(f.BitsPerPixel)/8, int(f.ScanlinePad)/8
		}
	}
	for _, d := range screen.AllowedDepths {
		for _, v := range d.Visuals {
			if v.VisualId == screen.RootVisual && v.Class == xproto.VisualClassTrueColor {
				for i, mask := range []uint32{v.RedMask, v.GreenMask, v.BlueMask} {
					shift := uint32(bits.TrailingZeros32(mask))
					e.colors[i] = channel{mask, shift, max(mask>>(shift&31), 1)}
				}
			}
		}
	}
	if e.pixel != 4 && e.pixel != 2 || e.pad == 0 || e.colors[0].mask == 0 {
		return nil, fmt.Errorf("%w: a screen of %d bytes for each pixel", ErrUnsupported, e.pixel)
	}
	return e, nil
}

func (e *eye) look(ctx context.Context) (*image.RGBA, error) {
	img := image.NewRGBA(image.Rectangle{Max: e.size})
	stride := (e.size.X*e.pixel + e.pad - 1) / e.pad * e.pad
	most := max(band/stride, 1)
	for y := 0; y < e.size.Y; y += most {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		rows := min(most, e.size.Y-y)
		reply, err := xproto.GetImage(e.conn, xproto.ImageFormatZPixmap, xproto.Drawable(e.root), 0, int16(y), uint16(e.size.X), uint16(rows), ^uint32(0)).Reply()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNoPermission, err)
		}
		if len(reply.Data) < rows*stride {
			return nil, fmt.Errorf("%w: %d bytes for %d rows", ErrNoDisplay, len(reply.Data), rows)
		}
		for row := range rows {
			e.paint(img.Pix[(y+row)*img.Stride:], reply.Data[row*stride:])
		}
	}
	return img, nil
}

// paint converts one row of pixels.
func (e *eye) paint(to, from []byte) {
	plainBGRA := e.pixel == 4 && e.order == binary.LittleEndian && e.colors == [3]channel{{0xff0000, 16, 255}, {0xff00, 8, 255}, {0xff, 0, 255}}
	for x := range e.size.X {
		p := to[4*x : 4*x+4 : 4*x+4]
		if plainBGRA {
			p[0], p[1], p[2], p[3] = from[4*x+2], from[4*x+1], from[4*x], 255
			continue
		}
		var v uint32
		if e.pixel == 4 {
			v = e.order.Uint32(from[4*x:])
		} else {
			v = uint32(e.order.Uint16(from[2*x:]))
		}
		for i, c := range e.colors {
			p[i] = byte(uint64(v&c.mask>>c.shift) * 255 / uint64(c.most))
		}
		p[3] = 255
	}
}
