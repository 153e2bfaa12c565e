//go:build !windows && !darwin

package screen

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/godbus/dbus/v5"

	"parlando/media/fileuri"
	"parlando/media/portal"
)

const (
	// mostPixels is the largest accepted screenshot in pixels.
	mostPixels = 200e6
	mostFile   = 256 << 20
)

// fromPortal lets the desktop ask the user what to capture, and waits for the result.
func fromPortal(ctx context.Context) (Screenshot, error) {
	results, err := portal.Request{
		Method:    "org.freedesktop.portal.Screenshot.Screenshot",
		Arguments: []any{""},
		Options:   map[string]dbus.Variant{"interactive": dbus.MakeVariant(true), "modal": dbus.MakeVariant(true)},
	}.Do(ctx)
	switch {
	case err == nil:
		return read(results)
	case ctx.Err() != nil:
		return Screenshot{}, ctx.Err()
	case errors.Is(err, portal.ErrCanceled):
		return Screenshot{}, ErrCanceled
	case errors.Is(err, portal.ErrDenied):
		return Screenshot{}, fmt.Errorf("%w: %w", ErrNoPermission, err)
	}
	return Screenshot{}, fmt.Errorf("%w: %w", ErrUnsupported, err)
}

// read reads the picture file that the portal returned.
func read(results map[string]dbus.Variant) (Screenshot, error) {
	address, ok := results["uri"].Value().(string)
	if !ok {
		return Screenshot{}, fmt.Errorf("%w: the desktop gave no picture", ErrUnsupported)
	}
	path, err := fileuri.Path(address)
	if err != nil {
		return Screenshot{}, fmt.Errorf("%w: the desktop gave no file: %w", ErrUnsupported, err)
	}
	img, err := decode(path)
	if err != nil {
		return Screenshot{}, fmt.Errorf("%w: %w", ErrNoPermission, err)
	}
	if isPassing(path) {
		os.Remove(path) //nolint:errcheck // a leftover file is removed with the session
	}
	return Screenshot{Image: img, Screens: []image.Rectangle{img.Bounds()}, UserSelected: true}, nil
}

// decode decodes the file, which portals write as PNG.
func decode(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	size, err := png.DecodeConfig(io.LimitReader(file, mostFile))
	if err != nil {
		return nil, err
	}
	if float64(size.Width)*float64(size.Height) > mostPixels {
		return nil, fmt.Errorf("a picture of %d by %d", size.Width, size.Height)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return png.Decode(io.LimitReader(file, mostFile))
}

// isPassing reports whether a file is temporary, rather than one that the desktop saves for the
// user.
func isPassing(path string) bool {
	for _, dir := range []string{os.TempDir(), os.Getenv("XDG_RUNTIME_DIR")} {
		if dir != "" && strings.HasPrefix(filepath.Clean(path), filepath.Clean(dir)+string(filepath.Separator)) {
			return true
		}
	}
	return false
}
