package attachments

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"

	"parlando/app/chat"
	"parlando/media/screen"
)

// Screenshot is a picture of the screens of this computer, of which a part is to be chosen; see
// package screen.
type Screenshot = screen.Picture

// ScreenshotWay is the way in which a computer takes screenshots.
type ScreenshotWay = screen.Way

// How a screenshot comes about on this computer.
const (
	NoScreenshots     = screen.None   // not at all
	DirectScreenshots = screen.Direct // at once, of everything
	AskedScreenshots  = screen.Asks   // the desktop asks the user what to take
)

// Why there is no screenshot.
var (
	ErrScreenForbidden   = screen.ErrNoPermission
	ErrNoScreen          = screen.ErrNoDisplay
	ErrScreenCanceled    = screen.ErrCanceled
	ErrScreenUnsupported = screen.ErrUnsupported
)

// Screenshots is the way in which this computer takes them.
func (a *Attachments) Screenshots() ScreenshotWay { return screen.Here() }

// Self is Parlando's own window, which is hidden meanwhile.
type Self = screen.Self

// TakeScreenshot takes a picture of all screens, which the user has asked for. The error is one
// of those above, or that of ctx.
func (a *Attachments) TakeScreenshot(ctx context.Context, self Self) (Screenshot, error) {
	return screen.Take(ctx, self)
}

// AddImage is Add for a picture that is no file yet.
func (a *Attachments) AddImage(ctx context.Context, name string, img image.Image) (chat.Part, Info, error) {
	var b bytes.Buffer
	// It is read again at once, and made smaller there.
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		return chat.Part{}, Info{}, fmt.Errorf("keep the picture: %w", err)
	}
	return a.Add(ctx, name, b.Bytes())
}
