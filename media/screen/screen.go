// Package screen takes a picture of the screens of this computer, and only when it is asked. On
// X11, Windows and macOS it takes all of them at once; on Wayland, where no program may look at the
// screen by itself, it asks the desktop, which asks the user.
package screen

import (
	"context"
	"errors"
	"image"
	"image/draw"

	scaler "golang.org/x/image/draw"
)

// Why there is no picture.
var (
	// ErrNoPermission means that the system does not let Parlando see the screen.
	ErrNoPermission = errors.New("screen: no permission")
	// ErrNoDisplay means that no screen can be reached.
	ErrNoDisplay = errors.New("screen: no display")
	// ErrCanceled means that the user said no when the desktop asked.
	ErrCanceled = errors.New("screen: canceled")
	// ErrUnsupported means that this system has no way to take a picture of its screen, or none
	// that Parlando knows.
	ErrUnsupported = errors.New("screen: not on this system")
)

// Way is the way in which a screenshot is taken here.
type Way int

// The ways.
const (
	// None is none: nothing is to be offered.
	None Way = iota
	// Direct takes all screens at once, and asks nobody: the user is to choose the part
	// afterwards.
	Direct
	// Asks has the desktop ask the user what to take.
	Asks
)

// Here is the way on this computer. It looks at the environment alone, so that Take may fail
// nevertheless.
func Here() Way { return here() }

// Picture is a screenshot.
type Picture struct {
	// Image begins at 0, 0 and holds all screens side by side; the space between them is black.
	Image image.Image
	// Screens are the bounds of each screen in Image, the first one of the system first; only one
	// where the system does not list several.
	Screens []image.Rectangle
	// Chosen says that the user has chosen what to take already.
	Chosen bool
}

// Part is a picture of its own of the part r of Image, or of what of r lies in it; nil where
// nothing does.
func (p Picture) Part(r image.Rectangle) image.Image {
	if r = r.Intersect(p.Image.Bounds()); r.Empty() {
		return nil
	}
	part := image.NewRGBA(image.Rectangle{Max: r.Size()})
	draw.Draw(part, part.Bounds(), p.Image, r.Min, draw.Src)
	return part
}

// Small is Image as it can be shown: no wider and no higher than longest pixels, Image itself where
// it is not.
func (p Picture) Small(longest int) image.Image {
	size := p.Image.Bounds().Size()
	if size.X <= longest && size.Y <= longest {
		return p.Image
	}
	scale := float64(longest) / float64(max(size.X, size.Y))
	small := image.NewRGBA(image.Rect(0, 0, max(int(float64(size.X)*scale), 1), max(int(float64(size.Y)*scale), 1)))
	scaler.ApproxBiLinear.Scale(small, small.Bounds(), p.Image, p.Image.Bounds(), draw.Src, nil)
	return small
}

// Self is the program's own window, which is not to be in the picture.
type Self struct {
	// Window is the system's id: an X11 window, or anything but 0 elsewhere; 0 is none.
	Window uintptr
	// Hide hides it. It is called before the picture is taken, and returns when the system has been
	// told.
	Hide func()
}

// Take takes a picture. Where it asks the desktop self stays as it is; else it is hidden, and Take
// waits until it is really gone from the screen, a second or two at most. The caller shows it
// again: on X11 it is then as large as it was, also if it filled the screen. The error is one of
// those above, or that of ctx.
func Take(ctx context.Context, self Self) (Picture, error) {
	if err := ctx.Err(); err != nil {
		return Picture{}, err
	}
	p, err := take(ctx, self)
	if ctx.Err() != nil {
		return Picture{}, ctx.Err()
	}
	return p, err
}

// arranged makes a picture of img from where the screens are, which may begin anywhere: screens
// that show the same count once.
func arranged(img image.Image, screens []image.Rectangle) Picture {
	p := Picture{Image: img}
	for _, s := range screens {
		if s = s.Intersect(img.Bounds()); s.Empty() {
			continue
		}
		same := false
		for _, other := range p.Screens {
			same = same || s == other
		}
		if !same {
			p.Screens = append(p.Screens, s)
		}
	}
	if len(p.Screens) == 0 {
		p.Screens = []image.Rectangle{img.Bounds()}
	}
	return p
}
