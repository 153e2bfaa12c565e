//go:build !windows && !darwin

package clipboard

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"time"
)

// Timeouts for the owner of the clipboard.
const (
	// stall bounds the time without any response.
	stall = 5 * time.Second
	// longest bounds the complete transfer.
	longest = time.Minute
)

// kinds lists the accepted picture types, preferred ones first: most programs offer a picture as
// several types.
var kinds = []string{
	"image/png", "image/jpeg", "image/jpg", "image/webp", "image/gif", "image/bmp", "image/x-bmp", "image/x-ms-bmp", "image/x-MS-bmp", "image/tiff",
}

// query requests one of several types, preferred ones first; is reports whether the data is of the
// expected kind.
type query struct {
	kinds []string
	is    func(data []byte) bool
}

func picture(ctx context.Context, most int) ([]byte, error) {
	return read(ctx, query{kinds, isPicture}, most)
}

func uriList(ctx context.Context, most int) ([]byte, error) {
	return read(ctx, query{[]string{"text/uri-list"}, func(data []byte) bool { return len(data) > 0 }}, most)
}

func read(ctx context.Context, q query, most int) ([]byte, error) {
	bounded, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	data, err := fromSession(bounded, q, most)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case bounded.Err() != nil:
		return nil, ErrIncomplete
	}
	return data, err
}

// fromSession tries Wayland, if in use, and then X11.
func fromSession(ctx context.Context, q query, most int) ([]byte, error) {
	wayland := ErrUnavailable
	if os.Getenv("WAYLAND_DISPLAY") != "" {
		data, err := fromWayland(ctx, q, most)
		if err == nil || !errors.Is(err, ErrNoPicture) && !errors.Is(err, ErrUnavailable) {
			return data, err
		}
		wayland = err
	}
	if os.Getenv("DISPLAY") == "" {
		return nil, wayland
	}
	data, err := fromX11(ctx, q, most, stall)
	if errors.Is(err, ErrUnavailable) {
		err = wayland
	}
	return data, err
}

// of returns the requested types among those offered, preferred ones first.
func (q query) of(offered []string) []string {
	return slices.DeleteFunc(slices.Clone(q.kinds), func(kind string) bool {
		return !slices.ContainsFunc(offered, func(o string) bool { return strings.TrimSpace(o) == kind })
	})
}
