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

// Screenshot is a picture of all screens, from which the user selects a part; see package screen.
type Screenshot = screen.Screenshot

// ScreenshotMethod is the method by which this computer takes screenshots.
type ScreenshotMethod = screen.Method

// The methods of taking a screenshot.
const (
	NoScreenshots     = screen.MethodNone   // not supported
	DirectScreenshots = screen.MethodDirect // Parlando takes a picture of all screens at once
	AskedScreenshots  = screen.MethodAsks   // the desktop asks the user what to capture
)

// The errors of TakeScreenshot.
var (
	ErrScreenForbidden   = screen.ErrNoPermission
	ErrNoScreen          = screen.ErrNoDisplay
	ErrScreenCanceled    = screen.ErrCanceled
	ErrScreenUnsupported = screen.ErrUnsupported
)

// Screens takes screenshots.
type Screens interface {
	// Screenshots returns the method of this computer.
	Screenshots() ScreenshotMethod
	// TakeScreenshot takes a picture of all screens at the user's request. The error is
	// ErrScreenForbidden or another of this file, or that of ctx.
	TakeScreenshot(ctx context.Context, self OwnWindow) (Screenshot, error)
}

// ThisComputer implements Screens for the screens of this computer.
type ThisComputer struct{}

// Screenshots implements Screens.
func (ThisComputer) Screenshots() ScreenshotMethod { return screen.AvailableMethod() }

// OwnWindow is Parlando's own window, which is hidden during the screenshot.
type OwnWindow = screen.OwnWindow

// TakeScreenshot implements Screens.
func (ThisComputer) TakeScreenshot(ctx context.Context, self OwnWindow) (Screenshot, error) {
	return screen.TakeScreenshot(ctx, self)
}

// AddImage is Add for a picture in memory.
func (a *Attachments) AddImage(ctx context.Context, name string, img image.Image) (chat.Part, Info, error) {
	var b bytes.Buffer
	// The fastest compression suffices: Add decodes the PNG at once and shrinks the picture.
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		return chat.Part{}, Info{}, fmt.Errorf("store the picture: %w", err)
	}
	return a.Add(ctx, name, b.Bytes())
}
