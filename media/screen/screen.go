// Package screen takes screenshots on demand. On X11, Windows and macOS it captures all screens at
// once; on Wayland, where programs cannot capture the screen directly, it uses the desktop portal,
// which asks the user.
package screen

import (
	"context"
	"errors"
	"image"
	"image/draw"

	scaler "golang.org/x/image/draw"
)

// The errors of TakeScreenshot.
var (
	// ErrNoPermission means that the system denies Parlando access to the screen.
	ErrNoPermission = errors.New("screen: no permission")
	// ErrNoDisplay means that there is no display to connect to.
	ErrNoDisplay = errors.New("screen: no display")
	// ErrCanceled means that the user declined the desktop's request.
	ErrCanceled = errors.New("screen: canceled")
	// ErrUnsupported means that this system has no supported way to take a screenshot.
	ErrUnsupported = errors.New("screen: not on this system")
)

// Method is a way to take a screenshot.
type Method int

// The ways to take a screenshot.
const (
	// MethodNone means that screenshots are not possible and should not be offered.
	MethodNone Method = iota
	// MethodDirect captures all screens at once without asking; the user should select a part
	// afterwards.
	MethodDirect
	// MethodAsks lets the desktop ask the user what to capture.
	MethodAsks
)

// AvailableMethod returns the method of this computer. It only checks the environment, so
// TakeScreenshot may still fail.
func AvailableMethod() Method { return here() }

// Screenshot is a picture of the screens.
type Screenshot struct {
	// Image starts at 0, 0 and contains all screens in their arrangement; gaps between them are
	// black.
	Image image.Image
	// Screens has the bounds of each screen in Image, the primary screen first. It has a single
	// element if the system does not list several screens.
	Screens []image.Rectangle
	// UserSelected means that the user has already selected what to capture.
	UserSelected bool
}

// Crop returns a copy of r clipped to Image; nil if they do not overlap.
func (p Screenshot) Crop(r image.Rectangle) image.Image {
	if r = r.Intersect(p.Image.Bounds()); r.Empty() {
		return nil
	}
	part := image.NewRGBA(image.Rectangle{Max: r.Size()})
	draw.Draw(part, part.Bounds(), p.Image, r.Min, draw.Src)
	return part
}

// ScaledDown returns Image scaled down to at most longest pixels wide and high, or Image itself if
// it already fits.
func (p Screenshot) ScaledDown(longest int) image.Image {
	size := p.Image.Bounds().Size()
	if size.X <= longest && size.Y <= longest {
		return p.Image
	}
	scale := float64(longest) / float64(max(size.X, size.Y))
	small := image.NewRGBA(image.Rect(0, 0, max(int(float64(size.X)*scale), 1), max(int(float64(size.Y)*scale), 1)))
	scaler.ApproxBiLinear.Scale(small, small.Bounds(), p.Image, p.Image.Bounds(), draw.Src, nil)
	return small
}

// OwnWindow is the program's own window, which should not be in the picture.
type OwnWindow struct {
	// Window is the X11 window id, or any value but 0 on other systems; 0 means none.
	Window uintptr
	// Hide hides the window. It is called before the picture is taken, and must return once the
	// system has received the request.
	Hide func()
}

// TakeScreenshot takes a screenshot. Unless the desktop asks the user, it hides self and waits
// until the window has disappeared from the screen, a second or two at most. The caller must show
// the window again; on X11 it then has its previous size, even if it was maximized. The error is
// one of the Err values above, or the error of ctx.
func TakeScreenshot(ctx context.Context, self OwnWindow) (Screenshot, error) {
	if err := ctx.Err(); err != nil {
		return Screenshot{}, err
	}
	p, err := take(ctx, self)
	if ctx.Err() != nil {
		return Screenshot{}, ctx.Err()
	}
	return p, err
}

// arranged returns a Screenshot of img with the given screen bounds, whose origin may be anywhere.
// Mirrored screens are listed once.
func arranged(img image.Image, screens []image.Rectangle) Screenshot {
	p := Screenshot{Image: img}
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
